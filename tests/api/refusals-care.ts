import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/id.ts'
import { freshKey, type Answer, type TestServer } from '../support/server.ts'
import { makeRecipe, makeReport, recipeOf, reportOf } from './attempts-care.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `recipe.${string}` | `report.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Every refusal of recipes and reports, provoked. The house is there only when the tests run. */
export function careRefusals(house: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const doctor = () => house.cast().clients.doctorPublic
  const desk = () => house.cast().clients.deskPublic
  const places = () => house.cast().places
  const here = () => places().kuzey1
  const yesterday = () => house.server().clock.now - 25 * 3_600_000
  /** Written by another doctor of the clinic for a patient whom both know. */
  const colleague = () => ({ ...here(), doctor: places().kuzey2.doctor })
  const addRecipe = async (extra: object) =>
    doctor().call('recipe.add', { ...recipeOf(here().patient), ...extra }, { key: freshKey() })
  const addReport = async (extra: object) =>
    doctor().call('report.add', { ...reportOf(here().patient), ...extra }, { key: freshKey() })

  return {
    'recipe.list': { patient_not_found: async () => desk().call('recipe.list', { patient: newId() }) },
    'recipe.add': {
      id_taken: async () => addRecipe({ id: await makeRecipe(house.make(), places().gizli1) }),
      patient_not_found: async () => addRecipe({ patientId: newId() }),
      appointment_not_found: async () => addRecipe({ appointmentId: newId() }),
    },
    'recipe.delete': {
      record_not_found: async () => doctor().call('recipe.delete', { id: newId() }),
      permission_denied: async () =>
        doctor().call('recipe.delete', { id: await makeRecipe(house.make(), colleague()) }),
      delete_too_late: async () =>
        doctor().call('recipe.delete', { id: await makeRecipe(house.make(), here(), yesterday()) }),
    },
    'report.list': { patient_not_found: async () => desk().call('report.list', { patient: newId() }) },
    'report.add': {
      id_taken: async () => addReport({ id: await makeReport(house.make(), places().gizli1) }),
      patient_not_found: async () => addReport({ patientId: newId() }),
      appointment_not_found: async () => addReport({ appointmentId: newId() }),
      // of another patient
      record_not_found: async () =>
        addReport({
          kind: 'result',
          reportId: await makeReport(house.make(), { ...here(), patient: places().kuzey2.patient }),
        }),
    },
    'report.delete': {
      record_not_found: async () => doctor().call('report.delete', { id: newId() }),
      permission_denied: async () =>
        doctor().call('report.delete', { id: await makeReport(house.make(), colleague()) }),
      delete_too_late: async () =>
        doctor().call('report.delete', { id: await makeReport(house.make(), here(), yesterday()) }),
    },
  }
}

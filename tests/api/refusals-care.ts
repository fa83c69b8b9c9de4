import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { freshKey, type Answer, type TestServer } from '../support/server.ts'
import { makeRecipe, makeReport, recipeOf, reportOf, toErase } from './attempts-care.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `recipe.${string}` | `report.${string}` | `patient.${'erase' | 'askErasure'}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of recipes and reports. Takes functions, since the server starts with the tests. */
export function careRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const doctor = () => server.cast().clients.doctorPublic
  const desk = () => server.cast().clients.deskPublic
  const places = () => server.cast().places
  const here = () => places().kuzey1
  const yesterday = () => server.server().clock.now - 25 * 3_600_000
  /** By another doctor of the clinic, for a patient whom both know. */
  const colleague = () => ({ ...here(), doctor: places().kuzey2.doctor })
  const addRecipe = async (extra: object) =>
    doctor().call('recipe.add', { ...recipeOf(here().patient), ...extra }, { key: freshKey() })
  const addReport = async (extra: object) =>
    doctor().call('report.add', { ...reportOf(here().patient), ...extra }, { key: freshKey() })

  /** Requests the erasure of a patient of whom the server holds something more. */
  const erase = async (having: (patient: string) => Promise<unknown>) => {
    const input = await toErase(server.make(), here())
    await having(input.id)
    return desk().call('patient.erase', input)
  }

  return {
    'patient.erase': {
      patient_not_found: async () => desk().call('patient.erase', { id: newId(), name: 'Kimse', reason: 'asked' }),
      name_not_theirs: async () =>
        desk().call('patient.erase', { ...(await toErase(server.make(), here())), name: 'Başka Biri' }),
      open_appointments: async () =>
        erase((id) => server.server().world.visit(here().doctor, id, here().clinic, server.server().world.slot(46, 7))),
      patient_has_money: async () =>
        erase((id) =>
          server
            .server()
            .pool.query(
              `insert into ledger_account (kind, patient_id, currency, balance) values ('wallet', $1, 'try', 5)`,
              [id],
            ),
        ),
      erasure_elsewhere: async () =>
        erase((id) =>
          server
            .server()
            .pool.query('update patient set clinic_ids = clinic_ids || $2::uuid where id = $1', [
              id,
              places().gizli1.clinic,
            ]),
        ),
    },
    'patient.askErasure': {},
    'recipe.list': { patient_not_found: async () => desk().call('recipe.list', { patient: newId() }) },
    'recipe.add': {
      id_taken: async () => addRecipe({ id: await makeRecipe(server.make(), places().gizli1) }),
      patient_not_found: async () => addRecipe({ patientId: newId() }),
      appointment_not_found: async () => addRecipe({ appointmentId: newId() }),
    },
    'recipe.delete': {
      record_not_found: async () => doctor().call('recipe.delete', { id: newId() }),
      permission_denied: async () =>
        doctor().call('recipe.delete', { id: await makeRecipe(server.make(), colleague()) }),
      delete_too_late: async () =>
        doctor().call('recipe.delete', { id: await makeRecipe(server.make(), here(), yesterday()) }),
    },
    'report.list': { patient_not_found: async () => desk().call('report.list', { patient: newId() }) },
    'report.add': {
      id_taken: async () => addReport({ id: await makeReport(server.make(), places().gizli1) }),
      patient_not_found: async () => addReport({ patientId: newId() }),
      appointment_not_found: async () => addReport({ appointmentId: newId() }),
      // another patient's record
      record_not_found: async () =>
        addReport({
          kind: 'result',
          reportId: await makeReport(server.make(), { ...here(), patient: places().kuzey2.patient }),
        }),
    },
    'report.delete': {
      record_not_found: async () => doctor().call('report.delete', { id: newId() }),
      permission_denied: async () =>
        doctor().call('report.delete', { id: await makeReport(server.make(), colleague()) }),
      delete_too_late: async () =>
        doctor().call('report.delete', { id: await makeReport(server.make(), here(), yesterday()) }),
    },
  }
}

import { toColumn } from '../../server/db/sealed-columns.ts'
import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { newName } from '../../server/ports/files/store.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type CareCalls = Extract<
  CallName,
  | `recipe.${string}`
  | `report.${string}`
  | `patient.${string}Note`
  | `patient.${string}File`
  | `patient.${'erase' | 'askErasure' | 'files'}`
>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in CareCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for what is written about a patient and stored for them, each with its own record. */
export const careAttempts: Area = {
  'patient.getNote': async (make, actor, place) => ({
    input: { patient: place.patient },
    about: [await make.note(place, actor)],
  }),
  'patient.addNote': async (_, _actor, place) => ({
    input: { id: newId(), patientId: place.patient, text: 'Sabah arayın' },
  }),
  'patient.editNote': async (make, actor, place) => ({
    input: { id: await make.note(place, actor), text: 'Öğleden sonra arayın' },
  }),
  'patient.deleteNote': async (make, actor, place) => ({ input: { id: await make.note(place, actor) } }),
  'patient.files': async (make, actor, place) => ({
    input: { patient: place.patient },
    about: [await make.file(place, actor)],
  }),
  'patient.addFile': async (make, actor, place) => ({ input: await makeArrived(make, place, actor) }),
  'patient.deleteFile': async (make, actor, place) => ({ input: { id: await make.file(place, actor) } }),
  'patient.erase': async (make, _actor, place) => ({ input: await toErase(make, place) }),
  'patient.askErasure': async () => ({ input: { ask: true } }),
  'recipe.list': async (make, _actor, place) => ({
    input: { patient: place.patient },
    about: [await makeRecipe(make, place)],
  }),
  'recipe.add': async (_, _actor, place) => ({ input: recipeOf(place.patient) }),
  'recipe.delete': async (make, _actor, place) => ({ input: { id: await makeRecipe(make, place) } }),
  'report.list': async (make, _actor, place) => ({
    input: { patient: place.patient },
    about: [await makeReport(make, place)],
  }),
  'report.add': async (_, _actor, place) => ({ input: reportOf(place.patient) }),
  'report.delete': async (make, _actor, place) => ({ input: { id: await makeReport(make, place) } }),
}

/** A patient of the place who may be erased, and their name as the caller must type it. */
export async function toErase(make: Try, place: Place): Promise<Input<'patient.erase'>> {
  const id = await make.patient(place)
  const { rows } = await make.server.pool.query<{ name: string }>('select name from person where id = $1', [id])
  return { id, name: rows[0]?.name ?? 'Kimse', reason: 'asked' }
}

export const recipeOf = (patientId: string): Input<'recipe.add'> => ({
  id: newId(),
  patientId,
  lines: [{ drug: 'Amoksisilin 500 mg', dose: '1 kapsül', times: '3 × 1', days: 7, note: 'Tok karnına' }],
  note: 'Bol su için.',
})

export const reportOf = (patientId: string): Input<'report.add'> => ({
  id: newId(),
  patientId,
  kind: 'request',
  title: 'Kan tahlili',
  lines: [{ test: 'Hemogram', value: '', note: 'Aç karnına' }],
  description: 'Halsizlik',
  comment: '',
})

/** A recipe that the place's doctor wrote this minute, or at `wroteAt`, epoch ms. */
export async function makeRecipe({ server, isThere }: Try, place: Place, wroteAt = server.clock.now) {
  const { id, lines } = recipeOf(place.patient)
  if (isThere(place))
    await server.pool.query(
      `insert into recipe (id, patient_id, clinic_id, doctor_id, doctor_name, lines, note, created_at) values ($1, $2, $3, $4, 'Test', $5, $6, $7)`,
      [
        id,
        place.patient,
        place.clinic,
        place.doctor,
        toColumn('recipe', 'lines', { id, clinic: place.clinic }, JSON.stringify(lines)),
        toColumn('recipe', 'note', { id, clinic: place.clinic }, `recete ${id}`),
        new Date(wroteAt),
      ],
    )
  return id
}

/** The same for a report: requested tests. */
export async function makeReport({ server, isThere }: Try, place: Place, wroteAt = server.clock.now) {
  const { id, lines } = reportOf(place.patient)
  if (isThere(place))
    await server.pool.query(
      `insert into report (id, patient_id, clinic_id, doctor_id, doctor_name, kind, title, lines, created_at)
       values ($1, $2, $3, $4, 'Test', 'request', $5, $6, $7)`,
      [
        id,
        place.patient,
        place.clinic,
        place.doctor,
        toColumn('report', 'title', { id, clinic: place.clinic }, `rapor ${id}`),
        toColumn('report', 'lines', { id, clinic: place.clinic }, JSON.stringify(lines)),
        new Date(wroteAt),
      ],
    )
  return id
}

/** A file that the actor has uploaded completely, ready to be attached to the place's patient. */
export async function makeArrived({ server, personOf }: Try, place: Place, actor: Actor) {
  const id = newId()
  const person = personOf(actor)
  if (person)
    await server.pool.query(
      `insert into file_upload (id, owner_id, size, received, state, sent_type, type, kept_size, sha256, stored, started_at)
           values ($1, $2, 100, 100, 'ready', 'image/png', 'image/webp', 90, 'x', $3, now())`,
      [id, person.id, newName()],
    )
  return {
    id,
    patientId: place.patient,
    title: 'Tahlil',
    name: 'tahlil.png',
    type: 'image/png' as const,
    size: 100,
  }
}

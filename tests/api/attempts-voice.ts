import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type VoiceCalls = Extract<
  CallName,
  `moderation.${string}` | `comment.${string}` | `video.${string}` | `question.${string}`
>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in VoiceCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for what people say in public, each with its own record. */
export const voiceAttempts: Area = {
  'moderation.list': async (make, _actor, place) => ({
    input: { limit: 1000 },
    about: [await makeComment(make, place), await makeQuestion(make, place, { answered: true })],
  }),
  'comment.list': async (make, _actor, place) => {
    const id = await makeComment(make, place)
    return { input: { limit: 1000 }, about: [id] }
  },
  'comment.get': async (make, _actor, place) => ({ input: { id: await makeComment(make, place) } }),
  'comment.add': async (make, _actor, place) => ({
    input: { id: newId(), appointmentId: await makeCompleted(make, place), rate: 4, content: 'Çok ilgilendi.' },
  }),
  'comment.publish': async (make, _actor, place) => ({ input: { id: await makeComment(make, place) } }),
  'comment.unpublish': async (make, _actor, place) => ({
    input: { id: await makeComment(make, place, { published: true }) },
  }),
  'comment.report': async (make, _actor, place) => ({
    input: { id: await makeComment(make, place), reason: 'Benim hastam değil' },
  }),
  'comment.answer': async (make, _actor, place) => ({
    input: { id: await makeComment(make, place), answer: 'Teşekkür ederiz.' },
  }),
  'comment.publishAnswer': async (make, _actor, place) => ({
    input: { id: await makeComment(make, place, { answer: 'Teşekkürler.' }) },
  }),
  'comment.unpublishAnswer': async (make, _actor, place) => ({
    input: { id: await makeComment(make, place, { answer: 'Teşekkürler.' }) },
  }),
  'question.list': async (make, _actor, place) => ({
    input: { limit: 1000 },
    about: [await makeQuestion(make, place)],
  }),
  'question.voices': async (_, _actor, place) => ({ input: { id: place.doctor } }),
  'question.ask': async ({ server }, _actor, place) => {
    // five a day are enough for a patient, not for all attempts
    await server.pool.query('delete from question where asker_id is not null')
    return { input: { id: newId(), doctorId: place.doctor, content: 'Ne kadar su içmeliyim?' } }
  },
  'question.mark': async (make, _actor, place) => ({
    input: { id: await makeQuestion(make, place, { answered: true, published: true }), mark: 'like' },
  }),
  'question.answer': async (make, _actor, place) => ({
    input: { id: await makeQuestion(make, place), answer: '<p>Bol su için.</p>' },
  }),
  'question.publish': async (make, _actor, place) => ({
    input: { id: await makeQuestion(make, place, { answered: true }) },
  }),
  'question.unpublish': async (make, _actor, place) => ({
    input: { id: await makeQuestion(make, place, { answered: true, published: true }) },
  }),
  'question.delete': async (make, _actor, place) => ({ input: { id: await makeQuestion(make, place) } }),
  'video.list': async () => ({ input: {} }),
  'video.look': async () => ({ input: { code: makeCode() } }),
  'video.add': async () => ({ input: { id: newId(), title: 'Nefes egzersizi', code: makeCode() } }),
  'video.move': async (make, _actor, place) => ({ input: { id: await makeVideo(make, place), place: 2 } }),
  'video.delete': async (make, _actor, place) => ({ input: { id: await makeVideo(make, place) } }),
}

/** A code that no other attempt has used; the test double knows it. */
let codes = 0
const makeCode = () => `try-${String(codes++).padStart(7, '0')}`

/** A question to the place's doctor, with their answer if `answered`. */
export async function makeQuestion(
  { server, isThere }: Try,
  place: Place,
  { answered = false, published = false }: { readonly answered?: boolean; readonly published?: boolean } = {},
) {
  const id = newId()
  const at = new Date(server.clock.now)
  if (isThere(place))
    await server.pool.query(
      `insert into question (id, clinic_id, doctor_id, content, answer, answered_at, answerer_id, answered_by, published, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        place.clinic,
        place.doctor,
        `soru ${id}`,
        answered ? '<p>Evet.</p>' : '',
        answered ? at : null,
        answered ? place.doctor : null,
        answered ? 'Test' : null,
        published,
        at,
      ],
    )
  return id
}

/** A video of the place's doctor. */
export async function makeVideo({ server, isThere }: Try, place: Place) {
  const id = newId()
  if (isThere(place))
    await server.pool.query(
      'insert into video (id, doctor_id, title, code, place, created_at) values ($1, $2, $3, $4, 1, $5)',
      [id, place.doctor, `video ${id}`, makeCode(), new Date(server.clock.now)],
    )
  return id
}

/**
 * A past visit of the place without a comment. All attempts take turns on a few, because lists of visits are read
 * whole; on more than one, because a comment on the last attempt's visit may still arrive when the next one begins.
 */
export async function makeCompleted(make: Try, place: Place) {
  const { pool } = make.server
  const known = over.get(make) ?? new Map<Place, string[]>()
  over.set(make, known)
  const visits = known.get(place) ?? []
  known.set(place, visits)
  if (visits.length < IN_TURN) {
    const id = await make.visit(place, 'past')
    await pool.query(`update appointment set status = 'completed' where id = $1`, [id])
    visits.push(id)
    return id
  }
  const id = visits.shift()!
  visits.push(id)
  await pool.query('delete from comment where appointment_id = $1', [id])
  return id
}
const IN_TURN = 8
const over = new WeakMap<Try, Map<Place, string[]>>()

/** A comment of the place's patient on a visit there. */
export async function makeComment(
  make: Try,
  place: Place,
  {
    published = false,
    rate = 5,
    answer = '',
  }: { readonly published?: boolean; readonly rate?: number; readonly answer?: string } = {},
) {
  const id = newId()
  const at = new Date(make.server.clock.now)
  if (make.isThere(place))
    await make.server.pool.query(
      'insert into comment (id, appointment_id, rate, content, published, created_at, answer, answered_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [id, await makeCompleted(make, place), rate, `yorum ${id}`, published, at, answer, answer ? at : null],
    )
  return id
}

import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/id.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type VoiceCalls = Extract<CallName, `comment.${string}`>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in VoiceCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Tries of what is said in public, each on a record of its own. */
export const voiceAttempts: Area = {
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
}

/** A visit of the place that is over and that nobody has written about. */
export async function makeCompleted(make: Try, place: Place) {
  const id = await make.visit(place, 'past')
  await make.server.pool.query(`update appointment set status = 'completed' where id = $1`, [id])
  return id
}

/** What the place's patient wrote of a visit there. */
export async function makeComment(
  make: Try,
  place: Place,
  { published = false, rate = 5 }: { readonly published?: boolean; readonly rate?: number } = {},
) {
  const id = newId()
  if (make.isThere(place))
    await make.server.pool.query(
      'insert into comment (id, appointment_id, rate, content, published, created_at) values ($1, $2, $3, $4, $5, $6)',
      [id, await makeCompleted(make, place), rate, `yorum ${id}`, published, new Date(make.server.clock.now)],
    )
  return id
}

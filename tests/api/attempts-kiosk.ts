import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { hashOf } from '../../server/identity/secret.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type KioskCalls = Extract<CallName, `kiosk.${string}`>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in KioskCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for check-in tablets. */
export const kioskAttempts: Area = {
  'kiosk.list': async () => ({ input: {} }),
  'kiosk.enrol': async () => ({ input: { id: newId(), name: 'Giriş', area: 'B', doctorIds: [] } }),
  'kiosk.revoke': async (make, _actor, place) => ({ input: { id: (await makeKiosk(make, place)).id } }),
  'kiosk.today': async (make, _actor, place) => ({ input: await makeKiosk(make, place) }),
  'kiosk.arrive': async (make, _actor, place) => ({
    input: {
      ...(await makeKiosk(make, place)),
      arrivals: [{ visitId: newId(), at: new Date(make.server.clock.now).toISOString() }],
    },
  }),
  'kiosk.leave': async (make, _actor, place) => ({ input: await makeKiosk(make, place) }),
}

/** A tablet of the place's clinic, and its key. */
export async function makeKiosk({ server: { pool, clock }, isThere }: Try, place: Place) {
  const key = { id: newId(), token: newId().replaceAll('-', '').padEnd(43, 'k') }
  if (isThere(place))
    await pool.query(
      `insert into kiosk (id, clinic_id, name, area, token_hash, enrolled_at, enrolled_by) values ($1, $2, 'Giriş', '', $3, $4, 'x')`,
      [key.id, place.clinic, hashOf(key.token), new Date(clock.now)],
    )
  return key
}

import type { TestServer } from '../../tests/journeys/support/server.ts'
import { addressOf, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import { p95 } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const ROUNDS = 20
const CLINIC = 'kuzguncuk'

/** Searches for a patient: a name typed letter by letter, two beginnings, a number, a name that does not exist. */
const TYPED = ['ay', 'ays', 'ayse y', 'yilmaz', 'mueller', 'се', '0532', '5550', '10000000146', 'qqqq']

/**
 * The ms of the slowest twentieth of each search, as a caller on this machine waits for it, by "who, typed" (SCREENS
 * B7).
 */
export async function measureSearch(server: TestServer): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const [who, host, username] of [
    ['admin', null, `admin@${MAIL_HOST}`],
    ['clinic', CLINIC, addressOf('clinic', CLINIC)],
  ] as const) {
    const call = callerAt(server, host)
    const headers = await signIn(call, 'admin', username)
    for (const keyword of TYPED) {
      const taken: number[] = []
      for (let i = 0; i < ROUNDS; i++) {
        const begun = performance.now()
        // as the list asks while a person types: only active patients
        await call('/api/patient/list', { keyword, active: true, limit: 20 }, headers)
        taken.push(performance.now() - begun)
      }
      times.set(`${who}, “${keyword}”`, p95(taken))
    }
  }
  return times
}

import type pg from 'pg'
import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import { firstSession } from '../identity/session-store.ts'

/** When people say they did things, in their order, ISO; null where nobody says. `sentAt`: the same clock as it was when it was sent, ISO. */
export type Claims = { readonly madeAt: readonly (string | null)[]; readonly sentAt: string | null }

/**
 * When each change was done, epoch ms by this clock; null where nobody says, or where what they say cannot be (decision 0086): before this
 * person's oldest session, or longer ago than keys are kept. Then the moment it came in stands.
 */
export async function momentsOf(
  pool: Pick<pg.Pool, 'query'>,
  personId: string,
  claims: Claims,
  now: number,
): Promise<readonly (number | null)[]> {
  const moments = byThisClock(claims, now)
  if (!moments.some((moment) => moment !== null && isLate(moment, now))) return moments
  const since = Math.max((await firstSession(pool, personId)) ?? now, now - KEPT_MS)
  return moments.map((moment) => (moment !== null && isLate(moment, now) && moment < since ? null : moment))
}

/**
 * The moments put on this clock: by how far the device's was off when it sent. What is on its way for a while is no error of a clock. None lies in
 * the future: where a clock was put right after the change was made, it is known of it only that it is over.
 */
export function byThisClock({ madeAt, sentAt }: Claims, now: number): readonly (number | null)[] {
  const off = sentAt === null ? 0 : now - Date.parse(sentAt)
  const error = Math.abs(off) > UNDER_WAY_MS ? off : 0
  return madeAt.map((claim) => (claim === null ? null : Math.min(now, Date.parse(claim) + error)))
}

/** Whether something came in so long after it was done that people are told both times. */
const isLate = (moment: number, now: number) => now - moment > LATE_MS

/** For the field that says when the server heard of something: null where that was at once. */
export const heardAt = (moment: number, now: number) => (isLate(moment, now) ? new Date(now) : null)

const LATE_MS = 60_000
const UNDER_WAY_MS = 60_000
/** As long as the keys of changes: what is older cannot be told from one that was made twice. */
const KEPT_MS = KEY_KEPT_DAYS * 86_400_000

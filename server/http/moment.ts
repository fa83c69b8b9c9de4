import type pg from 'pg'
import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import { firstSession } from '../identity/session-store.ts'

/**
 * When people say they did things, in order, ISO; null if they do not say. `sentAt`: the same clock at the time of
 * sending, ISO.
 */
export type Claims = { readonly madeAt: readonly (string | null)[]; readonly sentAt: string | null }

/**
 * When each change was done, epoch ms by this clock. Null if it is not said, or if it is impossible (decision 0086):
 * before this person's oldest session, or longer ago than keys are kept. Then the time of arrival counts.
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
 * The moments converted to this clock, by how far the device's clock was off when it sent. Transit time is not a clock
 * error. None is in the future: if a clock was corrected after the change was made, it is only known that the change is
 * past.
 */
export function byThisClock({ madeAt, sentAt }: Claims, now: number): readonly (number | null)[] {
  const off = sentAt === null ? 0 : now - Date.parse(sentAt)
  const error = Math.abs(off) > UNDER_WAY_MS ? off : 0
  return madeAt.map((claim) => (claim === null ? null : Math.min(now, Date.parse(claim) + error)))
}

/** Whether something arrived so long after it was done that people see both times. */
const isLate = (moment: number, now: number) => now - moment > LATE_MS

/** For the field that says when the server heard of something: null if that was at once. */
export const heardAt = (moment: number, now: number) => (isLate(moment, now) ? new Date(now) : null)

const LATE_MS = 60_000
const UNDER_WAY_MS = 60_000
/** As long as the keys of changes: an older change could not be told from a repeated one. */
const KEPT_MS = KEY_KEPT_DAYS * 86_400_000

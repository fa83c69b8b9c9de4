import { ALONE_HOURS } from '../../../contract/approval/approval.ts'
import { aloneLimit } from '../../../contract/approval/approval.rules.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import { readSettings } from '../setting/read.ts'

/**
 * Whether the caller may move this amount by hand without approval; if so it is counted (docs/decisions/0101). What
 * counts is a day's sum in a currency over all accounts known to be the caller's, so that many small gifts count as one
 * large one. Waits for concurrent ones.
 */
export async function movesAlone(db: Db, currency: Currency, amount: number, now: number): Promise<boolean> {
  const limit = aloneLimit(await readSettings(db), currency)
  const { rows } = await db.query<{ sum: number }>('select moved_alone($1, $2) as sum', [
    currency,
    new Date(now - ALONE_HOURS * 3_600_000),
  ])
  if (rows[0]!.sum + amount > limit) return false
  await db.query('select moves_alone($1, $2, $3)', [currency, amount, new Date(now)])
  return true
}

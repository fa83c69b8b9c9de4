import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { addByHand, type Deed } from '../payment/ledger.ts'
import { moneyIn } from '../payment/words.ts'

type Asking = Pick<Ctx<'balance.add'>, 'db' | 'deps' | 'after' | 'now'>

export type ByHand = {
  readonly id: string
  readonly patientId: string
  readonly clinicId: string | null
  readonly currency: Currency
  /** Signed: a positive amount is given. */
  readonly amount: number
}

/**
 * Moves the amount and notifies the patient: no one's wallet changes without a notification. False if the id was used
 * before.
 */
export async function moveByHand({ db, deps, after, now }: Asking, movement: ByHand, deed: Deed): Promise<boolean> {
  if (!(await addByHand(db, movement, deed))) return false
  const { rows } = await db.query<{ lang: Language | null; house: string | null }>(OF, [
    movement.patientId,
    movement.clinicId,
  ])
  const amount = moneyIn(rows[0]?.lang ?? 'tr', movement.amount, movement.currency)
  const args = [rows[0]?.house ?? 'Bedside', movement.amount > 0 ? `+${amount}` : amount]
  await note(db, { userId: movement.patientId, kind: 'balance_changed', args }, now)
  after(async () => deps.poke([`user:${movement.patientId}`]))
  return true
}

const OF = 'select lang_of($1) as lang, (select name from clinic where id = $2) as house'

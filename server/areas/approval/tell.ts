import type { Language } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import { note } from '../notification/note.ts'
import { moneyIn } from '../payment/words.ts'
import type { ApprovalFacts } from './store.ts'

/** Tells the person who asked how a request was decided: by whom, and the amount. It names no patient. */
export async function tellAsker(
  db: Db,
  { asked_by, amount, currency }: Pick<ApprovalFacts, 'asked_by' | 'amount' | 'currency'>,
  kind: 'approval_approved' | 'approval_declined' | 'approval_lapsed',
  now: number,
  by?: string,
): Promise<void> {
  const { rows } = await db.query<{ lang: Language | null }>('select lang_of($1) as lang', [asked_by])
  const args = [...(by === undefined ? [] : [by]), moneyIn(rows[0]?.lang ?? 'tr', amount, currency)]
  await note(db, { userId: asked_by, kind, args }, now)
}

import type { Approval } from '../../../contract/approval/approval.ts'
import { APPROVAL_DAYS } from '../../../contract/approval/approval.ts'
import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { moneyIn } from './words.ts'

type Asking = Pick<Ctx<'balance.add'>, 'db' | 'who' | 'now' | 'deps' | 'after'>

export type Request = {
  readonly id: string
  readonly kind: Approval['kind']
  readonly patientId: string
  readonly amount: number
  readonly currency: Currency
  readonly reason?: string
  readonly payment?: { readonly id: string; readonly to: 'wallet' | 'source' }
}

/**
 * Requests a second person, and notifies those who may decide. Null if the id is taken, or a request for this refund
 * already waits.
 */
export async function askSecond({ db, who, now, deps, after }: Asking, request: Request): Promise<Approval | null> {
  const { rowCount } = await db.query(INSERT, [
    request.id,
    request.kind,
    request.patientId,
    who.clinicId,
    request.payment?.id ?? null,
    request.payment?.to ?? null,
    request.amount,
    request.currency,
    request.reason ?? null,
    who.id,
    who.name,
    new Date(now),
    new Date(now + APPROVAL_DAYS * 86_400_000),
  ])
  if (!rowCount) return null
  const rooms = await ringApprovers(db, who, request, now)
  after(async () => deps.poke(rooms))
  return readApproval(db, request.id)
}

/** As its reader may see it; null if they may not. */
export async function readApproval(db: Db, id: string): Promise<Approval | null> {
  const { rows } = await db.query<Approval>('select * from approval_row where id = $1', [id])
  return rows[0] ?? null
}

/** It names no patient, since a notification outlives the patient's erasure. */
async function ringApprovers(db: Db, who: Who, { id, amount, currency }: Request, now: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string; lang: Language | null }>(APPROVERS, [id])
  for (const each of rows)
    await note(
      db,
      { userId: each.id, kind: 'approval_asked', args: [who.name, moneyIn(each.lang ?? 'tr', amount, currency)] },
      now,
    )
  return rows.map((each) => `user:${each.id}`)
}

const INSERT = `insert into approval (id, kind, patient_id, clinic_id, payment_id, refund_to, amount, currency, reason, asked_by, asked_name, asked_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`
const APPROVERS = 'select a.id, lang_of(a.id) as lang from approvers_of($1) a (id)'

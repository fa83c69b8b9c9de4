import type { Currency } from '../../../contract/kernel/constants.ts'
import type {
  EARN_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  REFUND_STATUSES,
} from '../../../contract/payment/payment.lists.ts'
import type { Db } from '../../db/pool.ts'

/** A payment as the server's own steps need it, in the columns' names. */
export type PaymentFacts = {
  readonly id: string
  readonly appointment_id: string | null
  readonly patient_id: string
  readonly doctor_id: string | null
  readonly clinic_id: string | null
  readonly type: (typeof PAYMENT_TYPES)[number]
  readonly status: (typeof PAYMENT_STATUSES)[number]
  readonly refund_status: (typeof REFUND_STATUSES)[number]
  readonly refund_to: 'wallet' | 'source' | null
  readonly amount: number
  readonly wallet_amount: number
  /** Of it, what the payment's clinic gave; `wallet_house` is that clinic. */
  readonly wallet_given: number
  readonly wallet_house: string | null
  readonly wallet_patient: string | null
  readonly currency: Currency
  readonly commission: number
  readonly earn: number
  readonly earn_status: (typeof EARN_STATUSES)[number]
  readonly top_up: boolean
  /** Only the clinic's own people say that it was paid. */
  readonly at_desk: boolean
}

export type VisitFacts = {
  readonly id: string
  readonly status: 'waiting' | 'completed' | 'cancelled'
  readonly noShow: boolean
}

/**
 * A payment that the caller may see and its visit, both locked until the end of the transaction; null if there is none.
 * The visit is locked first, as everywhere, so that no two deadlock.
 */
export async function lockPayment(
  db: Db,
  id: string,
): Promise<{ readonly payment: PaymentFacts; readonly visit: VisitFacts | null } | null> {
  const found = await db.query<{ appointment_id: string | null }>('select appointment_id from payment where id = $1', [
    id,
  ])
  if (!found.rows[0]) return null
  const visit = await db.query<VisitFacts>(
    'select id, status, no_show_at is not null as "noShow" from appointment where id = $1 for update',
    [found.rows[0].appointment_id],
  )
  const { rows } = await db.query<PaymentFacts>(LOCK, [id])
  return rows[0] ? { payment: rows[0], visit: visit.rows[0] ?? null } : null
}

/** The payments of a visit that is locked already, locked too. */
export async function lockPaymentsOf(db: Db, appointmentId: string): Promise<PaymentFacts[]> {
  const { rows } = await db.query<PaymentFacts>(LOCK_OF, [appointmentId])
  return rows
}

const LOCK = 'select * from payment where id = $1 for update'
const LOCK_OF = 'select * from payment where appointment_id = $1 order by added_at, id for update'

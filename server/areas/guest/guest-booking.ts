import type { Currency } from '../../../contract/kernel/constants.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import type { Db } from '../../db/pool.ts'

/** A stranger's booking on its way (decision 0155). */
export type GuestBooking = {
  readonly id: string
  readonly doctorId: string
  readonly clinicId: string | null
  readonly type: 'online' | 'face-to-face'
  /** The type of visit and its name; null for the hours' own. */
  readonly visitTypeId: string | null
  readonly visitTypeName: VisitType['name'] | null
  readonly start: Date
  readonly end: Date
  /** As the browser saw it, minor units. */
  readonly price: number
  readonly currency: Currency
  readonly heldUntil: Date | null
  readonly data: GuestData
  readonly codeHash: string | null
  readonly codeUntil: Date | null
  readonly bookedAt: Date | null
  readonly madeAt: Date
  readonly expiresAt: Date
  readonly zone: string
}

/** What was typed, kept until the appointment is booked and no longer than an hour. */
export type Typed = {
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly email: string
  /** YYYY-MM-DD. */
  readonly birthDate: string
  readonly whom: 'self' | 'other'
  /** Who books for someone else. */
  readonly booker: string
  readonly by: 'sms' | 'mail'
  /** `card`, `later`, or the id of a bank to transfer to. */
  readonly pay: string
}

type GuestData = {
  readonly typed?: Typed
  /** The contact that a code has proved in this browser, and when, epoch ms. */
  readonly proved?: { readonly contact: string; readonly at: number }
}

/** Where the code and the letters go. */
export const contactOf = ({ by, phone, email }: Typed): string => (by === 'sms' ? phone : email.toLowerCase())

/** A proof in this browser counts for as long as a booking may take. */
export const isProved = ({ typed, proved }: GuestData, now: number): boolean =>
  typed !== undefined && proved?.contact === contactOf(typed) && now - proved.at < GUEST_MINUTES * 60_000

/** How long a booking may take, once it has begun. */
export const GUEST_MINUTES = 60

/** The booking with this id, if it is this browser's and has not expired. */
export async function findBooking(db: Db, id: string, browserHash: string, now: number): Promise<GuestBooking | null> {
  const { rows } = await db.query<GuestBooking>(FIND, [id, browserHash, new Date(now)])
  return rows[0] ?? null
}

/** What this browser has typed and proved for a booking that is still open: another time starts with it. */
export async function lastTyped(db: Db, browserHash: string, now: number): Promise<GuestData> {
  const { rows } = await db.query<{ data: GuestData }>(
    `select data from guest_booking where browser_hash = $1 and expires_at > $2 and booked_at is null and data <> '{}'
      order by made_at desc limit 1`,
    [browserHash, new Date(now)],
  )
  return rows[0]?.data ?? {}
}

export const keepData = (db: Db, id: string, data: GuestData) =>
  db.query('update guest_booking set data = $2 where id = $1', [id, JSON.stringify(data)])

/** Lets the time go. */
export const releaseTime = (db: Db, id: string) =>
  db.query('update guest_booking set held_until = null where id = $1', [id])

const FIND = `select id, doctor_id as "doctorId", clinic_id as "clinicId", type, lower(during) as start, upper(during) as "end", price, currency, held_until as "heldUntil",
  data, code_hash as "codeHash", code_until as "codeUntil", booked_at as "bookedAt", made_at as "madeAt", expires_at as "expiresAt",
  clock_of(clinic_id, doctor_id) as zone, visit_type_id as "visitTypeId",
  (select name from visit_type t where t.id = visit_type_id) as "visitTypeName"
  from guest_booking where id = $1 and browser_hash = $2 and expires_at > $3`

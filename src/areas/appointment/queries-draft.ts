import type { Device } from '../../screen/device.ts'
import type { Booking } from './booking.ts'

/** An unfinished booking on this device, and where it started; "book again" with another doctor does not restore it. */
export type KeptDraft = { readonly booking: Booking; readonly from: string; readonly at: number }

export async function readDraft({ db }: Device): Promise<KeptDraft | null> {
  const kept = await db.drafts.get(BOOKING_DRAFT)
  return (kept?.value as KeptDraft | undefined) ?? null // only `keepDraft` writes it
}

export const BOOKING_DRAFT = 'booking'

import type { Device } from '../../screen/device.ts'
import { wantMonths } from '../../sync/months.ts'

/**
 * Keeps months (like 2026-03) on this device from the next pull on, or releases them. False if there would be too many.
 */
export async function keepMonths(
  { db, kick }: Pick<Device, 'db' | 'kick'>,
  months: readonly string[],
  on: boolean,
): Promise<boolean> {
  const done = await wantMonths(db, months, on)
  if (done) kick()
  return done
}

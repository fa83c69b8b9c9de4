import type { Device } from '../../screen/device.ts'
import { wantClinics } from '../../sync/clinics.ts'

/** Holds the records of these clinics on this device from the next pull on, and of no others. */
export async function holdClinics({ db, kick }: Pick<Device, 'db' | 'kick'>, ids: readonly string[]): Promise<void> {
  await wantClinics(db, ids)
  kick()
}

import type { Device } from '../../screen/device.ts'
import { openCard } from '../../sync/cards.ts'

/** Keeps a doctor's card on this device from the next pull on, which with a network starts at once (decision 0145). */
export async function keepCard({ db, kick }: Pick<Device, 'db' | 'kick'>, doctorId: string): Promise<void> {
  await openCard(db, doctorId)
  kick()
}

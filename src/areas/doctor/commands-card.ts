import type { Device } from '../../screen/device.ts'
import { openCard } from '../../sync/cards.ts'

/** Holds a doctor's card on this device from the next pull on, which is at once where there is a network (decision 0145). */
export async function keepCard({ db, kick }: Pick<Device, 'db' | 'kick'>, doctorId: string): Promise<void> {
  await openCard(db, doctorId)
  kick()
}

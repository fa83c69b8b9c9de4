import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** Closes this desk's clinic (`start` and `end` are ISO instants); returns the closure's id and the entry's. */
export async function closeClinic(device: Device, input: Omit<Input<'closure.add'>, 'id'>) {
  const id = newId(device.now())
  const { clinicId } = device.person
  const entry = await queueChange(device, 'closure.add', { id, ...input }, { clinicId })
  return { id, entry }
}

/** Returns the entry's id. */
export const openClinic = (device: Device, id: string) => queueChange(device, 'closure.remove', { id })

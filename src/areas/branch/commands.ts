import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'

/** Changes a specialty, also offline; throws `NotSaved` if the device has no room. */
export const addBranch = (device: Device, fields: Omit<Input<'branch.add'>, 'id'>) =>
  queue(device, 'branch.add', { id: newId(device.now()), ...fields })
export const editBranch = (device: Device, input: Input<'branch.update'>) => queue(device, 'branch.update', input)
export async function removeBranch(device: Device, id: string): Promise<void> {
  await queue(device, 'branch.delete', { id })
}

import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Changes of a static page, also offline; each returns the entry's id and throws `NotSaved` if the device has no room.
 */
export const addPage = (device: Device, input: Omit<Input<'page.add'>, 'id'>) =>
  queueChange(device, 'page.add', { id: newId(device.now()), ...input })
export const editPage = (device: Device, input: Input<'page.update'>) => queueChange(device, 'page.update', input)
export const publishPage = (device: Device, id: string) => queueChange(device, 'page.publish', { id })
export const unpublishPage = (device: Device, id: string) => queueChange(device, 'page.unpublish', { id })
export const deletePage = (device: Device, id: string) => queueChange(device, 'page.delete', { id })

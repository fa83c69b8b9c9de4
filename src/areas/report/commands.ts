import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Writes a request or a result in the clinic the doctor works in now, also offline; `doctorName` includes the title, as
 * it will be signed. Returns the entry's id.
 */
export const addReport = (device: Device, doctorName: string, input: Omit<Input<'report.add'>, 'id' | 'clinicId'>) =>
  queueChange(
    device,
    'report.add',
    { id: newId(device.now()), clinicId: device.session.clinicId, ...input },
    { authorId: device.person.id, doctorName },
  )

export const deleteReport = (device: Device, id: string) => queueChange(device, 'report.delete', { id })

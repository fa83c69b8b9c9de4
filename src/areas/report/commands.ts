import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** Writes a request or a result where the doctor stands, also offline; `doctorName` with the title, as it will be signed. Answers the entry's id. */
export const addReport = (device: Device, doctorName: string, input: Omit<Input<'report.add'>, 'id' | 'clinicId'>) =>
  queueChange(
    device,
    'report.add',
    { id: newId(device.now()), clinicId: device.session.clinicId, ...input },
    { authorId: device.person.id, doctorName },
  )

export const deleteReport = (device: Device, id: string) => queueChange(device, 'report.delete', { id })

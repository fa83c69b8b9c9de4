import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** A patient's comment on their visit, also offline. Each returns the entry's id. */
export const addComment = (
  device: Device,
  visit: Pick<Appointment, 'id' | 'doctorId' | 'clinicId'>,
  content: Pick<Input<'comment.add'>, 'rate' | 'content'>,
) =>
  queueChange(
    device,
    'comment.add',
    { id: newId(device.now()), appointmentId: visit.id, ...content },
    { authorId: device.person.id, doctorId: visit.doctorId, clinicId: visit.clinicId },
  )

export const publishComment = (device: Device, id: string) => queueChange(device, 'comment.publish', { id })
export const unpublishComment = (device: Device, id: string) => queueChange(device, 'comment.unpublish', { id })
export const reportComment = (device: Device, id: string, reason: string) =>
  queueChange(device, 'comment.report', { id, reason })

/** An empty answer takes it back. `publishes`: the author is one of those who publish. */
export const answerComment = (device: Device, id: string, answer: string, publishes: boolean) =>
  queueChange(device, 'comment.answer', { id, answer }, { publishes })
export const publishAnswer = (device: Device, id: string) => queueChange(device, 'comment.publishAnswer', { id })
export const unpublishAnswer = (device: Device, id: string) => queueChange(device, 'comment.unpublishAnswer', { id })

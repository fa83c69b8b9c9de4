import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Answers in rich text, also offline; `doctorName` includes the title, as it will be signed. Each returns the entry's
 * id.
 */
export const answerQuestion = (device: Device, doctorName: string, id: string, answer: string) =>
  queueChange(device, 'question.answer', { id, answer }, { authorId: device.person.id, doctorName })

export const publishQuestion = (device: Device, id: string) => queueChange(device, 'question.publish', { id })
export const unpublishQuestion = (device: Device, id: string) => queueChange(device, 'question.unpublish', { id })
export const deleteQuestion = (device: Device, id: string) => queueChange(device, 'question.delete', { id })

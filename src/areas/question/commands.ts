import { newId } from '../../../contract/kernel/id.ts'
import { questionCalls } from '../../../contract/question/question.ts'
import type { Vote } from '../../../contract/question/question.lists.ts'
import { call } from '../../api/call.ts'
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

/** A patient asks a doctor, also offline. Returns the entry's id. */
export const askQuestion = (device: Device, doctorId: string, content: string) =>
  queueChange(
    device,
    'question.ask',
    { id: newId(device.now()), doctorId, content },
    { clinicId: device.session.clinicId },
  )

/** Says that an answer was read, or what its reader thinks of it; only over the network. */
export const markQuestion = (id: string, mark: Vote | 'seen') => call(questionCalls['question.mark'], { id, mark })

import { questionCalls } from '../../../contract/question/question.ts'
import { call } from '../../api/call.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** What others wrote about a doctor and what is public; read again once the device is back online. */
export function useVoices(doctorId: string) {
  const offline = useIsOffline()
  return useAnswer(() => call(questionCalls['question.voices'], { id: doctorId }), `${doctorId} ${offline}`)
}

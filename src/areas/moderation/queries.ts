import { articleCalls } from '../../../contract/article/article.ts'
import { moderationCalls, type Waiting } from '../../../contract/moderation/moderation.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** What waits over all clinics, by the server: a device holds the comments and questions of five. */
export function useWaiting(asked: { kind?: Waiting['kind']; clinicId?: string }, page: number, limit: number) {
  const input = { ...asked, page, limit }
  return useAnswer(() => call(moderationCalls['moderation.list'], input), JSON.stringify(input))
}

/** An article whole, by the server: one of a clinic that was private once may not be on this device. */
export const useArticleText = (id: string) => useAnswer(() => call(articleCalls['article.get'], { id }), id)

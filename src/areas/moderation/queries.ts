import { articleCalls } from '../../../contract/article/article.ts'
import { moderationCalls, type Waiting } from '../../../contract/moderation/moderation.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** What waits in all clinics, from the server: a device holds comments and questions of five clinics only. */
export function useWaiting(filter: { kind?: Waiting['kind']; clinicId?: string }, page: number, limit: number) {
  const input = { ...filter, page, limit }
  return useAnswer(() => call(moderationCalls['moderation.list'], input), JSON.stringify(input))
}

/** The whole article, from the server: this device may not hold one of a clinic that was once private. */
export const useArticleText = (id: string) => useAnswer(() => call(articleCalls['article.get'], { id }), id)

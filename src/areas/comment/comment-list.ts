import { foldText } from '../../../contract/kernel/fold.rules.ts'
import type { CommentSearch } from '../../screen/search.ts'
import type { ShownComment } from './queries.ts'

/** The days of the presets. */
const COMMENT_DAYS = { last7: 7, last30: 30, last365: 365 } as const

type CommentFilter = Omit<CommentSearch, 'page' | 'size'> & { readonly words?: string }

/**
 * Those that match the filters; without `rate` if all stars are counted. `words` are searched in the text. `now` is
 * epoch ms.
 */
export function passing(
  comments: readonly ShownComment[],
  { state, rate, doctor, preset, text, reported, words = '' }: CommentFilter,
  now: number,
): readonly ShownComment[] {
  const since = preset && new Date(now - COMMENT_DAYS[preset] * 86_400_000).toISOString()
  const folded = foldText(words.trim())
  return comments.filter(
    (comment) =>
      (!state || comment.published === (state === 'published')) &&
      (!rate || comment.rate === rate) &&
      (!doctor || comment.doctorId === doctor) &&
      (!since || comment.createdAt >= since) &&
      (!text || (comment.content !== '') === (text === 'with')) &&
      (!reported || comment.reportedAt !== null) &&
      (!folded || foldText(comment.content).includes(folded)),
  )
}

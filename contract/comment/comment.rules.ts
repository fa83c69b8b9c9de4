import type { Appointment } from '../appointment/appointment.ts'
import type { Comment } from './comment.ts'
import type { MessageCode } from '../kernel/messages.ts'

/** Why a patient may not comment on a visit of theirs, or null (rule 77): only once, and only after it is over. */
export const whyNotComment = (
  visit: Pick<Appointment, 'status'>,
  known: Pick<Comment, 'id'> | undefined,
): MessageCode | null => (visit.status !== 'completed' ? 'visit_not_completed' : known ? 'comment_exists' : null)

/** Why the answer to a comment cannot be made public, or null. */
export const whyNotPublishAnswer = ({ answer }: Pick<Comment, 'answer'>): MessageCode | null =>
  answer === '' ? 'comment_unanswered' : null

/**
 * The head of a list of comments: how many there are for each number of stars, and their mean to one digit; null if
 * there are none.
 */
export function summaryOf(histogram: readonly number[]): { readonly count: number; readonly average: number | null } {
  const count = histogram.reduce((sum, n) => sum + n, 0)
  const points = histogram.reduce((sum, n, i) => sum + n * (i + 1), 0)
  return { count, average: count ? Math.round((points / count) * 10) / 10 : null }
}

/** How many of these have one star, two … five. */
export function histogramOf(comments: Iterable<Pick<Comment, 'rate'>>): number[] {
  const counts = [0, 0, 0, 0, 0]
  for (const { rate } of comments) counts[rate - 1]! += 1
  return counts
}

/** What a reader thinks of an answer; `none` takes a vote back. */
export const VOTES = ['like', 'dislike', 'none'] as const
export type Vote = (typeof VOTES)[number]
export const QUESTION_STATES = ['unanswered', 'answered', 'unpublished'] as const

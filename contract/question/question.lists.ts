export const QUESTION_STATES = ['unanswered', 'answered', 'unpublished'] as const

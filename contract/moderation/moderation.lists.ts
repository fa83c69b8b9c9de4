/** What someone has to say yes to before the public reads it (rules 77 to 79). */
export const WAITING_KINDS = ['comment', 'question', 'article', 'page', 'answer'] as const

import type { MessageCode } from '../kernel/messages.ts'
import type { Question } from './question.ts'

/** How many questions a patient may ask within 24 hours. */
export const ASKED_A_DAY = 5

type AnsweredQuestion = Pick<Question, 'answer' | 'answererId'>

/** Why a doctor may not answer, or null: the first answer counts, and only its author edits it (SCREENS B14). */
export const whyNotAnswer = (
  { answererId }: Pick<Question, 'answererId'>,
  who: { readonly id: string },
): MessageCode | null => (answererId !== null && answererId !== who.id ? 'question_answered' : null)

/** Why a question cannot be made public, or null (rule 78). */
export const whyNotPublish = ({ answer }: Pick<Question, 'answer'>): MessageCode | null =>
  answer === '' ? 'question_unanswered' : null

/** Whether a question belongs under a tab: `unpublished` are answered questions that are not public. */
export const isUnder = (
  { answer, published }: Pick<AnsweredQuestion, 'answer'> & Pick<Question, 'published'>,
  state: 'unanswered' | 'answered' | 'unpublished',
): boolean => (state === 'unanswered' ? answer === '' : answer !== '' && (state === 'answered' || !published))

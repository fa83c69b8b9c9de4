import type { Effect, EffectsOf, Made } from '../kernel/effect.ts'
import type { Question, questionCalls } from './question.ts'

export const questionEffects: EffectsOf<typeof questionCalls, { readonly question: Question }> = {
  'question.answer': change((row, { answer }, { at, by, facts }) => ({
    ...row,
    answer,
    answeredAt: at,
    answererId: facts.authorId ?? row.answererId,
    answeredBy: facts.doctorName ?? by,
    published: false,
  })),
  'question.publish': change((row) => ({ ...row, published: true })),
  'question.unpublish': change((row) => ({ ...row, published: false })),
  'question.delete': {
    touches: ({ id }) => [{ table: 'question', id }],
    apply: { question: () => null },
  },
}

function change<I extends { id: string }>(
  next: (row: Question, input: I, made: Made) => Question,
): Effect<I, { readonly question: Question }> {
  return {
    touches: ({ id }) => [{ table: 'question', id }],
    apply: { question: (row, input, made) => row && next(row, input, made) },
  }
}

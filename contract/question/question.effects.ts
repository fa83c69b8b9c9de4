import type { Effect, EffectsOf, Made } from '../kernel/effect.ts'
import type { Question, questionCalls } from './question.ts'

export const questionEffects: EffectsOf<typeof questionCalls, { readonly question: Question }> = {
  'question.ask': {
    touches: ({ id }) => [{ table: 'question', id }],
    apply: {
      question: (row, { id, doctorId, content }, { at, facts }) =>
        row ?? {
          id,
          version: 1,
          clinicId: facts.clinicId ?? null,
          branchId: null,
          doctorId,
          content,
          answer: '',
          answeredAt: null,
          answererId: null,
          answeredBy: null,
          published: false,
          likes: 0,
          dislikes: 0,
          views: 0,
          createdAt: at,
        },
    },
  },
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

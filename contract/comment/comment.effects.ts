import type { Comment, commentCalls } from './comment.ts'
import type { Effect, EffectsOf, Made } from '../kernel/effect.ts'

export const commentEffects: EffectsOf<typeof commentCalls, { readonly comment: Comment }> = {
  'comment.add': {
    touches: ({ id }) => [{ table: 'comment', id }],
    apply: {
      comment: (row, input, { at, by, facts }) =>
        row ?? {
          ...input,
          version: 1,
          clinicId: facts.clinicId ?? null,
          doctorId: facts.doctorId ?? '',
          patientId: facts.authorId ?? '',
          patientName: by,
          published: false,
          reportedAt: null,
          reportReason: null,
          createdAt: at,
          answer: '',
          answeredAt: null,
          answerPublished: false,
        },
    },
  },
  'comment.publish': change((row) => ({ ...row, published: true, reportedAt: null, reportReason: null })),
  'comment.unpublish': change((row) => ({ ...row, published: false, reportedAt: null, reportReason: null })),
  'comment.report': change((row, { reason }, { at }) => ({ ...row, reportedAt: at, reportReason: reason })),
  'comment.answer': change((row, { answer: typed }, { at, facts }) => {
    const answer = typed.trim()
    if (answer === row.answer) return row
    return {
      ...row,
      answer,
      answeredAt: answer ? at : null,
      answerPublished: answer !== '' && facts.publishes === true,
    }
  }),
  'comment.publishAnswer': change((row) => ({ ...row, answerPublished: true })),
  'comment.unpublishAnswer': change((row) => ({ ...row, answerPublished: false })),
}

function change<I extends { id: string }>(
  next: (row: Comment, input: I, made: Made) => Comment,
): Effect<I, { readonly comment: Comment }> {
  return {
    touches: ({ id }) => [{ table: 'comment', id }],
    apply: { comment: (row, input, made) => row && next(row, input, made) },
  }
}

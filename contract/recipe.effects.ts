import type { EffectsOf } from './effects.ts'

export const recipeEffects: EffectsOf<'recipe'> = {
  'recipe.add': {
    touches: ({ id }) => [{ table: 'recipe', id }],
    apply: {
      recipe: (row, { clinicId, appointmentId, ...input }, { at, by, facts }) =>
        row ?? {
          ...input,
          version: 1,
          clinicId: clinicId ?? null,
          appointmentId: appointmentId ?? null,
          doctorId: facts.authorId ?? '',
          doctorName: facts.doctorName ?? by,
          createdAt: at,
        },
    },
  },
  'recipe.delete': {
    touches: ({ id }) => [{ table: 'recipe', id }],
    apply: { recipe: () => null },
  },
}

export const reportEffects: EffectsOf<'report'> = {
  'report.add': {
    touches: ({ id }) => [{ table: 'report', id }],
    apply: {
      report: (row, { clinicId, appointmentId, reportId, ...input }, { at, by, facts }) =>
        row ?? {
          ...input,
          version: 1,
          clinicId: clinicId ?? null,
          appointmentId: appointmentId ?? null,
          reportId: reportId ?? null,
          doctorId: facts.authorId ?? '',
          doctorName: facts.doctorName ?? by,
          createdAt: at,
        },
    },
  },
  'report.delete': {
    touches: ({ id }) => [{ table: 'report', id }],
    apply: { report: () => null },
  },
}

import type { EffectsOf } from '../kernel/effect.ts'
import type { Recipe, recipeCalls } from './recipe.ts'

export const recipeEffects: EffectsOf<typeof recipeCalls, { readonly recipe: Recipe }> = {
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

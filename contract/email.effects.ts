import type { EffectsOf } from './effects.ts'

export const emailEffects: EffectsOf<'email'> = {
  'email.update': {
    touches: ({ id }) => [{ table: 'email', id }],
    apply: {
      email: (row, { id: _, ...given }) =>
        row && { ...row, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) },
    },
  },
}

import type { EffectsOf } from './effects.ts'

export const profileEffects: EffectsOf<'profile'> = {
  'profile.update': {
    touches: ({ id }) => [{ table: 'person', id }],
    apply: {
      person: (row, { id: _, ...given }) =>
        row && { ...row, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) },
    },
  },
}

import type { Email, emailCalls } from './email.ts'
import type { EffectsOf } from '../kernel/effect.ts'

export const emailEffects: EffectsOf<typeof emailCalls, { readonly email: Email }> = {
  'email.update': {
    touches: ({ id }) => [{ table: 'email', id }],
    apply: {
      email: (row, { id: _, ...letters }) =>
        row && { ...row, ...Object.fromEntries(Object.entries(letters).filter(([, value]) => value !== undefined)) },
    },
  },
}

import type { EffectsOf } from '../kernel/effect.ts'
import type { Closure, closureCalls } from './closure.ts'

/** `clinicId`, which the input does not contain, is a fact of the change. */
export const closureEffects: EffectsOf<typeof closureCalls, { readonly closure: Closure }> = {
  'closure.add': {
    touches: ({ id }) => [{ table: 'closure', id }],
    apply: {
      closure: (row, input, { facts: { clinicId } }) => row ?? { ...input, clinicId: clinicId ?? '', version: 1 },
    },
  },
  'closure.remove': {
    touches: ({ id }) => [{ table: 'closure', id }],
    apply: { closure: () => null },
  },
}

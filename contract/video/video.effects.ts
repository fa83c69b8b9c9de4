import type { Video, videoCalls } from './video.ts'
import type { EffectsOf } from '../kernel/effect.ts'

export const videoEffects: EffectsOf<typeof videoCalls, { readonly video: Video }> = {
  'video.move': {
    touches: ({ id }) => [{ table: 'video', id }],
    apply: { video: (row, { place }) => row && { ...row, place } },
  },
  'video.delete': {
    touches: ({ id }) => [{ table: 'video', id }],
    apply: { video: () => null },
  },
}

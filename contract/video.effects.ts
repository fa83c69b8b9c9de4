import type { EffectsOf } from './effects.ts'

export const videoEffects: EffectsOf<'video'> = {
  'video.move': {
    touches: ({ id }) => [{ table: 'video', id }],
    apply: { video: (row, { place }) => row && { ...row, place } },
  },
  'video.delete': {
    touches: ({ id }) => [{ table: 'video', id }],
    apply: { video: () => null },
  },
}

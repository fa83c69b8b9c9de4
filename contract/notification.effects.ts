import type { EffectsOf } from './effects.ts'

export const notificationEffects: EffectsOf<'notification'> = {
  'notification.read': {
    touches: ({ id }) => [{ table: 'notification', id }],
    apply: { notification: (row) => row && { ...row, read: true } },
  },
}

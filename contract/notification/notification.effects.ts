import type { Notification, notificationCalls } from './notification.ts'
import type { EffectsOf } from '../kernel/effect.ts'

export const notificationEffects: EffectsOf<typeof notificationCalls, { readonly notification: Notification }> = {
  'notification.read': {
    touches: ({ id }) => [{ table: 'notification', id }],
    apply: { notification: (row) => row && { ...row, read: true } },
  },
}

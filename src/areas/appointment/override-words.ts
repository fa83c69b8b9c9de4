import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Override } from '../../../contract/appointment/appointment.overrides.ts'

/** The mark of a visit whose time breaks a rule (decision 0138), in a word or two. */
export const OVERRIDE_WORDS = {
  off_hours: msg({ context: 'mark of an appointment', message: 'Off hours' }),
  longer: msg({ context: 'mark of an appointment', message: 'Longer' }),
  squeeze_in: msg({ context: 'mark of an appointment', message: 'Squeezed in' }),
  past: msg({ context: 'mark of an appointment', message: 'Entered afterwards' }),
  walk_in: msg({ context: 'mark of an appointment', message: 'Walk-in' }),
} as const satisfies Readonly<Record<Override, MessageDescriptor>>

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkFailure } from '../../../contract/calendar-link/calendar-link.ts'

/** Why the last reading failed, and what to do about it. */
export const FAILURE_WORDS: Readonly<Record<LinkFailure, MessageDescriptor>> = {
  address_refused: msg`Its address leads to a place that is not public. Paste the calendar’s public address.`,
  unreachable: msg`It could not be reached. We try again automatically.`,
  refused: msg`Its service refused to give it. Perhaps its address was changed there: paste the new one.`,
  too_large: msg`It is larger than 2 MB. Share a calendar with fewer past events.`,
  unreadable: msg`What came is not a calendar. Check the address, or export the calendar again.`,
  revoked: msg`Access was withdrawn or has expired. Connect it again.`,
}

import type { MessageDescriptor } from '@lingui/core'
import type { Outcome } from '../api/call.ts'
import { messages } from '../i18n/messages.ts'

type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>

/** What is said of a call that did not end well: its refusal's own words, no network, or to try again. */
export const problemOf = (outcome: Problem): MessageDescriptor =>
  messages[outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'generic_retry']

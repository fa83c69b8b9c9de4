import type { MessageCode } from '../../contract/messages.ts'

type NotDone = { readonly kind: 'refused'; readonly code: MessageCode } | { readonly kind: Exclude<string, 'refused'> }

/** Why a call over the network did not succeed, by the name its words stand under. */
export const problemOf = (outcome: NotDone): MessageCode =>
  'code' in outcome ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'generic_retry'

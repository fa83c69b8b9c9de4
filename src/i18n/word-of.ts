import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * The words of a code. A newer server may send one that this build has no words for: that gets a neutral line, never an
 * empty place or a fault.
 */
export const wordOf = <C extends string>(
  words: Readonly<Record<C, MessageDescriptor>>,
  code: NoInfer<C>,
): MessageDescriptor => knownOr(words, code, UNKNOWN)

/** The same for other things that depend on a code: an icon, a tone. */
export const knownOr = <C extends string, T>(table: Readonly<Record<C, T>>, code: NoInfer<C>, otherwise: T): T =>
  Object.hasOwn(table, code) ? table[code] : otherwise

const UNKNOWN = msg`unknown in this version`

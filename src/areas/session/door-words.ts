import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { doorMessages } from '../../i18n/door-messages.ts'
import { knownOr } from '../../i18n/word-of.ts'
import { problemCode, type Problem } from '../../screen/problem.ts'

/** As `useProblemWords`, with the words that a sign-in page has (decision 0151). */
export function useDoorWords(): (problem: Problem) => string {
  const { i18n } = useLingui()
  return (problem) =>
    i18n._(knownOr<string, MessageDescriptor>(doorMessages, problemCode(problem), doorMessages.generic_retry))
}

import { useLingui } from '@lingui/react/macro'
import { messages } from '../i18n/messages.ts'
import { problemCode, type Problem } from './problem.ts'

/** The words for a call that failed. */
export function useProblemWords(): (problem: Problem) => string {
  const { i18n } = useLingui()
  return (problem) => i18n._(messages[problemCode(problem)])
}

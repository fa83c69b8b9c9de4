import { useLingui } from '@lingui/react/macro'
import { messageFor } from '../i18n/messages.ts'
import { problemCode, type Problem } from './problem.ts'

/** The words for a call that failed; `isPatient`: to a patient, about themselves. */
export function useProblemWords(isPatient = false): (problem: Problem) => string {
  const { i18n } = useLingui()
  return (problem) => i18n._(messageFor(problemCode(problem), isPatient))
}

import { useLingui } from '@lingui/react/macro'
import type { Outcome } from '../api/call.ts'
import { messages } from '../i18n/messages.ts'

export type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>

/** What is said of a call that did not end well: its refusal's own words, no network, or "Server Error" (SPEC §8). */
export function useProblemWords(): (problem: Problem) => string {
  const { i18n } = useLingui()
  return (problem) =>
    i18n._(
      messages[
        problem.kind === 'refused'
          ? problem.code
          : problem.kind === 'unreachable'
            ? 'offline'
            : problem.kind === 'broken'
              ? 'server_error'
              : 'token_invalid'
      ],
    )
}

/** The fields a refusal names as wrong, with why (`bad_input`). */
export function wrongFields(problem: Problem): Readonly<Record<string, string>> {
  const fields = problem.kind === 'refused' ? problem.details['fields'] : null
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {} // the server writes names to words
}

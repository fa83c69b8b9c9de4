import type { MessageCode } from '../../contract/kernel/messages.ts'
import type { Outcome } from '../api/call.ts'

export type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>

/**
 * The message code of a failed call (SPEC §8): a refusal's own code, no network, signed out, or an answer that this
 * build cannot read but a newer one may.
 */
export function problemCode(problem: Problem): MessageCode {
  switch (problem.kind) {
    case 'refused':
      return problem.code
    case 'unreachable':
      return 'offline'
    case 'signed-out':
      return 'token_invalid'
    case 'broken':
      return 'generic_refresh'
  }
}

/** The fields that a refusal names as invalid, with the reason (`bad_input`). */
export function wrongFields(problem: Problem): Readonly<Record<string, string>> {
  const fields = problem.kind === 'refused' ? problem.details['fields'] : null
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {} // the server writes names to words
}

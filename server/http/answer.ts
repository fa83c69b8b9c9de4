import type { BaseIssue } from 'valibot'
import type { MessageCode } from '../../contract/messages.ts'

/** What goes back over HTTP or in one place of a batch. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Every no has one shape: `{status:false, refused, …}`; nobody reads a text to learn what it is. */
export const no = (
  status: number,
  refused: MessageCode,
  details: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, body: { status: false, refused, ...details }, headers })

/** Busy, and when to come back (seconds). */
export const busy = (after = 1): Answer => no(503, 'busy', {}, { 'retry-after': String(after) })

/** Which fields of an input are wrong and why, never what was in them (DONE.md "API"): the details of a `bad_input`. */
export function badFields(issues: readonly BaseIssue<unknown>[]): {
  readonly fields: Readonly<Record<string, string>>
} {
  const fields = new Map<string, string>() // a field may be named `__proto__`
  for (const issue of issues) {
    const name = String(issue.path?.[0]?.key ?? 'body').slice(0, 60)
    if (!fields.has(name)) fields.set(name, issue.type === 'check' ? issue.message : issue.type)
  }
  return { fields: Object.fromEntries(fields) }
}

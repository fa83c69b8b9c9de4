import type { BaseIssue } from 'valibot'
import type { Call } from '../../contract/kernel/call.ts'
import { isMessageCode, type MessageCode } from '../../contract/kernel/messages.ts'
import { visible } from '../../contract/kernel/wire.ts'
import type { Who } from '../identity/who.ts'
import { parseReply } from '../../contract/kernel/reply.ts'

/** The response over HTTP, or in one place of a batch. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Every refusal has one shape: `{status:false, refused, …}`; no client has to read a text to learn what it is. */
export const no = (
  status: number,
  refused: MessageCode,
  details: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, body: { status: false, refused, ...details }, headers })

/** Busy, and when to come back (seconds). */
export const busy = (after = 1): Answer => no(503, 'busy', {}, { 'retry-after': String(after) })

/** The caller has hung up: for the log, with the status that proxies use for it. */
export const toNobody = (): Answer => no(499, 'busy')

/** The file store does not answer (`StorageDown`); it may in a moment. */
export const storageDown = (): Answer => no(503, 'storage_down', {}, { 'retry-after': '5' })

/** The reply as its caller may see it, parsed. */
export function shown(row: Call, who: Who | null, reply: unknown): Answer {
  return { status: 200, body: parseReply(row.reply, who ? visible(row.reply, reply, who.type) : reply) }
}

/** The refusal of an input that does not fit its row. */
export const badInput = (issues: readonly BaseIssue<unknown>[]): Answer =>
  no(400, codeOfFields(issues), badFields(issues))

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

/**
 * The name of an input's refusal. If exactly one field is wrong and SPEC §8 has a message for that, it is that one
 * (`email_invalid`, `doctor_required`, `language_not_found`); otherwise `bad_input`. The fields are named either way.
 */
export function codeOfFields(issues: readonly BaseIssue<unknown>[]): MessageCode {
  const [issue] = issues
  const names = new Set(issues.map(({ path }) => path?.[0]?.key))
  if (!issue || names.size > 1) return 'bad_input'
  const [name] = names
  if (issue.received === 'undefined' && typeof name === 'string') return REQUIRED.get(name) ?? 'bad_input'
  if (issue.type === 'email') return 'email_invalid'
  // a schema may name its own code, as a list of languages does
  return isMessageCode(issue.message) ? issue.message : 'bad_input'
}

const REQUIRED: ReadonlyMap<string, MessageCode> = new Map([
  ['doctorId', 'doctor_required'],
  ['clinicId', 'clinic_required'],
  ['branch', 'branch_required'],
  ['branchId', 'branch_required'],
  ['country', 'country_required'],
  ['bankId', 'bank_required'],
])

import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { ROLES } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'

/**
 * One line of the audit log (rule 57): who did what to which record, when it was done, and when the server received it.
 */
export const AuditLine = v.object({
  seq: v.pipe(v.number(), v.integer()),
  /** When the server received it. */
  at: instant,
  /** When the person did it, by their device; null if it did not say. */
  madeAt: v.nullable(instant),
  actorId: v.nullable(id),
  actorName: v.nullable(text(200)),
  actorType: v.nullable(v.picklist(ROLES)),
  clinicId: v.nullable(id),
  clinicName: v.nullable(text(160)),
  /** The call's name. */
  action: text(80),
  table: v.nullable(text(40)),
  recordId: v.nullable(id),
  recordName: v.nullable(text(200)),
  fields: v.array(text(80)),
  /** Before and after; only for money, status and settings. */
  changes: v.nullable(v.record(text(80), v.tuple([v.unknown(), v.unknown()]))),
  /** `done`, or the name of the refusal. */
  outcome: text(60),
})
export type AuditLine = v.InferOutput<typeof AuditLine>

const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)))
/** The `seq` of the line before; the log is read backwards. */
const before = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)))
const lines = v.object({ status: v.literal(true), lines: v.array(AuditLine), before: v.nullable(v.number()) })

export const auditCalls = {
  /** For superadmins, without lines of private clinics; a clinic's users read their own clinic's (rules 47, 57). [+] */
  'audit.list': {
    method: 'POST',
    path: '/api/audit/list',
    roles: ['admin', 'clinic'],
    superadmin: true,
    offline: 'online',
    heavy: true,
    refusals: [],
    input: v.strictObject({
      actorId: v.optional(id),
      /** The call's name. In a body, `action` means the command itself (contract/kernel/call.ts). */
      act: v.optional(v.pipe(text(80), v.regex(/^[a-z]+\.[A-Za-z]+$/))),
      table: v.optional(v.pipe(text(40), v.regex(/^[a-z_]+$/))),
      recordId: v.optional(id),
      from: v.optional(instant),
      to: v.optional(instant),
      before,
      limit,
    }),
    reply: lines,
  },
  /** What has been done to one record, for staff who see it (rule 57). [+] */
  'audit.record': {
    method: 'POST',
    path: '/api/audit/record',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'online',
    heavy: true,
    refusals: ['record_not_found'],
    input: v.strictObject({
      table: v.picklist(['appointment', 'payment', 'patient', 'doctor', 'clinic']),
      recordId: id,
      before,
      limit,
    }),
    reply: lines,
  },
} as const satisfies CallTable

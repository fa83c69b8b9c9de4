import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, paging, requiredText, text } from '../kernel/fields.ts'
import { lines, readers, signed, written } from '../recipe/recipe.ts'

/** `request`: tests that a doctor asks for; `result`: their results. */
const REPORT_KINDS = ['request', 'result'] as const

/** One test, requested or with its value. An empty text means none. */
export const ReportLine = v.strictObject({
  test: requiredText(200),
  value: text(200),
  note: text(500),
})
export type ReportLine = v.InferOutput<typeof ReportLine>

/**
 * Requested tests and their results (SPEC §3 report; SCREENS B11). The rules on who writes, sees and withdraws are
 * those of a recipe. It is never edited: a result is a report of its own that names its request, which is then "result
 * added".
 */
export const Report = v.object({
  ...signed,
  kind: v.picklist(REPORT_KINDS),
  /** For a result: the request it answers. */
  reportId: v.nullable(id),
  title: text(200),
  lines: v.array(ReportLine),
  /** Why, and what to observe before the tests. */
  description: text(2000),
  /** The doctor's interpretation of the results. */
  comment: text(2000),
  createdAt: instant,
})
export type Report = v.InferOutput<typeof Report>

/** A PDF in the requested language (`?lang=de`), otherwise in the patient's own. */
export const reportPaper = (reportId: string) => `/api/report/${reportId}/paper` as const

export const reportCalls = {
  'report.list': {
    method: 'POST',
    path: '/api/report/list',
    roles: readers,
    offline: 'cached',
    refusals: ['patient_not_found'],
    /** Without a patient: all that the caller may see, newest first. */
    input: v.strictObject({ ...paging, patient: v.optional(id) }),
    reply: v.object({ ...listed, reports: v.array(Report) }),
    reads: 'report',
  },
  'report.add': {
    method: 'POST',
    path: '/api/report/add',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['id_taken', 'patient_not_found', 'appointment_not_found', 'record_not_found'],
    input: v.strictObject({
      ...written,
      kind: v.picklist(REPORT_KINDS),
      /** Only for a result: a request of the same patient, otherwise `record_not_found`. */
      reportId: v.optional(v.nullable(id)),
      title: requiredText(200),
      lines: lines(ReportLine),
      description: text(2000),
      comment: text(2000),
    }),
    reply: v.object({ status: v.literal(true), report: Report }),
    writes: { table: 'report', needs: ['patientId', 'appointmentId', 'reportId'], joins: true, creates: true },
  },
  'report.delete': {
    method: 'DELETE',
    path: '/api/report/:id',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['record_not_found', 'permission_denied', 'delete_too_late'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'report', needs: [], removes: true },
  },
} as const satisfies CallTable

import * as v from 'valibot'
import { Appointment } from './appointment/appointment.ts'
import { BalanceTotal } from './balance/balance.ts'
import type { Role } from './kernel/call.ts'
import { Comment } from './comment/comment.ts'
import { id, instant, language } from './kernel/fields.ts'
import { Contact } from './patient/patient-contact.ts'
import { PatientFile } from './patient/patient-file.ts'
import { PatientNote } from './patient/patient-note.ts'
import { Patient } from './patient/patient.ts'
import { Payment } from './payment/payment.ts'
import { Recipe } from './recipe/recipe.ts'
import { Report } from './report/report.ts'

/**
 * One patient's whole record, as far as the caller may see it (issue 6 "export"): hidden fields are left out, hidden
 * parts are empty. Patients never see staff notes (rule 52), admins nothing clinical (RULES 13). Files are listed;
 * their bytes are at `GET /api/patient/file/:id`. Rows are ordered by id, which is their order of creation.
 */
export const recordParts = {
  patient: v.nullable(Patient),
  appointments: v.array(Appointment),
  notes: v.array(PatientNote),
  recipes: v.array(Recipe),
  reports: v.array(Report),
  files: v.array(PatientFile),
  payments: v.array(Payment),
  wallets: v.array(BalanceTotal),
  comments: v.array(Comment),
  contacts: v.array(Contact),
}

/** The export as JSON. */
export const PatientRecord = v.object({
  status: v.literal(true),
  madeAt: instant,
  /** Names of the doctors and clinics whose ids occur in the rows, if the caller may see them. */
  names: v.record(id, v.string()),
  ...recordParts,
})
export type PatientRecord = v.InferOutput<typeof PatientRecord>

/** The format, and for a PDF its language; otherwise the caller's own. */
export const RecordAsked = v.strictObject({
  format: v.optional(v.picklist(['json', 'pdf'])),
  lang: v.optional(language),
})

export const recordPath = (patientId: string) => `/api/patient/record/${patientId}` as const
export const recordReaders = ['admin', 'clinic', 'doctor', 'patient'] as const satisfies readonly Role[]

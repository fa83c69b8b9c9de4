import type { GenericSchema, InferOutput } from 'valibot'
import { Appointment } from './appointment/appointment.ts'
import { Article } from './article/article.ts'
import { Availability } from './availability/availability.ts'
import { BusyTime } from './availability/busy.ts'
import { BalanceLine } from './balance/balance.ts'
import { Bank } from './bank/bank.ts'
import { Branch } from './branch/branch.ts'
import type { Role } from './kernel/call.ts'
import type { TableName } from './kernel/table-names.ts'
import { CalendarLink } from './calendar-link/calendar-link.ts'
import { CatalogEntry } from './catalog/catalog.ts'
import { Clinic } from './clinic/clinic.ts'
import { Closure } from './closure/closure.ts'
import { Comment } from './comment/comment.ts'
import { Doctor } from './doctor/doctor.ts'
import { Email } from './email/email.ts'
import { Notification } from './notification/notification.ts'
import { Page } from './page/page.ts'
import { Patient } from './patient/patient.ts'
import { PatientFile } from './patient/patient-file.ts'
import { PatientNote } from './patient/patient-note.ts'
import { Payment } from './payment/payment.ts'
import { PaymentLink } from './paymentlink/paymentlink.ts'
import { Profile } from './profile/profile.ts'
import { Question } from './question/question.ts'
import { Recipe } from './recipe/recipe.ts'
import { Report } from './report/report.ts'
import { Video } from './video/video.ts'
import { VisitType } from './visittype/visittype.ts'

/**
 * The synced tables. Dexie's schema, the feed, the merge, the checksum and the audience test are derived from here.
 *
 * - `clear`: columns that stay readable and may be indexed on a shared device (TRUST D17); never names and texts.
 * - `indexes`: Dexie's indexes besides `id` and `*_b`.
 * - `dated`: the field whose UTC month splits the table's buckets; null if its buckets have no month.
 * - `groups`: facts that only make sense together; a change of one is a change of all (SYNC "Merge"). A field in no
 * group is its own group.
 * - `for`: roles whose devices hold it.
 */
type Table = {
  readonly schema: GenericSchema<unknown, { readonly id: string; readonly version: number }>
  readonly clear: readonly string[]
  readonly indexes: readonly string[]
  readonly dated: string | null
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly for: readonly Role[]
}

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const

export const tables = {
  clinic: {
    schema: Clinic,
    clear: ['active'],
    indexes: [],
    dated: null,
    groups: {
      place: ['country', 'city', 'address', 'location'],
      legal: ['terms', 'dataPolicy', 'legalDate'],
      hosts: ['slug', 'panelUrl', 'panelUrlStatus', 'webUrl', 'webUrlStatus', 'paymentUrl', 'paymentUrlStatus'],
    },
    for: everyone,
  },
  symptom: { schema: CatalogEntry, clear: [], indexes: [], dated: null, groups: {}, for: ['admin'] },
  disease: { schema: CatalogEntry, clear: [], indexes: [], dated: null, groups: {}, for: everyone },
  treatment: { schema: CatalogEntry, clear: [], indexes: [], dated: null, groups: {}, for: everyone },
  branch: { schema: Branch, clear: [], indexes: [], dated: null, groups: {}, for: everyone },
  /** The templates' words that admins have changed. */
  email: { schema: Email, clear: [], indexes: [], dated: null, groups: {}, for: ['admin'] },
  bank: { schema: Bank, clear: [], indexes: [], dated: null, groups: {}, for: everyone },
  doctor: {
    schema: Doctor,
    clear: ['branchId', 'active'],
    indexes: [],
    dated: null,
    groups: {
      branches: ['branchId', 'branchIds'],
      // `commissionValue` and `personVersion` are columns that these fields are computed from
      commission: ['commissionType', 'commissionRatio', 'commissionAmount', 'commissionValue', 'commissionClinicId'],
      contact: ['name', 'phone', 'email', 'personVersion'],
    },
    for: everyone,
  },
  availability: {
    schema: Availability,
    clear: ['doctorId', 'clinicId', 'status'],
    indexes: ['doctorId'],
    dated: null,
    groups: {
      hours: ['startDate', 'endDate', 'startTime', 'endTime', 'period', 'days', 'off'],
      money: ['price', 'currency'],
    },
    for: ['admin', 'clinic', 'doctor'],
  },
  busy: {
    schema: BusyTime,
    clear: ['doctorId', 'start', 'end', 'linkId'],
    indexes: ['doctorId', 'start'],
    dated: null,
    groups: { time: ['start', 'end'] },
    for: ['admin', 'clinic', 'doctor'],
  },
  closure: {
    schema: Closure,
    clear: ['clinicId', 'start', 'end'],
    indexes: ['start'],
    dated: null,
    groups: { time: ['start', 'end'] },
    for: ['admin', 'clinic', 'doctor'],
  },
  visit_type: {
    schema: VisitType,
    clear: ['clinicId', 'doctorId', 'archived'],
    indexes: [],
    dated: null,
    groups: { time: ['duration', 'bufferBefore', 'bufferAfter'], money: ['price', 'currency'] },
    for: ['admin', 'clinic', 'doctor'],
  },
  calendar_link: { schema: CalendarLink, clear: ['doctorId'], indexes: [], dated: null, groups: {}, for: ['doctor'] },
  appointment: {
    schema: Appointment,
    clear: [
      'clinicId',
      'doctorId',
      'patientId',
      'start',
      'end',
      'date',
      'status',
      'type',
      'arrivedAt',
      'confirmedAt',
      'noShowAt',
      'paymentStatus',
    ],
    indexes: ['start', '[doctorId+start]', '[patientId+start]', '[status+start]'],
    dated: 'start',
    groups: {
      time: ['start', 'end', 'date', 'time', 'duration', 'zone', 'doctorId', 'overrides'],
      status: ['status', 'cancelReason', 'cancelledBy', 'cancelledAt', 'completedBy', 'completedAt'],
      money: ['price', 'currency', 'commission', 'earn', 'earnStatus', 'paymentStatus', 'paymentType'],
      marks: ['arrivedAt', 'noShowAt', 'heardAt'],
      confirmation: ['confirmedAt', 'confirmedBy'],
    },
    for: everyone,
  },
  payment: {
    schema: Payment,
    clear: ['appointmentId', 'patientId', 'doctorId', 'clinicId', 'status', 'addedAt'],
    indexes: ['appointmentId', 'addedAt'],
    dated: 'addedAt',
    groups: { money: ['amount', 'walletAmount', 'currency'], status: ['status', 'refundStatus', 'refundTo', 'paidAt'] },
    for: everyone,
  },
  balance_line: {
    schema: BalanceLine,
    clear: ['patientId', 'createdAt'],
    indexes: ['createdAt'],
    dated: null,
    groups: {},
    for: ['patient'],
  },
  payment_link: {
    schema: PaymentLink,
    clear: ['patientId', 'clinicId', 'status', 'createdAt'],
    indexes: ['createdAt'],
    dated: null,
    groups: { money: ['amount', 'currency'], status: ['status', 'paidAt', 'paymentId'] },
    for: ['admin', 'clinic', 'patient'],
  },
  patient: {
    schema: Patient,
    clear: ['createdAt'],
    indexes: [],
    dated: null,
    groups: {
      identity: ['hasIdentity', 'nonCitizen'],
      emergency: ['emergencyName', 'emergencyPhone'],
      allergies: ['allergies', 'noAllergies', 'allergiesAt', 'allergiesBy'],
    },
    for: ['clinic', 'doctor', 'patient'],
  },
  patient_note: {
    schema: PatientNote,
    clear: ['patientId', 'createdAt'],
    indexes: ['[patientId+createdAt]'],
    dated: null,
    groups: {},
    for: ['clinic', 'doctor'],
  },
  patient_file: {
    schema: PatientFile,
    clear: ['patientId', 'createdAt'],
    indexes: ['[patientId+createdAt]'],
    dated: null,
    groups: {},
    for: ['clinic', 'doctor', 'patient'],
  },
  recipe: {
    schema: Recipe,
    clear: ['patientId', 'doctorId', 'createdAt'],
    indexes: ['[patientId+createdAt]', '[doctorId+createdAt]'],
    dated: null,
    groups: {},
    for: ['clinic', 'doctor', 'patient'],
  },
  report: {
    schema: Report,
    clear: ['patientId', 'doctorId', 'createdAt'],
    indexes: ['[patientId+createdAt]'],
    dated: null,
    groups: {},
    for: ['clinic', 'doctor', 'patient'],
  },
  comment: {
    schema: Comment,
    clear: ['appointmentId', 'doctorId', 'patientId', 'clinicId', 'createdAt'],
    indexes: ['appointmentId', 'createdAt'],
    dated: null,
    groups: { state: ['published', 'reportedAt', 'reportReason'], answer: ['answer', 'answeredAt'] },
    for: everyone,
  },
  /** Articles of a private clinic also for its users (rule 77). */
  article: {
    schema: Article,
    clear: ['authorId', 'published', 'updatedAt'],
    indexes: ['updatedAt'],
    dated: null,
    groups: { title: ['title', 'slug'] },
    for: ['admin', 'clinic', 'doctor'],
  },
  page: {
    schema: Page,
    clear: ['published', 'updatedAt'],
    indexes: [],
    dated: null,
    groups: { menu: ['inMenu', 'section', 'place'] },
    for: ['admin'],
  },
  video: { schema: Video, clear: ['doctorId', 'createdAt'], indexes: [], dated: null, groups: {}, for: ['doctor'] },
  question: {
    schema: Question,
    clear: ['doctorId', 'branchId', 'clinicId', 'createdAt'],
    indexes: ['createdAt'],
    dated: null,
    groups: { answer: ['answer', 'answeredAt', 'answererId', 'answeredBy'] },
    // a patient's device holds what they wrote themselves
    for: everyone,
  },
  /** Only one's own record: no other device holds it. */
  person: { schema: Profile, clear: [], indexes: [], dated: null, groups: {}, for: everyone },
  notification: {
    schema: Notification,
    clear: ['userId', 'read', 'createdAt'],
    indexes: ['createdAt'],
    dated: 'createdAt',
    groups: {},
    for: everyone,
  },
} as const satisfies Readonly<Record<TableName, Table>>

export type Row<T extends TableName> = InferOutput<(typeof tables)[T]['schema']>
export type AnyRow = Row<TableName>

/** The facts that must be judged together with a field. */
export function groupOf(table: TableName, field: string): string {
  const groups: Readonly<Record<string, readonly string[]>> = tables[table].groups
  for (const [group, fields] of Object.entries(groups)) if (fields.includes(field)) return group
  return field
}

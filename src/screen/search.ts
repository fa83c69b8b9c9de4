import { ofMarks } from '../../contract/appointment/appointment.filters.ts'
import * as v from 'valibot'
import { DELIVERY_STATES } from '../../contract/webhook/webhook.rules.ts'
import { APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from '../../contract/appointment/appointment.lists.ts'
import { APPROVAL_STATUSES } from '../../contract/approval/approval.lists.ts'
import { RATES } from '../../contract/comment/comment.lists.ts'
import { ARTICLE_CATEGORIES } from '../../contract/article/article.rules.ts'
import { FIGURE_GROUPS } from '../../contract/figures/figures.lists.ts'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { PAGE_SECTIONS } from '../../contract/page/page.rules.ts'
import { WAITING_KINDS } from '../../contract/moderation/moderation.lists.ts'
import { QUESTION_STATES } from '../../contract/question/question.lists.ts'
import * as payment from '../../contract/payment/payment.lists.ts'
import { backPath } from './back-path.ts'
import { day, flag, listPage, paged, text, word } from './search-fields.ts'

/**
 * The schemas of addresses' search parameters. An unknown value is dropped, never an error; none of them names a
 * patient (TRUST D18).
 */

/** Filters of the appointment list (SCREENS B0, B1). `day` is the day shown by board, rail and week; YYYYMMDD. */
export const AppointmentSearch = v.object({
  view: word(['day', 'list', 'board', 'doctors', 'week']),
  day,
  preset: word(['yesterday', 'today', 'tomorrow', 'next7', 'next30', 'all']),
  status: word(APPOINTMENT_STATUSES),
  type: word(APPOINTMENT_TYPES),
  doctor: text,
  clinic: text,
  branch: text,
  payment: word(['none', 'waiting', 'completed', 'cancelled']),
  earn: word(['waiting', 'completed']),
  toClose: flag,
  ...ofMarks(() => flag),
  sort: word(['start', '-start']),
  ...paged,
})
export type AppointmentSearch = v.InferOutput<typeof AppointmentSearch>

/** The absent doctor, and the first and last day. */
export const AbsenceSearch = v.object({ doctor: text, clinic: text, from: day, to: day })

/** The period and what is compared in it (decision 0160); ids and days, never a name. */
export const FiguresSearch = v.object({
  preset: word(['month', 'before', 'quarter', 'quarterBefore']),
  from: day,
  to: day,
  doctor: text,
  clinic: text,
  by: word(FIGURE_GROUPS),
})
export type FiguresSearch = v.InferOutput<typeof FiguresSearch>

/** Whose hours, of which kind, in the week of which day (SCREENS B15). */
export const AvailabilitySearch = v.object({ doctor: text, clinic: text, type: word(['online', 'physical']), day })
export type AvailabilitySearch = v.InferOutput<typeof AvailabilitySearch>

/** The view of a doctor's calendar (SCREENS B16); `wall` own: in the reader's zone instead of the clinic's. */
export const CalendarSearch = v.object({
  view: word(['month', 'week', 'day', 'agenda']),
  day,
  clinic: text,
  wall: word(['own']),
})
export type CalendarSearch = v.InferOutput<typeof CalendarSearch>

/** Requests for a second person (docs/decisions/0101). */
export const ApprovalSearch = v.object({
  status: word(APPROVAL_STATUSES),
  ...paged,
})

/** Where a booking starts: with a doctor, a patient, a time, or nothing. Ids and instants only. */
export const BookingSearch = v.object({
  doctor: text,
  patient: text,
  clinic: text,
  start: text,
  type: word(APPOINTMENT_TYPES),
})
export type BookingSearch = v.InferOutput<typeof BookingSearch>

/** Where to go after signing in. */
export const SignInSearch = v.object({
  back: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.transform(backPath))), undefined)),
})

/** Filters of the patient lists (SCREENS B7, B8): never a name, a phone or an identity number. `since` in days. */
export const PatientSearch = v.object({
  upcoming: flag,
  since: v.optional(v.fallback(v.optional(v.picklist([90, 180, 365])), undefined)),
  doctor: text,
  clinic: text,
  noEmail: flag,
  balance: flag,
  passive: flag,
  kept: flag,
  sort: word(['name', '-name', 'last', '-last', 'next', '-next', 'added', '-added']),
  ...paged,
})
export type PatientSearch = v.InferOutput<typeof PatientSearch>

/** The part of a patient's page that is open. */
export const PATIENT_TABS = [
  'summary',
  'visits',
  'notes',
  'recipes',
  'reports',
  'files',
  'comments',
  'balance',
  'contacts',
] as const
export const PatientTabSearch = v.object({ tab: word(PATIENT_TABS) })

/** Filters of the lists of words (SCREENS B5, B12): `missing` is a language without a text. */
export const WordsSearch = v.object({
  ...listPage,
  missing: word(['tr', 'en', 'de', 'ru']),
  online: flag,
  use: word(['used', 'unused']),
  sort: word(['name', '-name', 'used', '-used', 'created', '-created']),
})

/** Filters of the articles (SCREENS B17). Titles and authors are public. */
export const ArticleSearch = v.object({
  ...listPage,
  published: flag,
  language: word(LANGUAGES),
  category: word(ARTICLE_CATEGORIES),
  author: text,
  sort: word(['title', '-title', 'updated', '-updated']),
})
export type ArticleSearch = v.InferOutput<typeof ArticleSearch>

/** A new article as a translation: of which article, into which language. */
export const ArticleEditSearch = v.object({ from: text, lang: word(LANGUAGES) })

/** Filters of the static pages (SCREENS B19). */
export const PageSearch = v.object({
  ...listPage,
  section: word(PAGE_SECTIONS),
  published: flag,
  sort: word(['title', '-title', 'place', '-place', 'updated', '-updated']),
})
export type PageSearch = v.InferOutput<typeof PageSearch>

/** Filters of the doctors (SCREENS B6). Their names are public; no patient's name is in the address (TRUST D18). */
export const DoctorSearch = v.object({
  ...listPage,
  branch: text,
  clinic: text,
  language: text,
  status: word(['active', 'passive']),
  hours: flag,
  online: flag,
  sort: word(['name', '-name', 'complete', '-complete']),
})
export type DoctorSearch = v.InferOutput<typeof DoctorSearch>

/** Filters of the clinics (SCREENS B4). */
export const ClinicSearch = v.object({
  status: word(['active', 'passive']),
  private: flag,
  city: text,
  host: word(['on', 'off']),
  ...paged,
})

/**
 * Filters of the payments (SCREENS B23): ids and days, never a name. `visit`: of one appointment; `picture`: what the bars are by.
 */
export const PaymentSearch = v.object({
  preset: word(['today', 'yesterday', 'last7', 'last30', 'month', 'before', 'all']),
  from: day,
  to: day,
  dated: word(['added', 'paid']),
  status: word(payment.PAYMENT_STATUSES),
  refund: word(payment.REFUND_STATUSES),
  earn: word(payment.EARN_STATUSES),
  type: word(payment.PAYMENT_TYPES),
  bank: text,
  doctor: text,
  clinic: text,
  visit: text,
  patient: text,
  picture: word(['off', 'day', 'month', 'status', 'doctor', 'clinic']),
  sort: word(['added', '-added', 'paid', '-paid']),
  ...paged,
})
export type PaymentSearch = v.InferOutput<typeof PaymentSearch>

/** Filters of the payment links (SCREENS B24); `visit` and `patient` open the form of a new link for them. */
export const LinkSearch = v.object({
  visit: text,
  patient: text,
  status: word(['waiting', 'paid', 'cancelled', 'expired']),
  clinic: text,
  preset: word(['today', 'last7', 'last30']),
  ...paged,
})
export type LinkSearch = v.InferOutput<typeof LinkSearch>

/** The movements of the wallet within this many days (SCREENS B3). */
export const WALLET_DAYS = [30, 90, 365] as const
export const WalletSearch = v.object({
  type: word(['debt', 'receivable']),
  days: v.optional(v.fallback(v.optional(v.picklist(WALLET_DAYS)), undefined)),
})

/** A patient's own files within this many days (SCREENS B9). */
export const FILE_DAYS = [30, 365] as const
export const FileSearch = v.object({
  by: word(['me', 'others']),
  kind: word(['image', 'pdf']),
  days: v.optional(v.fallback(v.optional(v.picklist(FILE_DAYS)), undefined)),
})
export type FileSearch = v.InferOutput<typeof FileSearch>

/** Filters of a patient's recipes and reports (SCREENS B10, B11). */
export const CARE_DAYS = [30, 365] as const
export const CareSearch = v.object({
  doctor: text,
  days: v.optional(v.fallback(v.optional(v.picklist(CARE_DAYS)), undefined)),
})
export type CareSearch = v.InferOutput<typeof CareSearch>

/** Filters of the questions (SCREENS B14); `asked` is one doctor or specialty. */
export const QuestionSearch = v.object({
  state: word(QUESTION_STATES),
  asked: text,
  ...paged,
})
export type QuestionSearch = v.InferOutput<typeof QuestionSearch>

/** What waits to be published: the kind and the clinic (docs/decisions/0145). */
export const ModerationSearch = v.object({ kind: word(WAITING_KINDS), clinic: text, ...paged })
export type ModerationSearch = v.InferOutput<typeof ModerationSearch>

/** Filters of the comments (SCREENS B13). */
export const CommentSearch = v.object({
  state: word(['published', 'unpublished']),
  rate: v.optional(v.fallback(v.optional(v.picklist(RATES)), undefined)),
  doctor: text,
  preset: word(['last7', 'last30', 'last365']),
  text: word(['with', 'without']),
  reported: flag,
  ...paged,
})
export type CommentSearch = v.InferOutput<typeof CommentSearch>

/** The transaction that the payer returns from. */
export const PayReturnSearch = v.object({ transaction: text })

/** The open part of the settings and of the profile (SCREENS B26, B2). */
export const SettingSearch = v.object({ tab: word(['setting', 'mail', 'sms', 'crashes', 'backups', 'jobs']) })
export const PROFILE_TABS = [
  'personal',
  'notifications',
  'medical',
  'professional',
  'clinic',
  'photo',
  'security',
  'device',
  'users',
  'account',
] as const
export const ProfileSearch = v.object({ tab: word(PROFILE_TABS) })

/** A webhook's deliveries (docs/decisions/0164). */
export const DeliverySearch = v.object({ state: word(DELIVERY_STATES), ...paged })

/** Filters of the users (SCREENS B25); the search words name a person and stay out of the address (TRUST D18). */
export const UserSearch = v.object({
  type: word(['admin', 'clinic', 'doctor', 'patient']),
  superadmin: flag,
  clinic: text,
  status: word(['active', 'passive']),
  ...paged,
})
export type UserSearch = v.InferOutput<typeof UserSearch>

/** The open template, or the messages that could not be sent (SCREENS B22). */
export const EmailSearch = v.object({ template: text, tab: word(['undelivered']) })

/** Filters of the audit log: ids, never names. */
export const AuditSearch = v.object({ actor: text, action: text, table: text, record: text, from: day, to: day })
export type AuditSearch = v.InferOutput<typeof AuditSearch>

/** The open part of the sync centre, and the change it shows. */
export const SyncSearch = v.object({
  tab: v.optional(v.fallback(v.picklist(['waiting', 'attention', 'done']), 'attention')),
  entry: v.optional(v.fallback(v.string(), '')),
})

import type { InferInput, InferOutput } from 'valibot'
import { markCalls } from './appointment/appointment.marks.ts'
import { meetingCalls } from './appointment/appointment.meeting.ts'
import { priceCalls } from './appointment/appointment.price.ts'
import { appointmentCalls } from './appointment/appointment.ts'
import { approvalCalls } from './approval/approval.ts'
import { articleCalls } from './article/article.ts'
import { auditCalls } from './audit/audit.ts'
import { crashCalls } from './crash/crash.ts'
import { backupCalls } from './backup/backup.ts'
import { jobCalls } from './job/job.ts'
import { availabilityCalls } from './availability/availability.ts'
import { busyCalls } from './availability/busy.ts'
import { closureCalls } from './closure/closure.ts'
import { visitTypeCalls } from './visittype/visittype.ts'
import { webhookCalls } from './webhook/webhook.ts'
import { balanceCalls } from './balance/balance.ts'
import { bankCalls } from './bank/bank.ts'
import { calendarCalls } from './calendar-link/calendar-link.ts'
import { branchCalls } from './branch/branch.ts'
import type { Call, CallTable } from './kernel/call.ts'
import { catalogCalls } from './catalog/catalog.ts'
import { clinicFaceCalls } from './clinic/clinic.face.ts'
import { clinicFactorCalls } from './clinic/clinic.factor.ts'
import { clinicMailCalls } from './clinic/clinic.mail.ts'
import { clinicCalls } from './clinic/clinic.ts'
import { commentCalls } from './comment/comment.ts'
import { countryCalls } from './country/country.ts'
import { colleagueCalls } from './clinic/colleague.ts'
import { doctorCalls } from './doctor/doctor.ts'
import { emailCalls } from './email/email.ts'
import { figuresCalls } from './figures/figures.ts'
import { importCalls } from './import/import.ts'
import { invitationCalls } from './invitation/invitation.ts'
import { kioskCalls } from './kiosk/kiosk.ts'
import { membershipCalls } from './membership/membership.ts'
import { moderationCalls } from './moderation/moderation.ts'
import { moneycheckCalls } from './moneycheck/moneycheck.ts'
import { notificationCalls } from './notification/notification.ts'
import { pageCalls } from './page/page.ts'
import { patientFileCalls } from './patient/patient-file.ts'
import { patientCalls } from './patient/patient.ts'
import { paymentCalls } from './payment/payment.calls.ts'
import { appointmentlinkCalls } from './appointmentlink/appointmentlink.ts'
import { paymentlinkCalls } from './paymentlink/paymentlink.ts'
import { profileCalls } from './profile/profile.ts'
import { proposalCalls } from './proposal/proposal.ts'
import { pushCalls } from './push/push.ts'
import { questionCalls } from './question/question.ts'
import { recipeCalls } from './recipe/recipe.ts'
import { registrationCalls } from './registration/registration.ts'
import { reportCalls } from './report/report.ts'
import { accountCalls } from './session/session.account.ts'
import { passkeyCalls } from './session/session.passkey.ts'
import { sessionCalls } from './session/session.ts'
import { settingCalls } from './setting/setting.ts'
import { transactionCalls } from './transaction/transaction.ts'
import { userCalls } from './user/user.ts'
import { videoCalls } from './video/video.ts'

/** The whole contract. What can be derived from it is never written twice. */
const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...passkeyCalls,
  ...clinicFaceCalls,
  ...clinicCalls,
  ...clinicFactorCalls,
  ...clinicMailCalls,
  ...branchCalls,
  ...catalogCalls,
  ...bankCalls,
  ...countryCalls,
  ...doctorCalls,
  ...invitationCalls,
  ...membershipCalls,
  ...proposalCalls,
  ...registrationCalls,
  ...patientCalls,
  ...patientFileCalls,
  ...importCalls,
  ...recipeCalls,
  ...reportCalls,
  ...commentCalls,
  ...videoCalls,
  ...questionCalls,
  ...availabilityCalls,
  ...busyCalls,
  ...closureCalls,
  ...visitTypeCalls,
  ...calendarCalls,
  ...appointmentCalls,
  ...markCalls,
  ...meetingCalls,
  ...priceCalls,
  ...figuresCalls,
  ...kioskCalls,
  ...paymentCalls,
  ...balanceCalls,
  ...approvalCalls,
  ...paymentlinkCalls,
  ...appointmentlinkCalls,
  ...transactionCalls,
  ...moneycheckCalls,
  ...moderationCalls,
  ...notificationCalls,
  ...pushCalls,
  ...articleCalls,
  ...pageCalls,
  ...settingCalls,
  ...emailCalls,
  ...userCalls,
  ...colleagueCalls,
  ...profileCalls,
  ...auditCalls,
  ...crashCalls,
  ...backupCalls,
  ...jobCalls,
  ...webhookCalls,
} as const satisfies CallTable

type Calls = typeof calls
export type CallName = keyof Calls
export type Input<N extends CallName> = InferInput<Calls[N]['input']>
export type Parsed<N extends CallName> = InferOutput<Calls[N]['input']>
export type Reply<N extends CallName> = InferOutput<Calls[N]['reply']>
export type Refusal<N extends CallName> = Calls[N]['refusals'][number]
export type QueuedCall = { [N in CallName]: Calls[N]['offline'] extends 'queue' ? N : never }[CallName]

/** A row as a plain `Call`, for code that treats all rows alike. */
export const rowOf = (name: CallName): Call => calls[name]
export const callNames = Object.keys(calls) as readonly CallName[] // Object.keys loses the key type
export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)
export const queuedCalls = callNames.filter((name): name is QueuedCall => calls[name].offline === 'queue')

/**
 * The `action` that selects this row where several share an address. A row without one may be called by its own name:
 * `update`.
 */
export const actionOf = (name: CallName): string => rowOf(name).action ?? name.slice(name.indexOf('.') + 1)

import type { InferInput, InferOutput } from 'valibot'
import { markCalls } from './appointment.marks.ts'
import { meetingCalls } from './appointment.meeting.ts'
import { priceCalls } from './appointment.price.ts'
import { appointmentCalls } from './appointment.ts'
import { articleCalls } from './article.ts'
import { auditCalls } from './audit.ts'
import { availabilityCalls, busyCalls } from './availability.ts'
import { balanceCalls } from './balance.ts'
import { bankCalls } from './bank.ts'
import { calendarCalls } from './calendar-link.ts'
import { branchCalls } from './branch.ts'
import type { Call, CallTable } from './call.ts'
import { catalogCalls } from './catalog.ts'
import { clinicCalls } from './clinic.ts'
import { commentCalls } from './comment.ts'
import { countryCalls } from './country.ts'
import { colleagueCalls } from './colleague.ts'
import { doctorCalls } from './doctor.ts'
import { emailCalls } from './email.ts'
import { kioskCalls } from './kiosk.ts'
import { moneycheckCalls } from './moneycheck.ts'
import { notificationCalls } from './notification.ts'
import { pageCalls } from './page.ts'
import { patientFileCalls } from './patient-file.ts'
import { patientCalls } from './patient.ts'
import { paymentCalls } from './payment.calls.ts'
import { paymentlinkCalls } from './paymentlink.ts'
import { profileCalls } from './profile.ts'
import { pushCalls } from './push.ts'
import { questionCalls } from './question.ts'
import { recipeCalls } from './recipe.ts'
import { reportCalls } from './report.ts'
import { accountCalls } from './session.account.ts'
import { sessionCalls } from './session.ts'
import { settingCalls } from './setting.ts'
import { transactionCalls } from './transaction.ts'
import { userCalls } from './user.ts'
import { videoCalls } from './video.ts'

/** The whole contract. What can be derived from it is never written again. */
const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...clinicCalls,
  ...branchCalls,
  ...catalogCalls,
  ...bankCalls,
  ...countryCalls,
  ...doctorCalls,
  ...patientCalls,
  ...patientFileCalls,
  ...recipeCalls,
  ...reportCalls,
  ...commentCalls,
  ...videoCalls,
  ...questionCalls,
  ...availabilityCalls,
  ...busyCalls,
  ...calendarCalls,
  ...appointmentCalls,
  ...markCalls,
  ...meetingCalls,
  ...priceCalls,
  ...kioskCalls,
  ...paymentCalls,
  ...balanceCalls,
  ...paymentlinkCalls,
  ...transactionCalls,
  ...moneycheckCalls,
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
} as const satisfies CallTable

type Calls = typeof calls
export type CallName = keyof Calls
export type Input<N extends CallName> = InferInput<Calls[N]['input']>
export type Parsed<N extends CallName> = InferOutput<Calls[N]['input']>
export type Reply<N extends CallName> = InferOutput<Calls[N]['reply']>
export type Refusal<N extends CallName> = Calls[N]['refusals'][number]
export type QueuedCall = { [N in CallName]: Calls[N]['offline'] extends 'queue' ? N : never }[CallName]

/** A row seen as the plain `Call` it is, where code treats all rows alike. */
export const rowOf = (name: CallName): Call => calls[name]
export const callNames = Object.keys(calls) as readonly CallName[] // Object.keys forgets what it was given
export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)
export const queuedCalls = callNames.filter((name): name is QueuedCall => calls[name].offline === 'queue')

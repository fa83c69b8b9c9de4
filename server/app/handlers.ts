import { appointmentHandlers } from '../areas/appointment/handlers.ts'
import { visitPaymentHandlers } from '../areas/appointment/payment-handlers.ts'
import { approvalHandlers } from '../areas/approval/handlers.ts'
import { articleHandlers } from '../areas/article/handlers.ts'
import { availabilityHandlers } from '../areas/availability/handlers.ts'
import { backupHandlers } from '../areas/backup/handlers.ts'
import { balanceHandlers } from '../areas/balance/handlers.ts'
import { bankHandlers } from '../areas/bank/handlers.ts'
import { closureHandlers } from '../areas/closure/handlers.ts'
import { visitTypeHandlers } from '../areas/visittype/handlers.ts'
import { webhookHandlers } from '../areas/webhook/handlers.ts'
import { busyHandlers } from '../areas/busy/handlers.ts'
import { calendarHandlers } from '../areas/calendar-link/handlers.ts'
import { branchHandlers } from '../areas/branch/handlers.ts'
import { catalogHandlers } from '../areas/catalog/handlers.ts'
import { clinicHandlers } from '../areas/clinic/handlers.ts'
import { commentHandlers } from '../areas/comment/handlers.ts'
import { countryHandlers } from '../areas/country/handlers.ts'
import { doctorHandlers } from '../areas/doctor/handlers.ts'
import { emailHandlers } from '../areas/email/handlers.ts'
import type { Handlers } from '../http/handler.ts'
import { figuresHandlers } from '../areas/figures/handlers.ts'
import { importHandlers } from '../areas/import/handlers.ts'
import { invitationHandlers } from '../areas/invitation/handlers.ts'
import { kioskHandlers } from '../areas/kiosk/handlers.ts'
import { membershipHandlers } from '../areas/membership/handlers.ts'
import { moderationHandlers } from '../areas/moderation/handlers.ts'
import { moneycheckHandlers } from '../areas/moneycheck/handlers.ts'
import { notificationHandlers } from '../areas/notification/handlers.ts'
import { pageHandlers } from '../areas/page/handlers.ts'
import { paymentHandlers } from '../areas/payment/handlers.ts'
import { appointmentlinkHandlers } from '../areas/appointmentlink/handlers.ts'
import { paymentlinkHandlers } from '../areas/paymentlink/handlers.ts'
import { patientHandlers } from '../areas/patient/handlers.ts'
import { sessionHandlers } from '../areas/session/handlers.ts'
import { settingHandlers } from '../areas/setting/handlers.ts'
import { auditHandlers } from '../areas/audit/handlers.ts'
import { crashHandlers } from '../areas/crash/handlers.ts'
import { jobHandlers } from '../areas/job/handlers.ts'
import { profileHandlers } from '../areas/profile/handlers.ts'
import { proposalHandlers } from '../areas/proposal/handlers.ts'
import { pushHandlers } from '../areas/push/handlers.ts'
import { questionHandlers } from '../areas/question/handlers.ts'
import { recipeHandlers } from '../areas/recipe/handlers.ts'
import { registrationHandlers } from '../areas/registration/handlers.ts'
import { reportHandlers } from '../areas/report/handlers.ts'
import { transactionHandlers } from '../areas/transaction/handlers.ts'
import { colleagueHandlers } from '../areas/user/colleague.ts'
import { userHandlers } from '../areas/user/handlers.ts'
import { videoHandlers } from '../areas/video/handlers.ts'

/** Every row of the contract has a handler, otherwise this does not compile. */
export const handlers: Handlers = {
  ...sessionHandlers,
  ...clinicHandlers,
  ...branchHandlers,
  ...catalogHandlers,
  ...bankHandlers,
  ...countryHandlers,
  ...doctorHandlers,
  ...importHandlers,
  ...invitationHandlers,
  ...membershipHandlers,
  ...proposalHandlers,
  ...registrationHandlers,
  ...patientHandlers,
  ...recipeHandlers,
  ...reportHandlers,
  ...commentHandlers,
  ...videoHandlers,
  ...questionHandlers,
  ...availabilityHandlers,
  ...busyHandlers,
  ...closureHandlers,
  ...visitTypeHandlers,
  ...webhookHandlers,
  ...calendarHandlers,
  ...appointmentHandlers,
  ...figuresHandlers,
  ...kioskHandlers,
  ...paymentHandlers,
  ...visitPaymentHandlers,
  ...balanceHandlers,
  ...approvalHandlers,
  ...paymentlinkHandlers,
  ...appointmentlinkHandlers,
  ...transactionHandlers,
  ...moneycheckHandlers,
  ...moderationHandlers,
  ...notificationHandlers,
  ...pushHandlers,
  ...articleHandlers,
  ...pageHandlers,
  ...settingHandlers,
  ...emailHandlers,
  ...userHandlers,
  ...colleagueHandlers,
  ...profileHandlers,
  ...auditHandlers,
  ...crashHandlers,
  ...backupHandlers,
  ...jobHandlers,
}

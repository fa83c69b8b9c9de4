import type { CallName } from '../contract/calls.ts'
import { appointmentHandlers } from './appointment/handlers.ts'
import { articleHandlers } from './article/handlers.ts'
import { availabilityHandlers } from './availability/handlers.ts'
import { balanceHandlers } from './balance/handlers.ts'
import { bankHandlers } from './bank/handlers.ts'
import { busyHandlers } from './busy/handlers.ts'
import { calendarHandlers } from './calendar-link/handlers.ts'
import { branchHandlers } from './branch/handlers.ts'
import { catalogHandlers } from './catalog/handlers.ts'
import { clinicHandlers } from './clinic/handlers.ts'
import { commentHandlers } from './comment/handlers.ts'
import { countryHandlers } from './country/handlers.ts'
import { doctorHandlers } from './doctor/handlers.ts'
import { emailHandlers } from './email/handlers.ts'
import type { Asking, Handler } from './http/handler.ts'
import { kioskHandlers } from './kiosk/handlers.ts'
import { moneycheckHandlers } from './moneycheck/handlers.ts'
import { notificationHandlers } from './notification/handlers.ts'
import { pageHandlers } from './page/handlers.ts'
import { paymentHandlers } from './payment/handlers.ts'
import { paymentlinkHandlers } from './paymentlink/handlers.ts'
import { patientHandlers } from './patient/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { settingHandlers } from './setting/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { profileHandlers } from './profile/handlers.ts'
import { pushHandlers } from './push/handlers.ts'
import { questionHandlers } from './question/handlers.ts'
import { recipeHandlers } from './recipe/handlers.ts'
import { reportHandlers } from './report/handlers.ts'
import { transactionHandlers } from './transaction/handlers.ts'
import { colleagueHandlers } from './user/colleague.ts'
import { userHandlers } from './user/handlers.ts'
import { videoHandlers } from './video/handlers.ts'

/** Every row of the contract has its handler, or this does not compile. */
export const handlers: { readonly [N in CallName]: Handler<N> | Asking<N> } = {
  ...sessionHandlers,
  ...clinicHandlers,
  ...branchHandlers,
  ...catalogHandlers,
  ...bankHandlers,
  ...countryHandlers,
  ...doctorHandlers,
  ...patientHandlers,
  ...recipeHandlers,
  ...reportHandlers,
  ...commentHandlers,
  ...videoHandlers,
  ...questionHandlers,
  ...availabilityHandlers,
  ...busyHandlers,
  ...calendarHandlers,
  ...appointmentHandlers,
  ...kioskHandlers,
  ...paymentHandlers,
  ...balanceHandlers,
  ...paymentlinkHandlers,
  ...transactionHandlers,
  ...moneycheckHandlers,
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
}

import { accountWords } from './email.account.ts'
import { calendarWords } from './email.calendar.ts'
import { membershipWords } from './email.membership.ts'
import { paymentWords } from './email.payment.ts'
import { questionWords } from './email.question.ts'
import type { Template } from './email.templates.ts'
import type { LetterInAll } from './email.ts'
import { visitWords } from './email.visit.ts'

/** Every template's built-in words, used until an admin writes others (SCREENS B22). */
export const EMAIL_DEFAULTS: Readonly<Record<Template, LetterInAll>> = {
  ...accountWords,
  ...visitWords,
  ...calendarWords,
  ...membershipWords,
  ...paymentWords,
  ...questionWords,
}

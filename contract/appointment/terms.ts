import { type Language, PATIENT_MOVES } from '../kernel/constants.ts'
import type { Appointment } from './appointment.ts'
import type { BookingRules } from './appointment.rules.ts'

/** Rules 27 and 28: until when a patient can cancel or move online, epoch ms. */
export const onlineUntil = (
  { start }: Pick<Appointment, 'start'>,
  { cancelHours }: Pick<BookingRules, 'cancelHours'>,
) => Date.parse(start) - cancelHours * 3_600_000

/**
 * What a letter says about cancelling and moving, by the platform's settings (rules 27, 28, 37). If it is too late for
 * both, the letter says so.
 */
export function termsIn(
  language: Language,
  visit: Pick<Appointment, 'start'>,
  rules: Pick<BookingRules, 'cancelHours'>,
  now: number,
): string {
  const words = WORDS[language]
  const { cancelHours: hours } = rules
  if (onlineUntil(visit, rules) <= now) return words.near
  return words.until(hours === 0 ? words.start : words.before(hours), PATIENT_MOVES)
}

/** The first sentence of the letter about a move to another doctor. The doctor's name is next to the time. */
export const otherDoctorIn = (language: Language): string => OTHER_DOCTOR[language]
const OTHER_DOCTOR: Readonly<Record<Language, string>> = {
  tr: 'Randevunuz kliniğin başka bir doktoruna geçti.',
  en: 'It is now with another doctor of the clinic.',
  de: 'Der Termin ist jetzt bei einer anderen Ärztin oder einem anderen Arzt der Klinik.',
  ru: 'Теперь вас примет другой врач клиники.',
}

type Words = {
  readonly near: string
  readonly start: string
  readonly before: (hours: number) => string
  readonly until: (when: string, moves: number) => string
}

const of = (locale: string, hours: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }) =>
  forms[new Intl.PluralRules(locale).select(hours)] ?? forms.other

const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    near: 'Randevunuz yaklaştığı için çevrim içi iptal edilemez ve değiştirilemez. Gelemeyecekseniz kliniği arayınız.',
    start: 'başlayana kadar',
    before: (hours) => `başlamasına ${hours} saat kalana kadar`,
    until: (when, moves) =>
      `Randevunuzu ${when} çevrim içi iptal edebilir, en fazla ${moves} kez başka bir saate alabilirsiniz. Sonrasında kliniği arayınız.`,
  },
  en: {
    near: 'It is too late to cancel or move this appointment online. If you cannot come, call the clinic.',
    start: 'it begins',
    before: (hours) => `${hours} ${of('en', hours, { one: 'hour', other: 'hours' })} before it begins`,
    until: (when, moves) =>
      `You can cancel the appointment online until ${when}, and move it up to ${moves} ${of('en', moves, { one: 'time', other: 'times' })}. After that, call the clinic.`,
  },
  de: {
    near: 'Der Termin kann online nicht mehr abgesagt oder verschoben werden. Wenn Sie nicht kommen können, rufen Sie bitte die Klinik an.',
    start: 'zum Beginn',
    before: (hours) => `${hours} ${of('de', hours, { one: 'Stunde', other: 'Stunden' })} vor Beginn`,
    until: (when, moves) =>
      `Sie können den Termin bis ${when} online absagen und bis zu ${moves}-mal verschieben. Danach rufen Sie bitte die Klinik an.`,
  },
  ru: {
    near: 'До приёма осталось мало времени, отменить или перенести его онлайн уже нельзя. Если не сможете прийти, позвоните в клинику.',
    start: 'до начала',
    before: (hours) =>
      `не позднее чем за ${hours} ${of('ru', hours, { one: 'час', few: 'часа', many: 'часов', other: 'часа' })} до начала`,
    until: (when, moves) =>
      `Отменить приём онлайн или перенести его (до ${moves} ${of('ru', moves, { one: 'раза', other: 'раз' })}) можно ${when}. Позже позвоните в клинику.`,
  },
}

import type { Language } from '../../../contract/kernel/constants.ts'
import type { LoginType } from '../../../contract/session/session.ts'

type Word = 'visits' | 'book' | 'files' | 'calendar' | 'patients' | 'doctors' | 'payments'
export type Shortcut = { readonly word: Word; readonly url: string }

/**
 * The shortcuts shown on a long press on the icon, by the last kind of sign-in; `null` before the first. On the
 * platform's own host they are an admin's.
 */
export function shortcutsOf(type: LoginType | null, isClinic: boolean): readonly Shortcut[] {
  if (type === 'patient') return [VISITS, BOOK, { word: 'files', url: '/patient/files' }]
  if (type === 'doctor') return [VISITS, { word: 'calendar', url: '/calendar' }, PATIENTS]
  if (type === 'admin' && isClinic) return [VISITS, BOOK, PATIENTS, PAYMENTS]
  if (type === 'admin') return [VISITS, { word: 'doctors', url: '/doctor' }, PAYMENTS]
  return [VISITS, BOOK]
}

const VISITS: Shortcut = { word: 'visits', url: '/appointment' }
const BOOK: Shortcut = { word: 'book', url: '/appointment/new' }
const PATIENTS: Shortcut = { word: 'patients', url: '/patient-list' }
const PAYMENTS: Shortcut = { word: 'payments', url: '/payment' }

/** The names of shortcuts, written here because the server has no catalog of words. */
export const SHORTCUT_WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  tr: {
    visits: 'Randevular',
    book: 'Yeni randevu',
    files: 'Dosyalarım',
    calendar: 'Takvimim',
    patients: 'Hastalar',
    doctors: 'Doktorlar',
    payments: 'Ödemeler',
  },
  en: {
    visits: 'Appointments',
    book: 'New appointment',
    files: 'My files',
    calendar: 'My calendar',
    patients: 'Patients',
    doctors: 'Doctors',
    payments: 'Payments',
  },
  de: {
    visits: 'Termine',
    book: 'Neuer Termin',
    files: 'Meine Dateien',
    calendar: 'Mein Kalender',
    patients: 'Patientinnen und Patienten',
    doctors: 'Ärztinnen und Ärzte',
    payments: 'Zahlungen',
  },
  ru: {
    visits: 'Записи на приём',
    book: 'Новая запись',
    files: 'Мои файлы',
    calendar: 'Мой календарь',
    patients: 'Пациенты',
    doctors: 'Врачи',
    payments: 'Платежи',
  },
}

import type { Language } from '../../../contract/kernel/constants.ts'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import type { PlannedClinic } from './plan.ts'

type Texts = { lang: Language; value: string }[]

/** An invented clinic's texts about itself and for those who register; each says that it is invented. */
export function clinicTexts({ name, city }: Pick<PlannedClinic, 'name' | 'city'>) {
  const each = (say: (lang: Language) => string): Texts => LANGUAGES.map((lang) => ({ lang, value: say(lang) }))
  return {
    seo_title: each(() => `${name} · ${city}`.slice(0, 70)),
    seo_description: each((lang) => DESCRIPTION[lang](name, city).slice(0, 160)),
    terms: each((lang) => TERMS[lang](name, city)),
    data_policy: each((lang) => POLICY[lang](name, city)),
    legal_date: '2026-01-01',
  }
}

type Say = Readonly<Record<Language, (name: string, city: string) => string>>

const DESCRIPTION: Say = {
  tr: (name, city) => `${city} içinde ${name}: randevunuzu kendiniz alın. Örnek veridir, gerçek değildir.`,
  en: (name, city) => `${name} in ${city}: book your appointment yourself. Sample data, not real.`,
  de: (name, city) => `${name} in ${city}: Termine selbst buchen. Beispieldaten, nicht echt.`,
  ru: (name, city) => `${name}, ${city}: запишитесь на приём сами. Пример, данные вымышлены.`,
}

const TERMS: Say = {
  tr: (name) =>
    `ÖRNEK METİN. ${name} gerçek bir klinik değildir.\n\n1. Randevunuzu başlamasından 24 saat öncesine kadar iptal edebilir veya değiştirebilirsiniz.\n2. Havale ile ödenen randevunun saati 48 saat ayrılır.\n3. Hesabınızı istediğiniz zaman kapatabilirsiniz.`,
  en: (name) =>
    `SAMPLE TEXT. ${name} is not a real clinic.\n\n1. You can cancel or move an appointment until 24 hours before it begins.\n2. The time of an appointment paid by bank transfer is kept for 48 hours.\n3. You can close your account at any time.`,
  de: (name) =>
    `BEISPIELTEXT. ${name} ist keine echte Klinik.\n\n1. Termine lassen sich bis 24 Stunden vor Beginn absagen oder verlegen.\n2. Bei Zahlung per Überweisung bleibt der Termin 48 Stunden reserviert.\n3. Sie können Ihr Konto jederzeit schließen.`,
  ru: (name) =>
    `ПРИМЕР ТЕКСТА. «${name}» — вымышленная клиника.\n\n1. Приём можно отменить или перенести не позднее чем за 24 часа до начала.\n2. При оплате переводом время удерживается 48 часов.\n3. Закрыть учётную запись можно в любое время.`,
}

const POLICY: Say = {
  tr: (name) =>
    `ÖRNEK METİN. ${name} randevularınız için adınızı, iletişim bilgilerinizi ve doğum tarihinizi saklar. Kaydınızı yalnızca sizi tedavi edenler ve klinik masası görür. Verilerinizin bir kopyasını profilinizden indirebilirsiniz.`,
  en: (name) =>
    `SAMPLE TEXT. ${name} keeps your name, contact details and birth date for your appointments. Only those who treat you and the desk see your record. You can download a copy of your data in your profile.`,
  de: (name) =>
    `BEISPIELTEXT. ${name} speichert Name, Kontaktdaten und Geburtsdatum für Ihre Termine. Ihre Akte sehen nur die Behandelnden und der Empfang. Eine Kopie Ihrer Daten laden Sie im Profil herunter.`,
  ru: (name) =>
    `ПРИМЕР ТЕКСТА. «${name}» хранит ваше имя, контакты и дату рождения для записи на приём. Вашу карту видят только лечащие врачи и регистратура. Копию данных можно скачать в профиле.`,
}

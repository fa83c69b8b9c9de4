import type { Language } from '../kernel/constants.ts'

/**
 * What goes out by mail and SMS (SPEC §3): each template's id, group, the tags its words may use, and those its text and
 * SMS must contain. Tags never name a specialty, a reason or a drug (rule 66).
 */
export const EMAIL_TEMPLATES = {
  confirm: {
    id: '01930000-0000-7000-8000-000000000001',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  already_registered: {
    id: '01930000-0000-7000-8000-000000000002',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  password_reset: {
    id: '01930000-0000-7000-8000-000000000003',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  password_invite: {
    id: '01930000-0000-7000-8000-000000000004',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  password_changed: {
    id: '01930000-0000-7000-8000-000000000005',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  contact_changed: {
    id: '01930000-0000-7000-8000-000000000006',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  contact_changed_for_you: {
    id: '01930000-0000-7000-8000-000000000007',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  account_active: {
    id: '01930000-0000-7000-8000-000000000008',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  visit_booked: {
    id: '01930000-0000-7000-8000-000000000009',
    group: 'appointment',
    tags: ['name', 'house', 'when', 'doctor', 'place', 'map', 'code', 'terms', 'link'],
    needs: ['when'],
  },
  visit_moved: {
    id: '01930000-0000-7000-8000-00000000000a',
    group: 'appointment',
    tags: ['name', 'house', 'when', 'doctor', 'place', 'map', 'code', 'terms', 'link'],
    needs: ['when'],
  },
  visit_cancelled: {
    id: '01930000-0000-7000-8000-00000000000b',
    group: 'appointment',
    tags: ['name', 'house', 'when', 'link'],
    needs: ['when'],
  },
  visit_lapsed: {
    id: '01930000-0000-7000-8000-000000000142',
    group: 'appointment',
    tags: ['name', 'house', 'when', 'link'],
    needs: ['when'],
  },
  visit_reminder: {
    id: '01930000-0000-7000-8000-00000000000c',
    group: 'appointment',
    tags: ['name', 'house', 'when', 'doctor', 'place', 'map', 'code', 'link'],
    needs: ['when'],
  },
  doctor_day: {
    id: '01930000-0000-7000-8000-00000000000d',
    group: 'appointment',
    tags: ['name', 'house', 'visits', 'first', 'link'],
    needs: [],
  },
  calendar_broken: {
    id: '01930000-0000-7000-8000-00000000000e',
    group: 'appointment',
    tags: ['name', 'house', 'calendar', 'link'],
    needs: [],
  },
  calendar_dropped: {
    id: '01930000-0000-7000-8000-00000000000f',
    group: 'appointment',
    tags: ['name', 'house', 'calendar', 'link'],
    needs: [],
  },
  payment_received: {
    id: '01930000-0000-7000-8000-000000000010',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'link'],
    needs: [],
  },
  payment_awaited: {
    id: '01930000-0000-7000-8000-000000000011',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'link'],
    needs: [],
  },
  payment_awaited_transfer: {
    id: '01930000-0000-7000-8000-000000000012',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'reference', 'link'],
    needs: ['reference'],
  },
  payment_to_wallet: {
    id: '01930000-0000-7000-8000-000000000013',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'link'],
    needs: [],
  },
  payment_late: {
    id: '01930000-0000-7000-8000-000000000143',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'link'],
    needs: ['amount'],
  },
  payment_refunded: {
    id: '01930000-0000-7000-8000-000000000014',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'link'],
    needs: [],
  },
  payment_link: {
    id: '01930000-0000-7000-8000-000000000015',
    group: 'payment',
    tags: ['name', 'house', 'amount', 'until'],
    needs: ['amount'],
    fixedLink: true,
  },
  visit_comment: {
    id: '01930000-0000-7000-8000-000000000016',
    group: 'content',
    tags: ['name', 'house', 'link'],
    needs: ['link'],
  },
  passkey_added: {
    id: '01930000-0000-7000-8000-000000000078',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
  booking_code: {
    id: '01930000-0000-7000-8000-000000000155',
    group: 'appointment',
    tags: ['house', 'code'],
    needs: ['code'],
  },
  doctor_invited: {
    id: '01930000-0000-7000-8000-000000000043',
    group: 'account',
    tags: ['name', 'house'],
    needs: [],
    fixedLink: true,
  },
} as const satisfies Record<string, Described>

export type Template = keyof typeof EMAIL_TEMPLATES
export const TEMPLATES = Object.keys(EMAIL_TEMPLATES) as [Template, ...Template[]] // Object.keys loses the key type
export const isTemplate = (name: string): name is Template => Object.hasOwn(EMAIL_TEMPLATES, name)

/** In list order (SCREENS B22). */
export const EMAIL_GROUPS = ['account', 'appointment', 'payment', 'content'] as const
export type EmailGroup = (typeof EMAIL_GROUPS)[number]

/**
 * What a text may contain as `{tag}`. `{doctor}` and `{map}` are for mails only: an SMS is read on a lock screen and
 * costs by length. `{place}` is the clinic's address, `{map}` the route to it, none online; `{code}` is what the clinic's
 * tablet or a stranger's booking asks for; `{terms}` says until when it can be cancelled or moved online.
 */
export const TAGS = [
  'name',
  'house',
  'when',
  'doctor',
  'place',
  'map',
  'code',
  'terms',
  'amount',
  'reference',
  'until',
  'visits',
  'first',
  'calendar',
  'link',
] as const
export type Tag = (typeof TAGS)[number]

type Described = {
  readonly id: string
  readonly group: EmailGroup
  readonly tags: readonly Tag[]
  readonly needs: readonly Tag[]
  /** Its link opens an account or a payment: out of the template's reach, below the words (email.link.ts). */
  readonly fixedLink?: true
}

/** Invented values for previews and tests. */
export const TAG_SAMPLES: Readonly<Record<Language, Readonly<Record<Tag, string>>>> = {
  tr: {
    name: 'Defne Örnek',
    house: 'Örnek Klinik',
    when: '04.12.2026 14:20',
    doctor: 'Uzm. Dr. Deniz Örnek',
    place: 'Örnek Sokak 7, 34000 İstanbul',
    map: 'https://www.openstreetmap.org/directions?to=41.0,29.0',
    code: '482193',
    terms:
      'Randevunuzu başlamasına 24 saat kalana kadar çevrim içi iptal edebilir, en fazla 2 kez başka bir saate alabilirsiniz. Sonrasında kliniği arayınız.',
    amount: '1.250,00 ₺',
    reference: 'BD-7K4M2Q',
    until: '11.12.2026 18:00',
    visits: '9',
    first: '09:00',
    calendar: 'Kişisel',
    link: 'https://ornek-klinik.example/r/7K4M2Q',
  },
  en: {
    name: 'Daphne Sample',
    house: 'Sample Clinic',
    when: '04.12.2026 14:20',
    doctor: 'Dr Dana Sample',
    place: '7 Sample Street, London',
    map: 'https://www.openstreetmap.org/directions?to=41.0,29.0',
    code: '482193',
    terms:
      'You can cancel the appointment online until 24 hours before it begins, and move it up to 2 times. After that, call the clinic.',
    amount: '£125.00',
    reference: 'BD-7K4M2Q',
    until: '11.12.2026 18:00',
    visits: '9',
    first: '09:00',
    calendar: 'Personal',
    link: 'https://sample-clinic.example/r/7K4M2Q',
  },
  de: {
    name: 'Dorothea Muster',
    house: 'Musterklinik',
    when: '04.12.2026 14:20',
    doctor: 'Dr. Dana Muster',
    place: 'Musterstraße 7, 10115 Berlin',
    map: 'https://www.openstreetmap.org/directions?to=41.0,29.0',
    code: '482193',
    terms:
      'Sie können den Termin bis 24 Stunden vor Beginn online absagen und bis zu 2-mal verschieben. Danach rufen Sie bitte die Klinik an.',
    amount: '125,00 €',
    reference: 'BD-7K4M2Q',
    until: '11.12.2026 18:00',
    visits: '9',
    first: '09:00',
    calendar: 'Privat',
    link: 'https://musterklinik.example/r/7K4M2Q',
  },
  ru: {
    name: 'Дарья Примерова',
    house: 'Клиника «Пример»',
    when: '04.12.2026 14:20',
    doctor: 'д-р Дана Примерова',
    place: 'ул. Примерная, 7, Москва',
    map: 'https://www.openstreetmap.org/directions?to=41.0,29.0',
    code: '482193',
    terms:
      'Отменить приём онлайн или перенести его (до 2 раз) можно не позднее чем за 24 часа до начала. Позже позвоните в клинику.',
    amount: '12 500,00 ₺',
    reference: 'BD-7K4M2Q',
    until: '11.12.2026 18:00',
    visits: '9',
    first: '09:00',
    calendar: 'Личный',
    link: 'https://klinika-primer.example/r/7K4M2Q',
  },
}

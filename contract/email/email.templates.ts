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
  question_code: {
    id: '01930000-0000-7000-8000-000000000158',
    group: 'content',
    tags: ['house', 'code'],
    needs: ['code'],
  },
  question_answered: {
    id: '01930000-0000-7000-8000-000000000159',
    group: 'content',
    tags: ['house', 'link'],
    needs: ['link'],
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

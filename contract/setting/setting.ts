import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import {
  CANCEL_HOURS,
  DEFAULT_ZONE,
  HOLD_MINUTES,
  HORIZON_DAYS,
  LANGUAGES,
  LEAD_MINUTES,
  MEETING_PATTERN,
  PASSWORD_MIN,
  PASSWORD_MIN_STAFF,
  QUIET_FROM,
  QUIET_TO,
  REMINDER_HOURS,
  TRANSFER_EARLIEST_HOURS,
  TRANSFER_END_HOURS,
  TRANSFER_KEEP_HOURS,
} from '../kernel/constants.ts'
import {
  currency,
  filled,
  language,
  listOf,
  requiredText,
  secret,
  text,
  timeInt,
  version,
  zone,
} from '../kernel/fields.ts'

export const SETTING_IDS = ['setting', 'mail', 'sms'] as const
export type SettingId = (typeof SETTING_IDS)[number]

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const httpAddress = v.pipe(
  text(300),
  v.check((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''), 'url'),
)
const hostName = v.pipe(text(200), v.regex(/^[\p{L}\d]([\p{L}\d.:-]*[\p{L}\d])?$/u))

/** A host, or the whole address of a gateway; without a scheme it means https. */
const gateway = v.pipe(
  requiredText(300),
  v.check(
    (typed) => /^https?:$/.test(URL.parse(/:\/\//.test(typed) ? typed : `https://${typed}`)?.protocol ?? ''),
    'url',
  ),
)

/**
 * Where online visits take place, generated for each: `{code}` is a secret of the visit, `{clinic}` the clinic's short
 * name (rule 31).
 */
const meetingPattern = v.pipe(
  text(300),
  v.check(
    (typed) =>
      typed.includes('{code}') && URL.parse(typed.replaceAll(/\{(code|clinic)\}/g, 'x'))?.protocol === 'https:',
    'url',
  ),
)

/** The most that can be given by hand at all (contract/balance/balance.ts `amountInput`), in minor units. */
const MOST_ALONE = 100_000_000

/** `setting`: the figures for booking, messages and accounts. Minutes, hours and days are whole; times are HHmm. */
export const GeneralSettings = v.object({
  currency,
  zone,
  /**
   * How much one person may move by hand in a day without approval (docs/decisions/0101), in minor units; 0: nothing.
   */
  aloneTry: whole(0, MOST_ALONE),
  aloneUsd: whole(0, MOST_ALONE),
  aloneEur: whole(0, MOST_ALONE),
  aloneGbp: whole(0, MOST_ALONE),
  /** Rule 9. */
  horizonDays: whole(1, 365),
  leadMinutes: whole(0, 7 * 24 * 60),
  /** Rule 27. */
  cancelHours: whole(0, 30 * 24),
  /** Rule 16. */
  holdMinutes: whole(1, 60),
  /** Rule 18. */
  transferKeepHours: whole(1, 30 * 24),
  transferEndHours: whole(0, 7 * 24),
  transferEarliestHours: whole(0, 7 * 24),
  /** Rule 63: hours before start, earliest first. */
  reminderHours: listOf(whole(1, 14 * 24), 5),
  /** Rule 65, HHmm in the clinic's zone. */
  quietFrom: timeInt,
  quietTo: timeInt,
  passwordMin: whole(PASSWORD_MIN, 64),
  /** The same for staff (TRUST D3). */
  passwordMinStaff: whole(PASSWORD_MIN, 64),
  supportEmail: v.nullable(v.pipe(text(200), v.email())),
  supportPhone: v.nullable(text(24)),
  bookingSiteUrl: v.nullable(httpAddress),
  /** Rule 31; null: links are typed by hand. */
  meetingPattern: v.nullable(meetingPattern),
  languages: listOf(language, LANGUAGES.length, 1),
})
export type GeneralSettings = v.InferOutput<typeof GeneralSettings>

/** `mail`: the server that sends our mail. The password is written and never read. */
export const MailSettings = v.object({
  host: v.nullable(hostName),
  port: whole(1, 65_535),
  username: v.nullable(text(200)),
  sender: v.nullable(v.pipe(text(200), v.email())),
})
export type MailSettings = v.InferOutput<typeof MailSettings>

/** `sms`: the provider's host, and the sender name of its messages. The key is written and never read. */
export const SmsSettings = v.object({ host: v.nullable(gateway), header: v.nullable(text(20)) })
export type SmsSettings = v.InferOutput<typeof SmsSettings>

/** The values until someone changes them. */
export const SETTING_DEFAULTS: {
  readonly setting: GeneralSettings
  readonly mail: MailSettings
  readonly sms: SmsSettings
} = {
  setting: {
    currency: 'try',
    zone: DEFAULT_ZONE,
    // about six typical visits
    aloneTry: 1_000_000,
    aloneUsd: 30_000,
    aloneEur: 30_000,
    aloneGbp: 30_000,
    horizonDays: HORIZON_DAYS,
    leadMinutes: LEAD_MINUTES,
    cancelHours: CANCEL_HOURS,
    holdMinutes: HOLD_MINUTES,
    transferKeepHours: TRANSFER_KEEP_HOURS,
    transferEndHours: TRANSFER_END_HOURS,
    transferEarliestHours: TRANSFER_EARLIEST_HOURS,
    reminderHours: [...REMINDER_HOURS],
    quietFrom: QUIET_FROM,
    quietTo: QUIET_TO,
    passwordMin: PASSWORD_MIN,
    passwordMinStaff: PASSWORD_MIN_STAFF,
    supportEmail: null,
    supportPhone: null,
    bookingSiteUrl: null,
    meetingPattern: MEETING_PATTERN,
    languages: [...LANGUAGES],
  },
  mail: { host: null, port: 587, username: null, sender: null },
  sms: { host: null, header: null },
}

/** The fields of a group that are written and never read; a reply says only whether there is one. */
export const SETTING_SECRETS = { setting: [], mail: ['password'], sms: ['key'] } as const satisfies Record<
  SettingId,
  readonly string[]
>
export type SecretName = 'password' | 'key'
/** Shown in a reply in place of a stored secret. */
export const MASK = '••••••'

const masked = v.nullable(v.literal(MASK))
/** A group of settings (SPEC §3): its id and its values by name. Secrets never leave the server. */
export const Setting = v.variant('id', [
  v.object({
    id: v.literal('setting'),
    version,
    data: GeneralSettings,
    /** Whether the platform accepts cards: the operator sets up the provider in the server's environment. */
    cards: v.boolean(),
  }),
  v.object({ id: v.literal('mail'), version, data: v.object({ ...MailSettings.entries, password: masked }) }),
  v.object({ id: v.literal('sms'), version, data: v.object({ ...SmsSettings.entries, key: masked }) }),
])
export type Setting = v.InferOutput<typeof Setting>

const providerSecret = v.nullable(v.pipe(secret(400), filled))
/** What a change of each group may contain: any of its fields; absent ones stay. A secret of null is removed. */
export const SETTING_CHANGES = {
  setting: v.partial(v.strictObject(GeneralSettings.entries)),
  mail: v.partial(v.strictObject({ ...MailSettings.entries, password: providerSecret })),
  sms: v.partial(v.strictObject({ ...SmsSettings.entries, key: providerSecret })),
} as const
export type SettingChange = Readonly<Record<string, unknown>>

export const settingCalls = {
  /** Admins may read all, others only `setting`; the rest is left out (SPEC §6). */
  'setting.list': {
    method: 'POST',
    path: '/api/setting/list',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ idList: listOf(v.picklist(SETTING_IDS), 10) }),
    reply: v.object({ status: v.literal(true), settings: v.array(Setting) }),
  },
  /** Changes the fields that are sent (`SETTING_CHANGES`); checked against `If-Match`, the version on the screen. */
  'setting.update': {
    method: 'PUT',
    path: '/api/setting/:id',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'setting',
    refusals: ['host_not_allowed'],
    input: v.strictObject({ id: v.picklist(SETTING_IDS), data: v.record(text(60), v.unknown()) }),
    reply: v.object({ status: v.literal(true) }),
  },
  /** Sends a short message to the caller by the stored settings; the other server's answer is not repeated (R51). */
  'setting.test': {
    method: 'POST',
    path: '/api/setting/test',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'setting',
    refusals: ['setting_incomplete', 'third_party_failure'],
    input: v.strictObject({ by: v.picklist(['mail', 'sms']) }),
    reply: v.object({ status: v.literal(true) }),
  },
} as const satisfies CallTable

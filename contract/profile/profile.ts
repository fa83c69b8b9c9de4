import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { ROLES } from '../kernel/call.ts'
import { PASSWORD_MAX } from '../kernel/constants.ts'
import { id, language, listOf, requiredText, secret, text, version } from '../kernel/fields.ts'
import { MUTES } from '../notification/notification.rules.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

const zoneName = v.pipe(text(64), v.regex(/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/))
const website = v.pipe(
  text(300),
  v.check((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''), 'url'),
)

/** One's own record (SPEC §3 profile), synced only to one's own devices. */
export const Profile = v.object({
  id,
  version,
  type: v.picklist(ROLES),
  name: text(200),
  lang: language,
  email: v.nullable(text(200)),
  phone: v.nullable(text(20)),
  superadmin: v.boolean(),
  clinicId: v.nullable(id),
  /** IANA; null: the clinic's, or the platform's. */
  zone: v.nullable(text(64)),
  officePhone: v.nullable(text(24)),
  website: v.nullable(text(300)),
  nonCitizen: v.boolean(),
  /** The last two characters of the identity number; null if there is none. */
  identityEnd: v.nullable(text(4)),
  photoId: v.nullable(id),
  /** The cells of the notification grid they switched off. */
  muted: v.array(v.picklist(MUTES)),
  active: v.boolean(),
})
export type Profile = v.InferOutput<typeof Profile>

const password = secret(PASSWORD_MAX)
/** SPEC §8's success code. */
const updated = v.optional(v.literal('profile_updated'), 'profile_updated')

/**
 * One row for every kind of person. SPEC §6 has "the profile of the user's type", but user/* is the superadmin's, and a
 * doctor's or patient's own call changes their card, which clinics share. This changes what belongs to the account
 * (name, phone, language, zone). [+]
 */
export const profileCalls = {
  'profile.update': {
    method: 'PUT',
    path: '/api/profile',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'queue',
    refusals: ['user_not_found', 'phone_exists'],
    input: v.strictObject({
      id,
      name: v.optional(requiredText(200)),
      phone: v.optional(typedPhone),
      lang: v.optional(language),
      zone: v.optional(v.nullable(zoneName)),
      officePhone: v.optional(v.nullable(text(24))),
      website: v.optional(v.nullable(website)),
      muted: v.optional(listOf(v.picklist(MUTES), MUTES.length)),
    }),
    reply: v.object({ status: v.literal(true), person: Profile, message: updated }),
    writes: {
      table: 'person',
      needs: [],
      coalesce: 'edit',
      sets: ['name', 'phone', 'lang', 'zone', 'officePhone', 'website', 'muted'],
    },
  },
  /** What opens or protects the account needs the password (SCREENS B2: online only). Absent fields stay. [+] */
  'profile.secure': {
    method: 'PUT',
    path: '/api/profile/secure',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'online',
    secret: 'password',
    refusals: ['password_wrong', 'email_exists', 'identity_invalid', 'patient_exists'],
    input: v.strictObject({
      password,
      email: v.optional(v.nullable(v.pipe(text(200), v.email()))),
      /** A Turkish identity number, or with `nonCitizen` another document's (rule 61). */
      identity: v.optional(v.nullable(text(40))),
      nonCitizen: v.optional(v.boolean()),
    }),
    reply: v.object({ status: v.literal(true), message: updated }),
    writes: { table: 'person', needs: [] },
  },
  /**
   * Closes the account for good: no sign-in, no contact; those who keep visits and money lines still have them (rule
   * 55). [+]
   */
  'profile.close': {
    method: 'POST',
    path: '/api/profile/close',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'online',
    secret: 'password',
    refusals: ['password_wrong', 'open_appointments', 'last_superadmin'],
    input: v.strictObject({ password }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'person', needs: [] },
  },
} as const satisfies CallTable

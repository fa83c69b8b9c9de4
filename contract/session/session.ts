import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { ROLES } from '../kernel/call.ts'
import { PASSWORD_MAX } from '../kernel/constants.ts'
import { credential, freeText, id, language, requiredText, secret, text } from '../kernel/fields.ts'

/** The signed-in person as their own device knows them (SPEC §3 user). */
export const Person = v.object({
  id,
  uuid: id,
  name: text(200),
  type: v.picklist(ROLES),
  lang: language,
  email: v.nullable(text(200)),
  phone: v.nullable(text(20)),
  superadmin: v.boolean(),
  /** A clinic user's clinic; null for all others. */
  clinicId: v.nullable(id),
})
export type Person = v.InferOutput<typeof Person>

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const type = v.picklist(['admin', 'doctor', 'patient'], 'user_type_not_found')
export type LoginType = v.InferOutput<typeof type>

/** The answer to a sign-in, whatever method was used. */
export const SignedIn = v.object({
  status: v.literal(true),
  token: credential(64),
  session: credential(64),
  user: Person,
  /** A second factor is required and missing: until it is set up every other call answers `factor_required` [+]. */
  mustEnrol: v.optional(v.boolean(), false),
})

export const sessionCalls = {
  /**
   * A session id comes first (SPEC §4). `now` is the server's clock, ISO, to measure the device's against (rule 91).
   */
  'session.start': {
    method: 'GET',
    path: '/api/session',
    roles: 'anyone',
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), session: credential(64), now: text(30) }),
  },
  /** Signs in as admin (clinic users too, rule 105), doctor or patient, with e-mail or phone. */
  'session.signIn': {
    method: 'POST',
    path: '/api/auth/:type',
    roles: 'anyone',
    offline: 'online',
    secret: 'password',
    refusals: [
      'sign_in_failed',
      'session_not_found',
      'clinic_not_found',
      'confirm_first',
      'account_passive',
      'totp_required',
      'totp_wrong',
      'passkey_required',
    ],
    input: v.strictObject({
      type,
      mode: v.optional(v.literal('login')),
      session: text(64),
      clinic: v.optional(v.nullable(id)),
      username: freeText(200),
      password: secret(1024),
      /** If the second factor is on: the app's six digits, or a recovery code. */
      code: v.optional(text(20)),
    }),
    reply: SignedIn,
  },
  /**
   * Creates the first superadmin of an empty server, with the one-time code that the start printed; afterwards the call
   * does not exist.
   */
  'session.setUp': {
    method: 'POST',
    path: '/api/setup',
    roles: 'anyone',
    offline: 'online',
    secret: 'password',
    refusals: ['reset_code_invalid', 'password_short', 'password_common', 'password_guessable'],
    input: v.strictObject({
      code: text(64),
      name: requiredText(200),
      email: v.pipe(text(200), v.email()),
      phone: v.pipe(text(24), v.regex(/^\+?[\d\s()./-]{6,24}$/)),
      password: secret(PASSWORD_MAX),
    }),
    reply: v.object({ status: v.literal(true) }),
  },
  'session.user': {
    method: 'GET',
    path: '/api/auth',
    roles: everyone,
    background: true,
    enrolling: true,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ clinic: v.optional(text(60)) }),
    reply: v.object({ status: v.literal(true), user: Person }),
  },
  'session.type': {
    method: 'GET',
    path: '/api/auth/type',
    roles: everyone,
    enrolling: true,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), type: v.picklist(ROLES) }),
  },
  /**
   * Signs out: the token stops working at once, on REST and socket (TRUST G24). `sealed`: encrypted data stays on the
   * device, and its person may still order a wipe for as long as the token would have lived (`session.list`, TRUST
   * D18).
   */
  'session.end': {
    method: 'DELETE',
    path: '/api/session',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ sealed: v.optional(v.literal('true')) }),
    reply: v.object({ status: v.literal(true) }),
  },
} as const satisfies CallTable

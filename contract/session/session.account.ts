import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { PASSWORD_MAX } from '../kernel/constants.ts'
import {
  credential,
  filled,
  freeText,
  id,
  instant,
  isoDay,
  language,
  requiredText,
  secret,
  text,
} from '../kernel/fields.ts'
import { typedPhone } from '../kernel/phone.rules.ts'
import { SignedIn } from './session.ts'

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const

const password = v.pipe(secret(PASSWORD_MAX), v.minLength(1))
/** The code in a link: 256 random bits, base64url. */
const code = text(64)
/** 256 random bits of a browser, base64url: a browser that shows them again is the one that made the request. */
const proof = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const done = v.object({ status: v.literal(true) })
const place = v.strictObject({
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})

/** Who may register themselves; all others are added (SPEC §2). */
export const REGISTRANTS = ['doctor', 'patient'] as const

/** A session as its owner sees it. */
export const OwnSession = v.object({
  id,
  /** The session that makes this call. */
  current: v.boolean(),
  /** Signed out there, while encrypted data stayed on the device: it can only be wiped. */
  left: v.boolean(),
  /** Browser and system in words such as "Firefox, Android"; empty if the device did not say. */
  agent: text(80),
  /** The clinic's name; null on the platform's own host. */
  clinic: v.nullable(text(160)),
  startedAt: instant,
  usedAt: instant,
})
export type OwnSession = v.InferOutput<typeof OwnSession>

/** The life of an account: opened, confirmed, its password, its sessions, its second factor (SPEC §5, §7; TRUST D1–D4). */
export const accountCalls = {
  /**
   * A doctor or patient asks for an account. The answer is the same whether or not one exists; the result arrives by mail. The account is made when
   * the link in the mail is opened (`session.confirm`), and belongs to the realm of the host (rule 49).
   */
  'session.register': {
    method: 'POST',
    path: '/api/auth/:type',
    action: 'register',
    means: [{ mode: 'register' }],
    roles: 'anyone',
    offline: 'online',
    secret: 'password',
    refusals: [
      'clinic_not_found',
      'branch_required',
      'identity_invalid',
      'password_short',
      'password_common',
      'password_guessable',
    ],
    input: v.strictObject({
      type: v.picklist(REGISTRANTS, 'user_type_not_found'),
      session: v.optional(text(64)),
      clinic: v.optional(v.nullable(id)),
      lang: language,
      name: requiredText(200),
      email: v.pipe(text(200), v.email()),
      phone: typedPhone,
      password,
      /** Kept by the browser that asks: with it the link signs in there, and nowhere else (docs/decisions/0132). */
      proof: v.optional(proof),
      /** For a doctor, whom patients find by them (SPEC §5); patients are asked for them later, where they are needed. */
      country: v.optional(v.pipe(text(2), v.regex(/^[A-Z]{2}$/))),
      city: v.optional(requiredText(120)),
      location: v.optional(place),
      /** To this host's terms and data policy (SPEC §5). */
      consent: v.pipe(v.boolean(), v.value(true)),
      /** For a doctor. */
      title: v.optional(text(60)),
      branch: v.optional(id),
      /**
       * For a patient: an identity number, or the number of another document of someone who is no citizen (rule 61). Required on a private clinic's
       * host, where it tells the clinic who it is (docs/decisions/0067); elsewhere a clinic asks for the document when it sees them (0069).
       */
      identity: v.optional(text(40)),
      nonCitizen: v.optional(v.boolean()),
      birthDate: v.optional(isoDay),
    }),
    reply: done,
  },
  /**
   * Opens the requested account with the code in the mail's link. `waiting`: a clinic or an admin must still accept. A patient is signed in if the
   * browser shows the proof it kept; the link alone signs no one in, since someone else may have typed the password.
   */
  'session.confirm': {
    method: 'POST',
    path: '/api/auth/confirm',
    roles: 'anyone',
    offline: 'online',
    secret: 'code',
    refusals: ['confirm_link_invalid'],
    input: v.strictObject({ code, session: v.optional(text(64)), proof: v.optional(proof) }),
    reply: v.object({
      status: v.literal(true),
      type: v.picklist(REGISTRANTS),
      waiting: v.boolean(),
      signedIn: v.optional(SignedIn),
    }),
  },
  /** Undoes a change of an account's e-mail or phone, with the code that was sent to the old ones; ends all its sessions. [+] */
  'session.undoContact': {
    method: 'POST',
    path: '/api/auth/contact/undo',
    roles: 'anyone',
    offline: 'online',
    secret: 'code',
    refusals: ['undo_link_invalid'],
    input: v.strictObject({ code }),
    reply: v.object({ status: v.literal(true) }),
  },
  /** Asks for a link that sets a new password. Everyone gets the same answer, in the same time. */
  'session.forget': {
    method: 'POST',
    path: '/api/auth/password/forget',
    roles: 'anyone',
    offline: 'online',
    refusals: ['clinic_not_found'],
    input: v.strictObject({
      type: v.picklist(['admin', 'doctor', 'patient'], 'user_type_not_found'),
      username: v.pipe(freeText(200), filled),
      lang: language,
    }),
    reply: v.object({ status: v.literal(true), message: v.literal('reset_link_sent') }),
  },
  /** Sets a new password while signed in; all other sessions of the person end within a second (TRUST D2, G24). */
  'session.changePassword': {
    method: 'POST',
    path: '/api/auth/password/change',
    roles: everyone,
    offline: 'online',
    audits: 'person',
    secret: 'password',
    refusals: ['password_wrong', 'password_short', 'password_common', 'password_guessable'],
    input: v.strictObject({ current: secret(1024), password }),
    reply: done,
  },
  /** Sets a new password by a link: it works once, and every session of the person ends. `type` says which page to sign in on. */
  'session.reset': {
    method: 'POST',
    path: '/api/auth/password/change',
    action: 'reset',
    roles: 'anyone',
    offline: 'online',
    secret: 'password',
    refusals: [
      'reset_link_invalid',
      'totp_required',
      'totp_wrong',
      'password_short',
      'password_common',
      'password_guessable',
    ],
    input: v.strictObject({ code, password, factor: v.optional(text(64)) }),
    reply: v.object({
      status: v.literal(true),
      message: v.literal('password_reset'),
      type: v.picklist(['admin', 'doctor', 'patient']),
    }),
  },
  /**
   * From a locked device, which can show only the hash of its token: from now on the token works only together with the secret whose hash is `lock`.
   * With `leave` someone else wants to sign in there, and the session ends. Everyone gets the same answer [+].
   */
  'session.lock': {
    method: 'POST',
    path: '/api/session/lock',
    roles: 'anyone',
    offline: 'online',
    secret: 'token',
    refusals: [],
    input: v.strictObject({ token: text(64), lock: text(64), leave: v.optional(v.boolean()) }),
    reply: done,
  },
  /**
   * Sets a new password without mail, for people of a private clinic: with the email or phone they sign in with, and a code that a user of the clinic
   * made for them, or one of their own recovery codes. Works once; every session of the person ends [+].
   */
  'session.recover': {
    method: 'POST',
    path: '/api/auth/password/change',
    action: 'recover',
    roles: 'anyone',
    offline: 'online',
    secret: 'password',
    refusals: ['clinic_not_found', 'recovery_failed', 'password_short', 'password_common', 'password_guessable'],
    input: v.strictObject({ username: requiredText(200), code: requiredText(64), password }),
    reply: v.object({ status: v.literal(true), type: v.picklist(['admin', 'doctor', 'patient']) }),
  },
  /** Where one is signed in, or has left encrypted data [+]; newest use first. */
  'session.list': {
    method: 'GET',
    path: '/api/session/list',
    roles: everyone,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), sessions: v.array(OwnSession) }),
  },
  /**
   * Ends one of one's own sessions, or without `id` all but this one [+]. With `wipe` the device is told, at its next contact within the life of its
   * token, to destroy what it holds of this person, including unsent work (TRUST D18). `back`, the hash of the token a device was left with: its
   * person has returned, and it is no longer listed.
   */
  'session.endOther': {
    method: 'POST',
    path: '/api/session/end',
    roles: everyone,
    offline: 'online',
    audits: 'session',
    refusals: ['session_not_found'],
    input: v.strictObject({ id: v.optional(id), wipe: v.optional(v.boolean()), back: v.optional(text(64)) }),
    reply: v.object({ status: v.literal(true), ended: v.pipe(v.number(), v.integer()) }),
  },
  /** Whether the second factor is on, since when, how many recovery codes are left, and whether it is required [+]. */
  'session.factor': {
    method: 'GET',
    path: '/api/auth/totp',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({
      status: v.literal(true),
      since: v.nullable(instant),
      recoveryLeft: v.pipe(v.number(), v.integer()),
      required: v.boolean(),
    }),
  },
  /** A new secret for an authenticator app, shown only once; nothing changes until its first code arrives [+]. */
  'session.factorStart': {
    method: 'POST',
    path: '/api/auth/totp/start',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    audits: 'person',
    secret: 'password',
    refusals: ['password_wrong', 'factor_on'],
    input: v.strictObject({ password: secret(1024) }),
    reply: v.object({ status: v.literal(true), secret: credential(64), uri: credential(400) }),
  },
  /** Switches the second factor on with the app's first code; returns eight recovery codes, each valid once, shown only once [+]. */
  'session.factorConfirm': {
    method: 'POST',
    path: '/api/auth/totp/confirm',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    audits: 'person',
    secret: 'code',
    refusals: ['totp_wrong', 'factor_not_started'],
    input: v.strictObject({ code: text(20) }),
    reply: v.object({ status: v.literal(true), recovery: v.array(credential(20)) }),
  },
  /** Switches it off; needs the password. If it is required it stays on [+]. */
  'session.factorOff': {
    method: 'POST',
    path: '/api/auth/totp/off',
    roles: everyone,
    offline: 'online',
    audits: 'person',
    secret: 'password',
    refusals: ['password_wrong', 'factor_must_stay'],
    input: v.strictObject({ password: secret(1024) }),
    reply: done,
  },
} as const satisfies CallTable

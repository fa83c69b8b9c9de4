import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { PASSKEY_NAME_MAX } from '../kernel/constants.ts'
import { credential, id, instant, listOf, requiredText, secret, text } from '../kernel/fields.ts'
import { SignedIn } from './session.ts'

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const done = v.object({ status: v.literal(true) })

/** Bytes as WebAuthn's JSON carries them: base64url without padding. */
const bytes = (max: number) => v.pipe(secret(max), v.regex(/^[\w-]*$/))
/** WebAuthn lets a credential id have 1,023 bytes. */
const credentialId = v.pipe(bytes(1364), v.minLength(1))
const kind = v.literal('public-key')
const name = requiredText(PASSKEY_NAME_MAX)
const password = secret(1024)

/** A passkey as its owner sees it. */
export const Passkey = v.object({
  id,
  name: text(PASSKEY_NAME_MAX),
  /** The host it was made on; it works on no other (decision 0078). */
  host: text(253),
  /** It was made on the calling host. */
  here: v.boolean(),
  /** Its provider keeps a copy, so that it outlives the device. */
  backedUp: v.boolean(),
  createdAt: instant,
  usedAt: v.nullable(instant),
})
export type Passkey = v.InferOutput<typeof Passkey>

/** A browser's result for `passkeyAddStart`; fields that are not read are left out. */
const Registration = v.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: v.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(8192),
    transports: v.optional(listOf(text(20), 10)),
  }),
})
/** A browser's result for `passkeyStart`. */
const Assertion = v.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: v.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    userHandle: v.optional(bytes(128)),
  }),
})
const ids = v.array(v.object({ id: text(1364), type: kind, transports: v.optional(v.array(text(20))) }))

/**
 * Passkeys (WebAuthn), besides the password and the second factor; one with user verification replaces both (TRUST D3,
 * decision 0078).
 */
export const passkeyCalls = {
  /** One's own, newest first [+]. */
  'session.passkeys': {
    method: 'GET',
    path: '/api/auth/passkey',
    roles: everyone,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({
      status: v.literal(true),
      passkeys: v.array(Passkey),
      /** A second factor is required and passkeys are the only one: the last must stay. */
      mustKeepOne: v.boolean(),
    }),
  },
  /** What a browser needs to make a passkey for this host; valid for five minutes and for this session only [+]. */
  'session.passkeyAddStart': {
    method: 'POST',
    path: '/api/auth/passkey/start',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    audits: 'person',
    secret: 'password',
    refusals: ['password_wrong', 'passkey_too_many'],
    input: v.strictObject({ password }),
    reply: v.object({
      status: v.literal(true),
      options: v.object({
        rp: v.object({ id: text(253), name: text(200) }),
        user: v.object({ id: text(64), name: text(200), displayName: text(200) }),
        challenge: credential(64),
        pubKeyCredParams: v.array(v.object({ alg: v.pipe(v.number(), v.integer()), type: kind })),
        timeout: v.pipe(v.number(), v.integer()),
        attestation: v.literal('none'),
        excludeCredentials: ids,
        authenticatorSelection: v.object({
          residentKey: v.literal('required'),
          requireResidentKey: v.literal(true),
          userVerification: v.literal('required'),
        }),
      }),
    }),
  },
  /** Stores the new passkey; its owner is told by mail [+]. */
  'session.passkeyAdd': {
    method: 'POST',
    path: '/api/auth/passkey',
    roles: everyone,
    enrolling: true,
    offline: 'online',
    audits: 'person',
    secret: 'credential',
    refusals: ['passkey_failed', 'passkey_too_many'],
    input: v.strictObject({ name, credential: Registration }),
    reply: v.object({ status: v.literal(true), id }),
  },
  /** Renames one's own [+]. */
  'session.passkeyRename': {
    method: 'PUT',
    path: '/api/auth/passkey/:id',
    roles: everyone,
    offline: 'online',
    audits: 'person',
    refusals: ['passkey_not_found'],
    input: v.strictObject({ id, name }),
    reply: done,
  },
  /** Removes one's own; needs the password. The last stays if a second factor is required and there is no other [+]. */
  'session.passkeyRemove': {
    method: 'POST',
    path: '/api/auth/passkey/:id/remove',
    roles: everyone,
    offline: 'online',
    audits: 'person',
    secret: 'password',
    refusals: ['password_wrong', 'passkey_not_found', 'factor_must_stay'],
    input: v.strictObject({ id, password }),
    reply: done,
  },
  /**
   * What a browser signs to sign in with any passkey it has for this host; for this session id, once, for five minutes
   * [+].
   */
  'session.passkeyStart': {
    method: 'POST',
    path: '/api/auth/passkey/signin/start',
    roles: 'anyone',
    offline: 'online',
    secret: 'session',
    refusals: ['clinic_not_found', 'session_not_found'],
    input: v.strictObject({ session: text(64) }),
    reply: v.object({
      status: v.literal(true),
      options: v.object({
        rpId: text(253),
        challenge: credential(64),
        timeout: v.pipe(v.number(), v.integer()),
        userVerification: v.literal('required'),
      }),
    }),
  },
  /** Signs in with it, without password and code. Whatever is wrong, the answer is the same [+]. */
  'session.passkeySignIn': {
    method: 'POST',
    path: '/api/auth/passkey/signin',
    roles: 'anyone',
    offline: 'online',
    secret: 'credential',
    refusals: ['clinic_not_found', 'passkey_failed', 'session_not_found'],
    input: v.strictObject({ session: text(64), credential: Assertion }),
    reply: SignedIn,
  },
} as const satisfies CallTable

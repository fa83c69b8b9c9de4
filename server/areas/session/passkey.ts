import { generateKeyPairSync } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'
import type { Parsed } from '../../../contract/calls.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin } from '../../identity/who.ts'
import { needsFactor } from './factor.ts'
import { newSecret } from '../../identity/secret.ts'

/** How long a browser may take over its answer. */
export const CHALLENGE_MS = 5 * 60_000

/** Browsers use ES256 and RS256, some keys EdDSA. */
export const ALGORITHMS = [-7, -8, -257] as const

type Purpose = 'enrol' | 'signIn'

/**
 * A new challenge for this session, in place of an earlier one; null where the session is unknown or over, or not of the kind that the purpose
 * needs: one that is signed in enrols, one that is not signs in.
 */
export async function newChallenge(
  pool: Deps['pool'],
  sessionHash: string,
  purpose: Purpose,
  { host }: Pick<Origin, 'host'>,
  now: number,
): Promise<string | null> {
  const challenge = newSecret()
  const { rowCount } = await pool.query(
    `update session set challenge = $2, challenge_for = $3, challenge_host = $4, challenge_until = $5
      where session_hash = $1 and ended_at is null and expires_at > $6 and (token_hash is null) = ($3 = 'signIn')`,
    [sessionHash, challenge, purpose, host, new Date(now + CHALLENGE_MS), new Date(now)],
  )
  return rowCount === 1 ? challenge : null
}

/**
 * Removes the challenge, whatever becomes of the answer: of two simultaneous answers one finds it. Null if there is
 * none for this.
 */
export async function takeChallenge(
  pool: Deps['pool'],
  sessionHash: string,
  purpose: Purpose,
  { host }: Pick<Origin, 'host'>,
  now: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ challenge: string }>(
    `with was as (
       select session_hash, challenge from session
        where session_hash = $1 and challenge_for = $2 and challenge_host = $3 and challenge_until > $4 and ended_at is null for update
     )
     update session s set challenge = null, challenge_for = null, challenge_host = null, challenge_until = null
       from was where s.session_hash = was.session_hash returning was.challenge`,
    [sessionHash, purpose, host, new Date(now)],
  )
  return rows[0]?.challenge ?? null
}

export type Enrolled = {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly backedUp: boolean
}

/** What a browser has made, if it is what was asked for: for this challenge and host, with the person verified. */
export async function enrolled(
  credential: Parsed<'session.passkeyAdd'>['credential'],
  challenge: string,
  { host, site }: Pick<Origin, 'host' | 'site'>,
): Promise<Enrolled | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'], // transports are words that are only told back
      expectedChallenge: challenge,
      expectedOrigin: site,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, counter, backedUp: registrationInfo.credentialBackedUp }
  } catch {
    return null // the library throws at whatever does not fit
  }
}

/** What was signed with, if this key has signed this challenge on this host, with the person verified. */
export async function signed(
  credential: Parsed<'session.passkeySignIn'>['credential'],
  challenge: string | null,
  { host, site }: Pick<Origin, 'host' | 'site'>,
  publicKey: Uint8Array<ArrayBuffer> | null,
): Promise<{ readonly counter: number; readonly backedUp: boolean } | null> {
  const { userHandle, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      // one that no one can have signed: the answer takes the same way
      expectedChallenge: challenge ?? newSecret(),
      expectedOrigin: site,
      expectedRPID: host,
      requireUserVerification: true,
      // the counter is compared where it is kept, in one statement, so that two answers at once are not both the next
      credential: { id: credential.id, publicKey: publicKey ?? NOBODYS_KEY, counter: 0 },
    })
    if (!verified || !publicKey) return null
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return null
  }
}

/** Whether passkeys are all that a person has of the second factor that is required of them: the last stays then. */
export async function mustKeepOne(deps: Pick<Deps, 'pool' | 'requiresFactor'>, personId: string): Promise<boolean> {
  const { rowCount } = await deps.pool.query(
    'select from second_factor where person_id = $1 and confirmed_at is not null',
    [personId],
  )
  return !rowCount && (await needsFactor(deps, personId))
}

/** What browsers know a person by: their id, in bytes. */
export const handleOf = (personId: string) => Buffer.from(personId).toString('base64url')

/** Made at the start and thrown away with its private half: an unknown credential costs the time of a known one. */
const NOBODYS_KEY = (() => {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
    [cose.COSEKEYS.alg, cose.COSEALG.ES256],
    [cose.COSEKEYS.crv, cose.COSECRV.P256],
    [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
    [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return isoCBOR.encode(key)
})()

import { meaningOfHost } from '../../identity/host.ts'
import { ahead, type Area, type Deps } from '../../http/handler.ts'
import { aboutOf, letIn } from './sign-in.ts'
import { auditEntry } from './audit.ts'
import { belongsHere, type Candidate } from './find.ts'
import { lanesOf } from './known-device.ts'
import { CHALLENGE_MS, handleOf, newChallenge, signed, takeChallenge } from './passkey.ts'
import { hashOf } from '../../identity/secret.ts'
import { keepStarted } from '../../identity/started.ts'

/**
 * The sign-in with passkeys (decision 0078). Whether the passkey exists, whose it is, whether they may sign in here and
 * whether the signature is right: any failure answers `passkey_failed`, after the same work.
 */
export const passkeyEntry = {
  'session.passkeyStart': ahead(async ({ session }, { deps, origin, now, refuse }) => {
    if ((await meaningOfHost(deps, origin.host)).kind === 'unknown') return refuse('clinic_not_found')
    await keepStarted(deps, session, now)
    const challenge = await newChallenge(deps.pool, hashOf(session), 'signIn', origin, now)
    if (!challenge) return refuse('session_not_found')
    return {
      status: true,
      options: { rpId: origin.host, challenge, timeout: CHALLENGE_MS, userVerification: 'required' },
    }
  }),

  'session.passkeySignIn': ahead(async ({ session, credential }, ctx) => {
    const { deps, origin, now, refuse } = ctx
    const host = await meaningOfHost(deps, origin.host)
    if (host.kind === 'unknown') return refuse('clinic_not_found')
    const hostClinic = host.kind === 'clinic' ? host.clinic.id : null
    const found = await findPasskey(deps, credential.id, origin.host, hostClinic)
    const account = `passkey ${hashOf(credential.id)}`
    const tries = await deps.limits.take(...(await lanesOf(deps.pool, account, found?.id ?? null, origin)))
    const why = await whyNot().catch(async (error: unknown) => {
      await tries.giveBack() // a fault of ours is no try of theirs
      throw error
    })
    if (why || !found) {
      await record(why ?? 'passkey_failed')
      return refuse('passkey_failed')
    }
    await tries.giveBack()
    // the person was verified by it: it is both factors at once
    const entered = await letIn(ctx, found, session, hostClinic, false)
    if (!entered) return refuse('session_not_found')
    await record('done')
    return entered

    async function whyNot() {
      const challenge = await takeChallenge(deps.pool, hashOf(session), 'signIn', origin, now)
      const assertion = await signed(credential, challenge, origin, found?.public_key ?? null)
      const { userHandle } = credential.response
      if (!found || !assertion || (userHandle !== undefined && userHandle !== handleOf(found.id)))
        return 'passkey_failed' as const
      if (!found.active || !found.here || !belongsHere(found, hostClinic)) return 'passkey_failed' as const
      const { rowCount } = await deps.pool.query(COUNT_ON, [
        credential.id,
        assertion.counter,
        assertion.backedUp,
        new Date(now),
        found.id,
      ])
      return rowCount === 1 ? null : ('passkey_counter' as const)
    }
    function record(outcome: string) {
      return auditEntry(deps.pool, {
        call: 'session.passkeySignIn',
        person: found ? aboutOf(found, hostClinic) : null,
        proved: outcome === 'done',
        outcome,
        ip: origin.ip,
      })
    }
  }),
} satisfies Pick<Area<'session'>, 'session.passkeyStart' | 'session.passkeySignIn'>

/**
 * By its id from the browser, on the host it was made on. `here`: a stranger on a private host is unknown (rule 49).
 */
async function findPasskey(
  { pool }: Pick<Deps, 'pool'>,
  credentialId: string,
  host: string,
  hostClinic: string | null,
) {
  const { rows } = await pool.query<Found>(FIND, [credentialId, host, hostClinic])
  return rows[0]
}

type Found = Candidate & { readonly public_key: Buffer<ArrayBuffer>; readonly here: boolean }

const FIND = `select p.id, p.type, p.name, p.lang, p.email, p.phone, p.superadmin, p.clinic_id, p.realm, p.password_hash,
    p.active and p.deleted_at is null and coalesce(d.active, true) and coalesce(c.active, true) as active, f.confirmed_at is not null as has_factor,
    true as has_passkey, k.public_key, (p.realm is null or p.realm = $3) and may_stand_on(p.id, $3) as here
  from passkey k join person p on p.id = k.person_id
  left join doctor d on d.id = p.id left join clinic c on c.id = p.clinic_id left join second_factor f on f.person_id = p.id
 where k.credential_id = $1 and k.host = $2`

/** A counter that stays or goes back means a copy of the key; one that is always 0 does not count (WebAuthn §6.1.1). */
const COUNT_ON = `update passkey set counter = $2, backed_up = $3, used_at = $4
  where credential_id = $1 and person_id = $5 and (counter < $2 or counter = 0 and $2 = 0)`

import { PASSKEYS_MOST } from '../../../contract/kernel/constants.ts'
import type { Passkey } from '../../../contract/session/session.passkey.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { forgetPath, houseOf, loginTypeOf, ownReachOf } from '../../identity/links.ts'
import { ALGORITHMS, CHALLENGE_MS, enrolled, handleOf, mustKeepOne, newChallenge, takeChallenge } from './passkey.ts'
import { keepPasskey, removePasskey } from './passkey-store.ts'
import { provePassword } from './prove.ts'
import { releaseSessions } from '../../identity/session-store.ts'

/** One's own passkeys (decision 0078). What protects the account asks for the password again; a name does not. */
export const passkeyHandlers = {
  'session.passkeys': async (_, { deps, who, origin }) => {
    const { rows } = await deps.pool.query<Row>(
      `select id, name, host, host = $2 as here, backed_up as "backedUp", created_at, used_at from passkey
        where person_id = $1 order by created_at desc, id desc`,
      [who.id, origin.host],
    )
    return {
      status: true,
      passkeys: rows.map(({ created_at, used_at, ...passkey }) => ({
        ...passkey,
        createdAt: created_at.toISOString(),
        usedAt: used_at?.toISOString() ?? null,
      })),
      mustKeepOne: await mustKeepOne(deps, who.id),
    }
  },

  'session.passkeyAddStart': async ({ password }, ctx) => {
    const { deps, who, origin, now, refuse } = ctx
    await provePassword(ctx, password)
    const { rows } = await deps.pool.query<{ id: string; transports: string[]; host: string }>(
      'select credential_id as id, transports, host from passkey where person_id = $1',
      [who.id],
    )
    if (rows.length >= PASSKEYS_MOST) return refuse('passkey_too_many')
    const person = await deps.pool.query<{ login: string; house: string | null }>(
      `select coalesce(p.email, p.phone, p.name) as login, c.name as house from person p left join clinic c on c.id = $2 where p.id = $1`,
      [who.id, who.hostClinic],
    )
    const challenge = await newChallenge(deps.pool, who.sessionHash, 'enrol', origin, now)
    if (!challenge) throw new Error('a session that is open takes a challenge')
    about(ctx)
    return {
      status: true,
      options: {
        ...ASKED,
        rp: { id: origin.host, name: houseOf({ clinicName: person.rows[0]?.house ?? null }) },
        user: { id: handleOf(who.id), name: person.rows[0]?.login ?? who.name, displayName: who.name },
        challenge,
        excludeCredentials: rows
          .filter(({ host }) => host === origin.host)
          .map(({ id, transports }) => ({ id, transports, type: KIND })),
      },
    }
  },

  'session.passkeyAdd': async ({ name, credential }, ctx) => {
    const { deps, who, origin, now, after, refuse } = ctx
    const challenge = await takeChallenge(deps.pool, who.sessionHash, 'enrol', origin, now)
    const made = challenge && (await enrolled(credential, challenge, origin))
    if (!made) return refuse('passkey_failed')
    const id = newId(now)
    const kept = await keepPasskey(deps.pool, who.id, {
      ...made,
      id,
      host: origin.host,
      transports: credential.response.transports ?? [],
      name: name.trim(),
      now,
    })
    if (kept === 'too_many') return refuse('passkey_too_many')
    if (kept === 'taken') return refuse('passkey_failed')
    await releaseSessions(deps.pool, who.id)
    await tellOwner(ctx)
    after(async () => deps.sendSoon())
    about(ctx)
    return { status: true, id }
  },

  'session.passkeyRename': async ({ id, name }, ctx) => {
    const { rowCount } = await ctx.deps.pool.query('update passkey set name = $3 where id = $1 and person_id = $2', [
      id,
      ctx.who.id,
      name.trim(),
    ])
    if (!rowCount) return ctx.refuse('passkey_not_found')
    about(ctx)
    return { status: true }
  },

  'session.passkeyRemove': async ({ id, password }, ctx) => {
    const { deps, who, refuse } = ctx
    await provePassword(ctx, password)
    const outcome = await removePasskey(deps.pool, who.id, id, await mustKeepOne(deps, who.id))
    if (outcome === 'not_found') return refuse('passkey_not_found')
    if (outcome === 'last') return refuse('factor_must_stay')
    about(ctx)
    return { status: true }
  },
} satisfies Pick<
  Area<'session'>,
  | 'session.passkeys'
  | 'session.passkeyAddStart'
  | 'session.passkeyAdd'
  | 'session.passkeyRename'
  | 'session.passkeyRemove'
>

/** The audit line is about the person themself. */
const about = ({ record, who }: Pick<Ctx<'session.passkeyRemove'>, 'record' | 'who'>) =>
  record({ object: { table: 'person', id: who.id } })

async function tellOwner({ deps, db, who, now }: Ctx<'session.passkeyAdd'>) {
  const reach = await ownReachOf(db, who.id)
  if (!reach) return
  await writeTo(db, deps.publicUrl(), reach, {
    template: 'passkey_added',
    path: forgetPath(loginTypeOf(reach.type)),
    now,
  })
}

const KIND = 'public-key' as const
/** A passkey that is found without a name being typed, and whose owner is verified by their device. */
const ASKED = {
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: KIND })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const

type Row = Omit<Passkey, 'createdAt' | 'usedAt'> & { readonly created_at: Date; readonly used_at: Date | null }

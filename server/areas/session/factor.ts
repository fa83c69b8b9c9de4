import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../http/handler.ts'
import { hashOf } from '../../identity/secret.ts'
import type { Vault } from '../../ports/vault.ts'

/**
 * The second factor (TRUST D3): six digits of 30 seconds each (RFC 6238), one step of grace either way, no step taken twice. It goes by
 * the real clock, which is the one the phone has, also where the server's own is shifted.
 */
export type Factor = { readonly secret: string; readonly uri: string }

/**
 * Whether this person must have one: an admin on a real server, and anyone who works for a clinic that requires it of
 * its people. A doctor of such a clinic needs it on every host, since they read its patients on every host (decision
 * 0068).
 */
export async function needsFactor({ pool, requiresFactor }: Pick<Deps, 'pool' | 'requiresFactor'>, personId: string) {
  const { rows } = await pool.query<{ needs: boolean }>(
    `select p.type = 'admin' and $2 or exists (
       select from clinic c where c.factor_required and c.deleted_at is null and (c.id = p.clinic_id or c.id = any (d.clinic_ids))) as needs
       from person p left join doctor d on d.id = p.id where p.id = $1`,
    [personId, requiresFactor],
  )
  return rows[0]?.needs ?? false
}

/** A new secret, and the address an authenticator app reads from a QR code. */
export function newFactor(label: string, house: string): Factor {
  const totp = new TOTP({ issuer: house, label, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Eight codes for the day the phone is lost: 50 random bits each, as `XXXXX-XXXXX`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 8 }, () => {
    const letters = [...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/**
 * What is stored of a recovery code: a hash under a key that the database does not hold. Fifty bits alone can be
 * guessed in hours by someone with a dump (ASVS V6.5.2).
 */
export const recoveryHash = (vault: Vault, code: string) =>
  keyedHash(vault, hashOf(`recovery ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`))

const keyedHash = (vault: Vault, hash: string) => KEYED + vault.keyed('recovery code', hash)
/** No plain hash begins so. */
const KEYED = '+'

/** Puts the key on hashes that an earlier build has kept without one. Called at each start. */
export async function keyRecoveryCodes({ pool, vault }: Pick<Deps, 'pool' | 'vault'>): Promise<void> {
  const { rows } = await pool.query<{ person_id: string; recovery: string[] }>(
    `select person_id, recovery from second_factor where exists (select from unnest(recovery) hash where hash not like '+%')`,
  )
  for (const { person_id, recovery } of rows)
    await pool.query('update second_factor set recovery = $3 where person_id = $1 and recovery = $2', [
      person_id,
      recovery,
      recovery.map((hash) => (hash.startsWith(KEYED) ? hash : keyedHash(vault, hash))),
    ])
}

/**
 * Stores the encrypted secret of a factor that waits for its first code; an older waiting one is dropped. False if one
 * is on.
 */
export async function keepFactor({ pool, vault }: Pick<Deps, 'pool' | 'vault'>, personId: string, secret: string) {
  const { rowCount } = await pool.query(
    `insert into second_factor (person_id, secret) values ($1, $2)
     on conflict (person_id) do update set secret = excluded.secret, last_step = 0 where second_factor.confirmed_at is null`,
    [personId, vault.seal(PURPOSE, secret)],
  )
  return rowCount === 1
}

/**
 * Whether the digits are the present ones, or the word is an unused recovery code. Neither is accepted a second time.
 */
export async function rightCode(deps: Pick<Deps, 'pool' | 'vault'>, personId: string, typed: string): Promise<boolean> {
  const digits = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return rightDigits(deps, personId, digits)
  const { rowCount } = await deps.pool.query(
    'update second_factor set recovery = array_remove(recovery, $2) where person_id = $1 and confirmed_at is not null and $2 = any (recovery)',
    [personId, recoveryHash(deps.vault, typed)],
  )
  return rowCount === 1
}

/** Whether a factor, on or waiting, gives these digits now; its step is used up in the same statement. */
export async function rightDigits(
  { pool, vault }: Pick<Deps, 'pool' | 'vault'>,
  personId: string,
  digits: string,
): Promise<boolean> {
  // six signs that are more bytes than six cannot be compared: the library throws
  if (!/^\d{6}$/.test(digits)) return false
  // by the database's clock: a demo's own goes otherwise than the phone's
  const { rows } = await pool.query<{ secret: string; now: Date }>(
    'select secret, clock_timestamp() as now from second_factor where person_id = $1',
    [personId],
  )
  if (!rows[0]) return false
  const at = rows[0].now.getTime()
  const totp = new TOTP({ secret: Secret.fromBase32(vault.open(PURPOSE, rows[0].secret)) })
  const delta = totp.validate({ token: digits, timestamp: at, window: 1 })
  if (delta === null) return false
  const { rowCount } = await pool.query(
    'update second_factor set last_step = $2 where person_id = $1 and last_step < $2',
    [personId, Math.floor(at / 30_000) + delta],
  )
  return rowCount === 1
}

const PURPOSE = 'second-factor'
/** Without letters that can be confused; 32 of them, so that a byte hits each equally often. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

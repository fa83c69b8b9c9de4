import { randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Vault } from '../ports/vault.ts'
import { hashOf } from './secret.ts'

/**
 * A session before anyone has signed in (SPEC §4): 192 random bits, when it ends, and proof that we made it. It grants
 * nothing and nothing is stored of it: visitors and programs leave no row.
 */
export function startSession({ vault }: { readonly vault: Vault }, now: number): string {
  const until = Math.trunc((now + HOUR_MS) / 1000)
    .toString(36)
    .padStart(UNTIL, '0')
  const payload = randomBytes(24).toString('base64url') + until
  return payload + sealOf(vault, payload)
}

/**
 * Creates the row of a started session when something needs one: a sign-in, a challenge. Only once: its name stays with
 * its row, even after the id has rotated, until a day after its end. For anything else that is presented it creates
 * nothing.
 */
export async function keepStarted(
  { pool, vault }: { readonly pool: pg.Pool; readonly vault: Vault },
  session: string,
  now: number,
) {
  const until = endOf(vault, session)
  if (until === null || until <= now) return
  await pool.query(
    `insert into session (session_hash, started_hash, created_at, used_at, expires_at) values ($1, $1, $2, $2, $3) on conflict do nothing`,
    [hashOf(session), new Date(now), new Date(until)],
  )
}

/** Epoch ms; null if we did not make it. */
function endOf(vault: Vault, session: string): number | null {
  if (session.length !== NONCE + UNTIL + SEAL) return null
  const payload = session.slice(0, NONCE + UNTIL)
  const [is, should] = [session.slice(NONCE + UNTIL), sealOf(vault, payload)].map((text) => Buffer.from(text))
  // texts of equal length may differ in bytes
  if (is!.length !== should!.length || !timingSafeEqual(is!, should!)) return null
  return Number.parseInt(payload.slice(NONCE), 36) * 1000
}

const sealOf = (vault: Vault, payload: string) => vault.keyed('started session', payload).slice(0, SEAL)

const HOUR_MS = 3_600_000
/**
 * Characters: 24 bytes in base64url, seconds in base 36, 150 bits of the signature. As many as a credential may have.
 */
const [NONCE, UNTIL, SEAL] = [32, 7, 25]

import webpush from 'web-push'
import type pg from 'pg'
import type { Vault } from '../vault.ts'

/** The server's key pair for push services (RFC 8292), base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/**
 * The server's own keys, made at its first start and kept since: browsers subscribe with the public one, so another
 * pair would silence them all. The private one is stored encrypted; throws `SealBroken` under another master key. Two
 * simultaneous starts agree on one pair.
 */
export async function readPushKeys({ pool, vault, now }: Needs): Promise<PushKeys> {
  const read = async () =>
    (await pool.query<{ public_key: string; sealed: string }>('select public_key, sealed from push_key')).rows[0]
  let kept = await read()
  if (!kept) {
    const made = webpush.generateVAPIDKeys()
    await pool.query('insert into push_key (public_key, sealed, made_at) values ($1, $2, $3) on conflict do nothing', [
      made.publicKey,
      vault.seal(PURPOSE, made.privateKey),
      new Date(now()),
    ])
    kept = await read()
  }
  if (!kept) throw new Error('push keys are not kept')
  return { publicKey: kept.public_key, privateKey: vault.open(PURPOSE, kept.sealed) }
}

type Needs = { readonly pool: pg.Pool; readonly vault: Vault; readonly now: () => number }

const PURPOSE = 'push'

import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { PROOF_HASH, shortened } from '../../../contract/kiosk/kiosk.rules.ts'

/**
 * The digests of what patients may show (contract/kiosk/kiosk.rules.ts), in the order of the proofs. Each is computed
 * once a day and cached: a list is requested every half minute. Two at a time, so that a large clinic's morning does
 * not delay password checks.
 */
export async function digestsOf(salt: string, proofs: readonly string[]): Promise<string[]> {
  const lanes = [0, 1].map(async (lane) => {
    for (let i = lane; i < proofs.length; i += 2) await digestOnce(salt, proofs[i]!)
  })
  await Promise.all(lanes)
  return Promise.all(proofs.map((proof) => digestOnce(salt, proof)))
}

const MOST_KEPT = 20_000
const kept = new Map<string, Promise<string>>()

function digestOnce(salt: string, proof: string): Promise<string> {
  const key = `${salt} ${proof}`
  const known = kept.get(key)
  if (known) return known
  const made = digest(salt, proof)
  made.catch(() => kept.delete(key))
  kept.set(key, made)
  // oldest first: those of yesterday
  for (const old of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(old)
  }
  return made
}

const run = promisify(argon2)

async function digest(salt: string, proof: string): Promise<string> {
  const { memory, passes, bytes } = PROOF_HASH
  const tag = await run('argon2id', {
    message: Buffer.from(proof, 'utf8'),
    nonce: Buffer.from(salt, 'utf8'),
    memory,
    passes,
    parallelism: 1,
    tagLength: bytes,
  })
  return shortened(tag)
}

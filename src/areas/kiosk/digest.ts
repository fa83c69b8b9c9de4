import { argon2id } from 'hash-wasm'
import { PROOF_HASH, shortened } from '../../../contract/kiosk/kiosk.rules.ts'

/**
 * The digest of what someone has just entered, made as the server makes those in the list; takes less than 0.1 s on a
 * tablet.
 */
export async function digestOf(salt: string, proof: string): Promise<string> {
  const { memory, passes, bytes } = PROOF_HASH
  const tag = await argon2id({
    password: proof,
    salt: new TextEncoder().encode(salt),
    memorySize: memory,
    iterations: passes,
    parallelism: 1,
    hashLength: bytes,
    outputType: 'binary',
  })
  return shortened(tag)
}

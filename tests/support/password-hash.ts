import { argon2Sync, randomBytes } from 'node:crypto'

/** A hash of the product's kind (TRUST D3) over the text as it is typed; `memory` in KiB, at least 8. */
export function passwordHash(message: string, memory: number): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=${memory},t=1,p=1$${base64(nonce)}$${base64(tag)}`
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

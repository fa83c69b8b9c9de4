import { argon2id } from 'hash-wasm'
import { KEY_BYTES } from './seal.ts'

/**
 * Derives a key from a password or a PIN, as slowly as TRUST D17 requires: Argon2id over 64 MiB, three passes. Half a
 * second on a small device.
 */
export const deriveKey = (secret: string, salt: Uint8Array): Promise<Uint8Array> =>
  argon2id({
    password: secret.normalize('NFC'),
    salt,
    memorySize: 64 * 1024,
    iterations: 3,
    parallelism: 1,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  })

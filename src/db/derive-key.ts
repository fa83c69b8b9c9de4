import { argon2id } from 'hash-wasm'
import { KEY_BYTES } from './seal.ts'

/** A key from a password or a PIN, as slow as TRUST D17 asks: Argon2id over 64 MiB, three times. Half a second on a small device. */
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

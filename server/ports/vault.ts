import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/** Encrypts text for storage: AES-256-GCM with a separate key for each purpose (TRUST D16). */
export type Vault = {
  /** Base64url of nonce, tag and ciphertext; different each time. */
  readonly seal: (purpose: string, plain: string) => string
  /** Decrypts. Throws `SealBroken` if key, purpose or content are not those of the encryption. */
  readonly open: (purpose: string, sealed: string) => string
  /** A keyed hash: the same for the same words, and not computable without the key; base64url. */
  readonly keyed: (purpose: string, words: string) => string
}

/** It was encrypted under another key or purpose, or has been changed since. */
export class SealBroken extends Error {
  constructor() {
    super('sealed under another key, or changed since')
    this.name = 'SealBroken'
  }
}

export function createVault(master: Buffer): Vault {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose)
    if (known) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, 'bedside', purpose, KEY_BYTES)))
    keys.set(purpose, key)
    return key
  }
  return {
    keyed: (purpose, words) =>
      createHmac('sha256', keyFor(`keyed ${purpose}`))
        .update(words)
        .digest('base64url'),
    seal: (purpose, plain) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, { authTagLength: TAG_BYTES })
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new SealBroken()
      }
    },
  }
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

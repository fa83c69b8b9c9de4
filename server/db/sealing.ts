import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * Text for a column that holds no plain text (docs/decisions/0097): a parameter that the pool encrypts when it sends
 * the statement. `place` is the clinic whose key is used; null: the key for data of no single clinic. `context` says
 * which text this is: the same text gives the same ciphertext in the same place, and another in another place.
 */
export type Unsealed = {
  readonly [UNSEALED]: 'text' | 'json' | 'identity' | 'hash'
  readonly place: string | null
  readonly context: string
  readonly plain: string
}

const UNSEALED = Symbol('unsealed')

export const unsealed = (kind: Unsealed[typeof UNSEALED], content: Omit<Unsealed, typeof UNSEALED>): Unsealed => ({
  [UNSEALED]: kind,
  ...content,
})

const isUnsealed = (value: unknown): value is Unsealed =>
  typeof value === 'object' && value !== null && UNSEALED in value

/** Encrypts and decrypts, with a key for each place derived from one of the server's. */
export type Sealer = {
  readonly seal: (words: Unsealed) => string
  /** A column's text as it is read, decrypted if it is encrypted. Throws if it was encrypted under another key. */
  readonly open: (text: string) => string
  /** The same for the content of a JSON column. */
  readonly openJson: (text: string) => unknown
}

/** Where a pool finds its sealer: it exists once the keys have been read, which are in the database itself. */
export type SealerBox = { current: Sealer | null }

/**
 * AES-256-GCM. The nonce is an HMAC of context and text: writing the same text again changes nothing, on which merging
 * and repeated calls rely, and equal texts in two places cannot be recognised.
 */
export function createSealer(key: Buffer): Sealer {
  const keys = new Map<string, Keys>()
  const keysOf = (place: string): Keys => {
    const known = keys.get(place)
    if (known) return known
    const bytes = Buffer.from(hkdfSync('sha256', key, 'bedside records', place, 64))
    // made once: each decryption made them from bytes, which took four fifths of its time (decision 0123)
    const made = { cipher: createSecretKey(bytes.subarray(0, 32)), nonce: createSecretKey(bytes.subarray(32)) }
    keys.set(place, made)
    return made
  }
  const openToken = (token: string): string => {
    const [, place = '', sealed = ''] = token.split('.')
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keysOf(place).cipher, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28)).setAAD(Buffer.from(place))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }
  const open = (text: string): string => {
    // most text is not encrypted, and each text of each row passes here
    if (text[0] !== MARK[0]) return text
    if (text.startsWith(MARK) && TOKEN.test(text)) return plainOf(openToken(text))
    const [, end = '', token] = END.exec(text) ?? []
    return token ? open(token).slice(-Number(end)) : text
  }
  const openInside = (value: unknown): unknown => {
    if (typeof value === 'string') return open(value)
    if (Array.isArray(value)) {
      const [only] = value as readonly unknown[]
      if (value.length === 1 && typeof only === 'string' && TOKEN.test(only)) {
        const plain = openToken(only)
        if (plain[0] === JSON_INSIDE) return JSON.parse(plain.slice(1))
      }
      return value.map(openInside)
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, openInside(inner)]))
  }
  return {
    seal: (words) => {
      const { place, context, plain } = words
      const kind = words[UNSEALED]
      const name = place?.replaceAll('-', '') ?? 'shared'
      const ownKeys = keysOf(name)
      if (kind === 'hash') return createHmac('sha256', ownKeys.nonce).update(`${context}\0${plain}`).digest('base64url')
      // numbers are padded to one length, so that a passport cannot be told from an identity card
      const text =
        kind === 'json' ? JSON_INSIDE + plain : kind === 'identity' ? NUMBER_INSIDE + plain.padEnd(40) : `t${plain}`
      const nonce = createHmac('sha256', ownKeys.nonce).update(`${context}\0${text}`).digest().subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', ownKeys.cipher, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const token = `${MARK}${name}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
      return kind === 'json' ? JSON.stringify([token]) : token
    },
    open,
    openJson: (text) => {
      const value: unknown = JSON.parse(text)
      return text.includes(MARK) ? openInside(value) : value
    },
  }
}

type Keys = { readonly cipher: KeyObject; readonly nonce: KeyObject }

/** The prefix of every encrypted text. */
export const MARK = '~S1.'
const TOKEN = /^~S1\.[0-9a-z]+\.[\w-]{38,}$/
/** A function of the database that shows only the last characters of an encrypted number puts this before it. */
const END = /^~E(\d)(~S1\..+)$/s
/** The first character of the plaintext gives its kind: JSON, a number padded with blanks, otherwise text. */
const JSON_INSIDE = 'j'
const NUMBER_INSIDE = 'n'
const plainOf = (text: string) => (text[0] === NUMBER_INSIDE ? text.slice(1).trimEnd() : text.slice(1))

/**
 * The parameters of a statement as they are sent, with encryption applied. No one else can write text that decrypts: a
 * typed prefix is broken up, or someone with a dump could paste a ciphertext into their own name and read it there.
 */
export function sealParameters(sealer: Sealer | null, values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes(MARK) ? value.replaceAll(MARK, BROKEN) : value
    if (isUnsealed(value)) return sealOne(sealer, value)
    if (isJson(value))
      return JSON.stringify(value.json, (_, ownKeys: unknown) =>
        isUnsealed(ownKeys)
          ? sealOne(sealer, ownKeys)
          : typeof ownKeys === 'string'
            ? ownKeys.replaceAll(MARK, BROKEN)
            : ownKeys,
      )
    return Array.isArray(value) ? sealParameters(sealer, value) : value
  })
}

const sealOne = (sealer: Sealer | null, words: Unsealed): string => {
  if (!sealer) throw new Error('sealed before the keys were read')
  return sealer.seal(words)
}
const BROKEN = '~S1,'

/** A JSON parameter that contains text to encrypt. */
export const jsonWith = (json: unknown) => ({ [JSON_PARAMETER]: true, json }) as const
const JSON_PARAMETER = Symbol('json')
const isJson = (value: unknown): value is ReturnType<typeof jsonWith> =>
  typeof value === 'object' && value !== null && JSON_PARAMETER in value

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * Words on their way into a column that holds no plain ones (docs/decisions/0097): a parameter of a statement, which the pool seals as it sends
 * it. `place` is the clinic whose key it is, null: that of what is no single clinic's; `context` says which words these are, so that
 * the same words in the same place are the same text, and in another place another.
 */
export type Unsealed = {
  readonly [UNSEALED]: 'text' | 'json' | 'identity' | 'hash'
  readonly place: string | null
  readonly context: string
  readonly plain: string
}

const UNSEALED = Symbol('unsealed')

export const unsealed = (kind: Unsealed[typeof UNSEALED], its: Omit<Unsealed, typeof UNSEALED>): Unsealed => ({
  [UNSEALED]: kind,
  ...its,
})

const isUnsealed = (value: unknown): value is Unsealed =>
  typeof value === 'object' && value !== null && UNSEALED in value

/** Seals and opens, with a key for each place that follows from one of the server's. */
export type Sealer = {
  readonly seal: (words: Unsealed) => string
  /** A column's text as it is read: opened where it is sealed. Throws where it was sealed under another key. */
  readonly open: (text: string) => string
  /** The same of what a JSON column holds. */
  readonly openJson: (text: string) => unknown
}

/** Where a pool finds its sealer: it is there once the keys have been read, which is in the database itself. */
export type SealerBox = { its: Sealer | null }

/**
 * AES-256-GCM. The nonce is an HMAC of context and words: writing the same again changes nothing, which merging and repeated calls rely on, and
 * two places of the same words say nothing of each other.
 */
export function createSealer(key: Buffer): Sealer {
  const keys = new Map<string, Keys>()
  const keysOf = (place: string): Keys => {
    const known = keys.get(place)
    if (known) return known
    const bytes = Buffer.from(hkdfSync('sha256', key, 'bedside records', place, 64))
    // made once: from bytes each opening made them anew, which was four fifths of its time (decision 0123)
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
    // nearly all text is not sealed, and each text of each row comes by here
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
    return Object.fromEntries(Object.entries(value).map(([name, its]) => [name, openInside(its)]))
  }
  return {
    seal: (words) => {
      const { place, context, plain } = words
      const kind = words[UNSEALED]
      const name = place?.replaceAll('-', '') ?? 'shared'
      const its = keysOf(name)
      if (kind === 'hash') return createHmac('sha256', its.nonce).update(`${context}\0${plain}`).digest('base64url')
      // numbers are all as long as each other, so that a passport is not told from an identity card
      const text =
        kind === 'json' ? JSON_INSIDE + plain : kind === 'identity' ? NUMBER_INSIDE + plain.padEnd(40) : `t${plain}`
      const nonce = createHmac('sha256', its.nonce).update(`${context}\0${text}`).digest().subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', its.cipher, nonce).setAAD(Buffer.from(name))
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

/** What every sealed text begins with. */
export const MARK = '~S1.'
const TOKEN = /^~S1\.[0-9a-z]+\.[\w-]{38,}$/
/** A function of the database that shows the last signs of a sealed number alone says so before it. */
const END = /^~E(\d)(~S1\..+)$/s
/** The first sign of what is sealed says what it is: JSON, a number with blanks behind it, else text. */
const JSON_INSIDE = 'j'
const NUMBER_INSIDE = 'n'
const plainOf = (text: string) => (text[0] === NUMBER_INSIDE ? text.slice(1).trimEnd() : text.slice(1))

/**
 * The parameters of a statement as they are sent: what is to be sealed, sealed. Nobody else can write what opens: a typed mark is broken up, or
 * whoever holds a dump could paste a sealed text into their own name and read it there.
 */
export function sealParameters(sealer: Sealer | null, values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes(MARK) ? value.replaceAll(MARK, BROKEN) : value
    if (isUnsealed(value)) return sealOne(sealer, value)
    if (isJson(value))
      return JSON.stringify(value.json, (_, its: unknown) =>
        isUnsealed(its) ? sealOne(sealer, its) : typeof its === 'string' ? its.replaceAll(MARK, BROKEN) : its,
      )
    return Array.isArray(value) ? sealParameters(sealer, value) : value
  })
}

const sealOne = (sealer: Sealer | null, words: Unsealed): string => {
  if (!sealer) throw new Error('sealed before the keys were read')
  return sealer.seal(words)
}
const BROKEN = '~S1,'

/** A JSON parameter in which words are to be sealed. */
export const jsonWith = (json: unknown) => ({ [JSON_PARAMETER]: true, json }) as const
const JSON_PARAMETER = Symbol('json')
const isJson = (value: unknown): value is ReturnType<typeof jsonWith> =>
  typeof value === 'object' && value !== null && JSON_PARAMETER in value

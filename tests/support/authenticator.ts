import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { Input } from '../../contract/calls.ts'

type Creation = {
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
  readonly challenge: string
}
type Request = { readonly rpId: string; readonly challenge: string }
type Key = { readonly id: string; readonly handle: string; readonly rpId: string; readonly privateKey: KeyObject }

/** What a browser would report, for tests that let it lie. */
export type Lies = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly verified?: boolean
  readonly counter?: number
}

/**
 * An authenticator in software (WebAuthn level 3, ES256, attestation `none`), with the browser around it. `Lies` change
 * its answers.
 */
export function authenticator({ counts = true, credentialId }: { counts?: boolean; credentialId?: Buffer } = {}) {
  const keys: Key[] = []
  let used = 0
  const next = () => (counts ? ++used : 0)
  return {
    keys,
    make(options: Creation, origin: string, lies: Lies = {}): Input<'session.passkeyAdd'>['credential'] {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = credentialId ?? randomBytes(32)
      keys.push({ id: id.toString('base64url'), handle: options.user.id, rpId: options.rp.id, privateKey })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        head(lies.rpId ?? options.rp.id, 0x41 | verified(lies), lies.counter ?? next()),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, origin, lies),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs with the newest key for the host, or with `key` whatever the host is. */
    sign(
      options: Request,
      origin: string,
      lies: Lies = {},
      key = keys.findLast(({ rpId }) => rpId === options.rpId),
    ): Input<'session.passkeySignIn'>['credential'] {
      if (!key) throw new Error('no passkey for this host')
      const data = head(lies.rpId ?? options.rpId, 0x01 | verified(lies), lies.counter ?? next())
      const clientDataJSON = clientData('webauthn.get', options.challenge, origin, lies)
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256')
            .update(Buffer.concat([data, hash]))
            .sign(key.privateKey, 'base64url'),
          userHandle: key.handle,
        },
      }
    },
  }
}

const verified = ({ verified: is = true }: Lies) => (is ? 0x04 : 0)
const clientData = (type: string, challenge: string, origin: string, lies: Lies) =>
  Buffer.from(
    JSON.stringify({ type: lies.type ?? type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
  ).toString('base64url')

function head(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

/** The part of CBOR (RFC 8949) that an attestation uses: integers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? start(1, -1 - value) : start(0, value)
  if (typeof value === 'string') return Buffer.concat([start(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([start(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([start(5, value.size), ...[...value].flatMap((pair: readonly unknown[]) => pair.map(cbor))])
  throw new Error('not in an attestation')
}
function start(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n])
  if (n < 256) return Buffer.from([(major << 5) | 24, n])
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255])
}

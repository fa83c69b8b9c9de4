import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Pushed = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** A push service on loopback: it stores what it gets, unread, and answers as told. `port`: default any free one. */
export async function pushService(port = 0) {
  const pushed: Pushed[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      const { status, headers } = answers.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  }).listen(port, '127.0.0.1')
  // nothing waits for it at the end of a run
  http.unref()
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, // it listens on a port
    pushed,
    /** What it answers next, in this order; 201 after that. */
    answers,
    close: () => new Promise<void>((done) => void http.close(() => done())),
  }
}

/** A browser's half of a subscription, made as browsers make it. */
export function pushDevice() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /**
     * Decrypts by RFC 8291 with RFC 8188's aes128gcm, from the bytes alone; throws if they are not encrypted for this
     * device.
     */
    open: (body: Buffer): string => {
      const salt = body.subarray(0, 16)
      const senderKey = body.subarray(21, 21 + body.readUInt8(20))
      const sealed = body.subarray(21 + senderKey.length)
      const shared = ecdh.computeSecret(senderKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // the last record ends with 2 and then nothing but zeros
      const end = plain.lastIndexOf(2)
      return plain.subarray(0, end).toString()
    },
  }
}

/** The claims of a VAPID header (RFC 8292), or null if its signature is not that key's. */
export function readVapid(authorization: string): { aud: string; exp: number; sub: string; key: string } | null {
  const { t, k } = /^vapid t=(?<t>[^,]+), ?k=(?<k>\S+)$/.exec(authorization)?.groups ?? {}
  const [head, claims, signature] = t?.split('.') ?? []
  if (!k || !head || !claims || !signature) return null
  const raw = Buffer.from(k, 'base64url')
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isTheirs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isTheirs ? { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key: k } : null
}

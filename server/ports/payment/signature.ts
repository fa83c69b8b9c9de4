import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a notice's time may be from ours (TRUST D6). */
const TOLERANCE_MS = 300_000

/** `t=<seconds>,v1=<hex>` over the exact bytes that are sent: HMAC-SHA256 of the time, a dot and the body. */
export function sign(raw: string | Buffer, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${macOf(raw, secret, seconds).toString('hex')}`
}

/** Whether one of the live secrets (two while they are being changed) has signed these bytes recently. */
export function isSigned(raw: Buffer, signature: string | undefined, secrets: readonly string[], now: number): boolean {
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (!time || !mac || Math.abs(now - Number(time) * 1000) > TOLERANCE_MS) return false
  const received = Buffer.from(mac, 'hex')
  return secrets.some((secret) => timingSafeEqual(macOf(raw, secret, Number(time)), received))
}

const macOf = (raw: string | Buffer, secret: string, seconds: number) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()

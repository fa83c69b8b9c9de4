import { request } from 'node:https'
import { request as plainRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { HostNotAllowed, safeAddress } from '../../kernel/safe-host.ts'

/**
 * Setting `mail` (SPEC §3): the server that takes mail, and the sender address. Port 465 uses TLS at once, others
 * upgrade.
 */
export type MailSettings = {
  readonly host: string
  readonly port: number
  readonly username: string | null
  readonly password: string | null
  readonly sender: string
}
/** Setting `sms`: the address of the gateway, the sender's name it shows, and its key. */
export type SmsSettings = { readonly host: string; readonly header: string; readonly key: string | null }

export type Mail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The calendar event it carries, for the reader's calendar (RFC 5546). */
  readonly event?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null
}
export type Sms = { readonly id: string; readonly to: string; readonly text: string }

/**
 * Why it was not sent. If `final`, it will not be sent later either. The other server's own words are never passed on
 * (TRUST R51).
 */
export class NotSent extends Error {
  readonly reason: 'host_not_allowed' | 'unreachable' | 'refused'
  readonly final: boolean
  constructor(reason: NotSent['reason'], final: boolean) {
    super(reason)
    this.reason = reason
    this.final = final
  }
}

/**
 * Sends one mail and waits for the server's acceptance, at most `wait` ms (20 s), however slowly it answers. Hosts in a
 * private network only if `privateHosts` names them. Throws NotSent. The same `id` gives the same Message-ID, so that a
 * repeated mail can be recognised (rule 64).
 */
export async function sendMailNow(
  settings: MailSettings,
  mail: Mail,
  privateHosts: ReadonlySet<string>,
  wait = WAIT_MS,
): Promise<void> {
  const { host, port } = settings
  const isOwn = privateHosts.has(host)
  if (!MAIL_PORTS.has(port) && !isOwn) throw new NotSent('host_not_allowed', true)
  const { address } = await checked(host, privateHosts)
  await handIn(settings, mail, { address, isOwn, wait })
}

/**
 * The same at an address that was checked. `isOwn`: a relay in the operator's own network; only that may do without
 * TLS.
 */
export async function handIn(
  { host, port, username, password, sender }: MailSettings,
  { id, to, subject, text, html, event }: Mail,
  { address, isOwn, wait }: { readonly address: string; readonly isOwn: boolean; readonly wait: number },
): Promise<void> {
  const transport = createTransport({
    host: address,
    port,
    secure: port === 465,
    // a link for a new password is worth as much as a login: over the open internet mail goes with TLS or not at all
    requireTLS: !isOwn,
    tls: { servername: host },
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // a server that answers a little now and then would keep each of its time limits, and this message longer than its
  // claim
  const over = new AbortController()
  try {
    const sent = transport.sendMail({
      from: sender,
      to,
      subject,
      text,
      ...(html && { html }),
      ...(event && { icalEvent: { ...event, filename: 'appointment.ics' } }),
      messageId: `<${id}@bedside>`,
      textEncoding: 'base64',
    })
    await Promise.race([sent, tooSlow(wait, over.signal)])
  } catch (error) {
    // a missing TLS says nothing about this mail: it goes once its server supports TLS, or the settings name another
    const isAnswer = error instanceof Error && 'responseCode' in error && !('code' in error && error.code === 'ETLS')
    const code = isAnswer ? Number(error.responseCode) : 0
    throw new NotSent(code ? 'refused' : 'unreachable', code >= 500)
  } finally {
    over.abort()
    transport.close()
  }
}

/**
 * Posts one SMS to the gateway as JSON `{to, header, text}` with its key as a bearer token; any 2xx means accepted. The
 * message's id goes along as Idempotency-Key. Throws NotSent.
 */
export async function sendSmsNow(
  { host, header, key }: SmsSettings,
  sms: Sms,
  privateHosts: ReadonlySet<string>,
): Promise<void> {
  const url = URL.parse(/^https?:\/\//.test(host) ? host : `https://${host}`)
  const own = url !== null && privateHosts.has(url.hostname)
  if (!url || url.username || (!own && (url.protocol !== 'https:' || url.port !== '')))
    throw new NotSent('host_not_allowed', true)
  const { address, family } = await checked(url.hostname, privateHosts)
  const body = JSON.stringify({ to: sms.to, header, text: sms.text })
  const status = await new Promise<number>((resolve, reject) => {
    const clientRequest = (url.protocol === 'https:' ? request : plainRequest)(
      url,
      {
        method: 'POST',
        timeout: WAIT_MS,
        signal: AbortSignal.timeout(WAIT_MS),
        // connects to the address that was checked
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': sms.id,
          ...(key && { authorization: `Bearer ${key}` }),
        },
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  }).catch(() => {
    throw new NotSent('unreachable', false)
  })
  if (status < 200 || status >= 300) throw new NotSent('refused', status >= 400 && status < 500 && status !== 429)
}

const WAIT_MS = 20_000

/** Never resolves; rejects when the time is over, unless `signal` has said that no one waits any more. */
async function tooSlow(wait: number, signal: AbortSignal): Promise<never> {
  await sleep(wait, undefined, { signal })
  throw new Error('too slow')
}
/** Submission and relay; a mail server uses no other port. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525])

async function checked(host: string, privateHosts: ReadonlySet<string>) {
  try {
    return await safeAddress(host, privateHosts)
  } catch (error) {
    throw error instanceof HostNotAllowed ? new NotSent('host_not_allowed', false) : error
  }
}

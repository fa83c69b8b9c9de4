import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTcp, type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import type { Deps } from '../../http/handler.ts'
import { HostNotAllowed, isPublic, safeAddress } from '../../kernel/safe-host.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { queueMessage } from './queue.ts'
import { handIn, sendMailNow, sendSmsNow } from '../../ports/message/send.ts'
import { fill } from './templates.ts'
import { accountWords } from '../../../contract/email/email.account.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  await server.pool.query('delete from message')
  await server.pool.query(`delete from setting_secret`)
  await server.pool.query(`update setting set data = '{}' where id in ('mail', 'sms')`)
})

/** A mail server on loopback that keeps its messages; `refuse` answers the first ones with that code. */
async function mailServer(refuse: { code: number; times: number } = { code: 0, times: 0 }) {
  const mails: string[] = []
  let left = refuse.times
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('canary-of-the-server'), { responseCode: refuse.code }))
        mails.push(text)
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  closing.push(() => new Promise<void>((done) => void smtp.close(done)))
  const { port } = smtp.server.address() as AddressInfo // it listens on a port
  await server.pool.query(`update setting set data = $1 where id = 'mail'`, [
    JSON.stringify({ host: '127.0.0.1', port, username: null, sender: 'desk@clinic.example' }),
  ])
  return { mails, port }
}

/** The plain and the HTML part of a mail, as its reader sees them. */
function partsOf(mail: string): { plain: string; html: string } {
  const part = (type: string) =>
    Buffer.from(
      new RegExp(`Content-Type: text/${type}[^]*?\\r\\n\\r\\n([A-Za-z0-9+/=\\r\\n]+)`).exec(mail)?.[1] ?? '',
      'base64',
    ).toString()
  return { plain: part('plain'), html: part('html') }
}

const real = (): Deps => ({ ...server.deps, demo: false })
const queue = (extra: Partial<Parameters<typeof queueMessage>[1]> = {}) =>
  queueMessage(server.pool, {
    channel: 'mail',
    to: 'ayse@test.example',
    lang: 'tr',
    template: 'password_reset',
    args: { name: 'Ayşe Işık', house: 'Kuzguncuk', link: 'https://k.example/reset#abc' },
    now: server.clock.now,
    ...extra,
  })
type Row = {
  state: string
  tries: number
  failure: string | null
  args: object
  next_try_at: Date
  body: string | null
}
const rows = async () =>
  (
    await server.pool.query<Row>(
      'select state, tries, failure, args, next_try_at, body from message order by made_at, id',
    )
  ).rows

describe('sending messages (rules 62, 64, 66)', () => {
  test('a mail goes by SMTP in the recipient’s language, with a stable Message-ID; the text is cleared afterwards', async () => {
    const { mails } = await mailServer()
    await queue()
    expect(await sendMessages(real())).toBe(1)
    expect(mails[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@bedside>$/im)
    expect(mails[0]).toContain('To: ayse@test.example')
    expect(partsOf(mails[0]!).plain).toContain('Sayın Ayşe Işık')
    expect(await rows()).toMatchObject([{ state: 'sent', args: {}, body: null }])
    expect(await sendMessages(real())).toBe(0)
  })

  test('one key sends one mail', async () => {
    const { mails } = await mailServer()
    await queue({ key: 'visit 1' })
    await queue({ key: 'visit 1' })
    await sendMessages(real())
    expect(mails).toHaveLength(1)
  })

  test('if the server is down, sending is retried with growing delays, and given up after the eighth attempt', async () => {
    await server.pool.query(
      `update setting set data = '{"host": "127.0.0.1", "port": 1, "sender": "desk@clinic.example"}' where id = 'mail'`,
    )
    await queue()
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      expect(await sendMessages(real())).toBe(1)
      const [row] = await rows()
      waits.push(row!.next_try_at.getTime() - server.clock.now)
      expect(row).toMatchObject({ state: i < 7 ? 'queued' : 'dead', failure: 'unreachable' })
      server.clock.now = row!.next_try_at.getTime()
    }
    expect(waits.every((wait, i) => i === 0 || wait >= waits[i - 1]!)).toBe(true)
    expect(waits[0]).toBe(30_000)
    // its text is kept for as long as it can be sent again
    expect(await rows()).toMatchObject([{ state: 'dead', args: { house: 'Kuzguncuk' }, failure: 'unreachable' }])
  })

  test('a permanent refusal is not retried, a temporary one is; the server’s text is not stored', async () => {
    const forNow = await mailServer({ code: 451, times: 1 })
    await queue()
    await sendMessages(real())
    expect(await rows()).toMatchObject([{ state: 'queued', failure: 'refused' }])
    server.clock.now += 60_000
    await sendMessages(real())
    expect(forNow.mails).toHaveLength(1)
    await mailServer({ code: 550, times: 1 })
    await queue({ to: 'nobody@test.example', now: server.clock.now })
    await sendMessages(real())
    const all = await rows()
    expect(all.at(-1)).toMatchObject({ state: 'dead', failure: 'refused' })
    expect(JSON.stringify(all)).not.toContain('canary-of-the-server')
  })

  test('a server that accepts the connection and then stalls or trickles is cut off after the timeout', async () => {
    for (const trickle of [false, true]) {
      const slow = createTcp((socket) => {
        const drip = setInterval(() => trickle && socket.write('220-one moment\r\n'), 20)
        socket.on('close', () => clearInterval(drip)).on('error', () => {})
      }).listen(0, '127.0.0.1')
      await once(slow, 'listening')
      const { port } = slow.address() as AddressInfo // it listens on a port
      const began = performance.now()
      await expect(
        sendMailNow(
          { host: '127.0.0.1', port, username: null, password: null, sender: 'a@b.example' },
          { id: newId(), to: 'a@test.example', subject: 's', text: 't' },
          server.deps.privateHosts,
          200,
        ),
      ).rejects.toMatchObject({ reason: 'unreachable', final: false })
      expect(performance.now() - began).toBeLessThan(2000)
      slow.close()
    }
  })

  test('a message that is out of date is not sent; without a mail server messages wait', async () => {
    await queue({ notAfter: server.clock.now + 60_000 })
    await queue({ to: 'later@test.example' })
    expect(await sendMessages(real())).toBe(0)
    server.clock.now += 61_000
    const { mails } = await mailServer()
    await sendMessages(real())
    expect(mails).toHaveLength(1)
    expect((await rows()).find(({ state }) => state === 'dead')).toMatchObject({ failure: 'expired', args: {} })
  })

  test('an SMS goes by HTTP with recipient, header and text, and with the key and message id against duplicates', async () => {
    const requests: { body: string; headers: IncomingMessage['headers'] }[] = []
    const gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        requests.push({ body, headers: request.headers })
        response.writeHead(requests.length === 1 ? 503 : 202).end('canary-of-the-gateway')
      })
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    closing.push(() => new Promise((done) => gateway.close(done)))
    const { port } = gateway.address() as AddressInfo
    const settings = { host: `http://127.0.0.1:${port}`, header: 'KUZGUNCUK', key: 'geheim' }
    const sms = { id: newId(), to: '+905305550001', text: 'Ölçü' }
    await expect(sendSmsNow(settings, sms, server.deps.privateHosts)).rejects.toMatchObject({
      reason: 'refused',
      final: false,
    })
    await sendSmsNow(settings, sms, server.deps.privateHosts)
    expect(requests.map(({ headers }) => [headers['authorization'], headers['idempotency-key']])).toEqual(
      Array.from({ length: 2 }, () => ['Bearer geheim', sms.id]),
    )
    expect(JSON.parse(requests[1]!.body)).toEqual({ to: sms.to, header: 'KUZGUNCUK', text: 'Ölçü' })
  })
})

describe('R51, G8: only hosts of the open internet, or those the operator has allowed, are contacted', () => {
  const nobody = new Set<string>()
  const mail = { id: 'x', to: 'a@test.example', subject: 's', text: 't' }

  test.each([
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '::ffff:127.0.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '100.64.0.1',
    'no-such-host.invalid',
  ])('%s is not contacted', async (host) => {
    await expect(safeAddress(host, nobody)).rejects.toThrow(HostNotAllowed)
    await expect(
      sendMailNow({ host, port: 587, username: null, password: null, sender: 'a@b.example' }, mail, nobody),
    ).rejects.toMatchObject({ reason: 'host_not_allowed' })
    await expect(
      sendSmsNow({ host, header: '', key: null }, { id: 'x', to: '+1', text: 't' }, nobody),
    ).rejects.toMatchObject({
      reason: 'host_not_allowed',
    })
  })

  test('other ports and schemes are refused before any DNS lookup', async () => {
    await expect(
      sendMailNow({ host: '8.8.8.8', port: 22, username: null, password: null, sender: 'a@b.example' }, mail, nobody),
    ).rejects.toMatchObject({ reason: 'host_not_allowed', final: true })
    for (const host of ['http://8.8.8.8', 'https://8.8.8.8:8443', 'https://user@8.8.8.8', 'ftp://8.8.8.8'])
      await expect(
        sendSmsNow({ host, header: '', key: null }, { id: 'x', to: '+1', text: 't' }, nobody),
      ).rejects.toMatchObject({
        reason: 'host_not_allowed',
      })
  })

  test.each([
    ['8.8.8.8', true],
    ['2001:4860:4860::8888', true],
    ['64:ff9b::1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['224.0.0.1', false],
    ['::', false],
    ['nothing', false],
  ])('%s counts as public: %s', (address, is) => expect(isPublic(address)).toBe(is))
})

test.each([null, 'desk'])(
  'a mail server on the open internet without TLS receives nothing (login: %s)',
  async (username) => {
    const { mails, port } = await mailServer()
    const settings = { host: 'mail.example', port, username, password: username, sender: 'desk@clinic.example' }
    const letter = {
      id: newId(),
      to: 'ayse@test.example',
      subject: 'Parola',
      text: 'https://clinic.example/reset#code',
    }
    const at = { address: '127.0.0.1', wait: 5000 }
    await expect(handIn(settings, letter, { ...at, isOwn: false })).rejects.toMatchObject({
      reason: 'unreachable',
      final: false,
    })
    expect(mails).toEqual([])
    await handIn({ ...settings, username: null }, letter, { ...at, isOwn: true })
    expect(mails).toHaveLength(1)
  },
)

describe('the texts', () => {
  const templates = Object.keys(accountWords) as (keyof typeof accountWords)[]

  test.each(templates)(
    '%s has the same content in four languages: name, sender and link, with no placeholder left',
    (template) => {
      for (const lang of LANGUAGES) {
        const { subject, text, sms } = fill(template, lang, { name: 'N', house: 'H', link: 'https://l.example/' })
        for (const each of [text, sms]) expect(each).toContain('https://l.example/')
        expect(text).toContain('N')
        expect([subject, text, sms].join()).not.toMatch(/[{}]/)
      }
    },
  )

  test('a name with a line break adds no header', () => {
    expect(fill('confirm', 'en', { house: 'A\r\nBcc: all@x.example', name: '', link: '' }).subject).not.toMatch(
      /[\r\n]/,
    )
  })
})

describe('/dev/outbox', () => {
  test('it shows what a demo server would have sent, as text; a real server has no such page', async () => {
    await queue({ args: { name: '<img src=x onerror=alert(1)>', house: 'K', link: 'http://localhost:3000/reset#abc' } })
    await sendMessages(server.deps)
    const { status, body } = await server.nobody().request('GET', '/dev/outbox')
    expect(status).toBe(200)
    expect(String(body['text'])).toContain('<a href="http://localhost:3000/reset#abc">')
    expect(String(body['text'])).not.toContain('<img')
    const { createApp } = await import('../../app/create-app.ts')
    const app = await createApp(real(), { log: false, trustProxy: [], dist: null })
    expect((await app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })).statusCode).toBe(404)
    await app.close()
  })
})

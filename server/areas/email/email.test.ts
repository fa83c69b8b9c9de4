import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { EMAIL_TEMPLATES, TEMPLATES } from '../../../contract/email/email.templates.ts'
import type { Letter } from '../../../contract/email/email.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { deadLetter } from '../../../tests/api/attempts-letters.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import type { Deps } from '../../http/handler.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { queueMessage } from '../message/queue.ts'
import { fill, readLetters } from '../message/templates.ts'

let server: TestServer
let admin: Client
let superadmin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  superadmin = await server.as('superadmin')
})
afterAll(() => server.stop())
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => server.pool.query('delete from message'))
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  await server.pool.query(
    `update email set tr = null, en = null, de = null, ru = null where num_nonnulls(tr, en, de, ru) > 0`,
  )
  await server.pool.query(`update setting set data = '{}' where id in ('mail', 'sms')`)
})

const real = (): Deps => ({ ...server.deps, demo: false })
const { id } = EMAIL_TEMPLATES.visit_reminder
const own = EMAIL_DEFAULTS.visit_reminder
const written: Letter = {
  subject: 'Yarın görüşürüz: {when}',
  content: 'Sayın {name},\n\n{when}, {house}.\n\n{link}',
  sms: '{when} {link}',
}
const due = (to: string, args: Record<string, string> = {}) =>
  queueMessage(server.pool, {
    channel: 'mail',
    to,
    lang: 'tr',
    template: 'visit_reminder',
    args: { name: 'Ayşe Işık', house: 'Kuzey', when: 'yarın 10:00', link: 'https://k.example/a', ...args },
    now: server.clock.now,
  })

/** A mail server on loopback that keeps every message as it arrived. */
async function mailServer() {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
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
  return mails
}

test('every template of the contract has a row, and every row has a template', async () => {
  const { rows } = await server.pool.query('select id::text, template from email order by template')
  expect(rows).toEqual(TEMPLATES.toSorted().map((template) => ({ id: EMAIL_TEMPLATES[template].id, template })))
})

describe('templates (SPEC §3, SCREENS B22)', () => {
  test('the list has every template with subject, content and tags in four languages, as it is sent now', async () => {
    await admin.call('email.update', { id, tr: written })
    const { body } = await admin.call('email.list', {})
    const emails = body['emails'] as { template: string; subject: unknown[]; tags: string[]; tr: unknown }[] // by the reply's schema
    expect(emails).toHaveLength(TEMPLATES.length)
    const found = emails.find(({ template }) => template === 'visit_reminder')!
    expect(found.subject).toEqual(
      LANGUAGES.map((lang) => ({ lang, value: lang === 'tr' ? written.subject : own[lang].subject })),
    )
    expect(found.tags).toEqual(['name', 'house', 'when', 'doctor', 'place', 'map', 'code', 'link'])
  })

  test('a change applies to queued letters too, only in its language; null restores the built-in text', async () => {
    const mails = await mailServer()
    await due('a@test.example')
    await admin.call('email.update', { id, tr: written })
    await sendMessages(real())
    expect(Buffer.from(/=\?UTF-8\?B\?([^?]+)/i.exec(mails[0]!)?.[1] ?? '', 'base64').toString()).toContain(
      'Yarın görüşürüz',
    )
    const letters = await readLetters(server.pool)
    expect(fill('visit_reminder', 'de', { when: 'W' }, letters).subject).toContain('Erinnerung')
    await admin.call('email.update', { id, tr: null })
    expect(await readLetters(server.pool)).toEqual(new Map())
  })

  test('edits of two admins in two languages are merged; in one language the second is refused', async () => {
    const base = Number((await server.pool.query('select version from email where id = $1', [id])).rows[0].version)
    expect((await admin.call('email.update', { id, tr: written }, { base })).status).toBe(200)
    expect((await superadmin.call('email.update', { id, de: { ...own.de, sms: '{when}' } }, { base })).status).toBe(200)
    const late = await superadmin.call('email.update', { id, tr: own.tr }, { base })
    expect([late.status, late.body['refused'], late.body['fields']]).toEqual([412, 'changed_since', ['tr']])
  })

  test('tag values appear as text in the HTML part, and so does what the admin typed', async () => {
    const letters = new Map([['visit_reminder tr', { ...written, content: '<b>{name}</b>\n\n{link}' }]])
    const { html, text } = fill(
      'visit_reminder',
      'tr',
      { name: '<img src=x onerror=alert(1)>', link: 'https://k.example/?a=1&b="2' },
      letters,
    )
    expect(html).toContain('&#60;b&#62;&#60;img src=x onerror=alert(1)&#62;&#60;/b&#62;')
    expect(html).toContain('<a href="https://k.example/?a=1&#38;b=&#34;2">')
    expect(html).not.toMatch(/<(img|b|script)\b/)
    expect(text).toBe('<b><img src=x onerror=alert(1)></b>\n\nhttps://k.example/?a=1&b="2')
  })

  test('a test letter goes to oneself: by SMTP if it is configured, to the outbox on a demo server', async () => {
    const mails = await mailServer()
    expect((await admin.call('email.test', { id, lang: 'tr', by: 'mail', letter: written })).status).toBe(200)
    expect(mails[0]).toMatch(/^To: .*admin/m)
    await server.pool.query(`update setting set data = '{}' where id = 'mail'`)
    expect((await admin.call('email.test', { id, lang: 'de', by: 'mail' })).status).toBe(200)
    const { rows } = await server.pool.query('select state, subject from message')
    expect(rows).toEqual([{ state: 'sent', subject: 'Musterklinik: Erinnerung an Ihren Termin am 04.12.2026 14:20' }])
  })
})

describe('failed messages (TRUST D20, rule 47)', () => {
  const shown = async () => {
    const { body } = await superadmin.call('email.undelivered', {})
    return body as { letters: { id: string; reason: string; canGo: boolean }[]; total: number; more: boolean } // by the reply's schema
  }

  test('they are listed with the reason, and can be sent again or given up', async () => {
    const mails = await mailServer()
    const again = await deadLetter({ server })
    server.clock.now += 1000
    const never = await deadLetter({ server })
    expect(await shown()).toMatchObject({
      total: 2,
      more: false,
      letters: [{ id: never, reason: 'refused', canGo: true }, { id: again }],
    })
    expect((await superadmin.call('email.resend', { ids: [again] })).body['count']).toBe(1)
    expect((await superadmin.call('email.giveUp', { ids: [never] })).body['count']).toBe(1)
    expect(await sendMessages(real())).toBe(1)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`Message-ID: <${again}@bedside>`)
    expect((await shown()).letters).toEqual([])
    const { rows } = await server.pool.query('select args from message where id = $1', [never])
    expect(rows).toEqual([{ args: {} }])
    // neither is sent twice
    expect((await superadmin.call('email.resend', { ids: [again, never] })).body['count']).toBe(0)
  })

  test('a message that is out of date, or about a visit that was moved, is not sent again', async () => {
    const late = await deadLetter({ server })
    await server.pool.query('update message set not_after = $2 where id = $1', [late, new Date(server.clock.now - 1)])
    const { people, clinics } = server.world
    const visit = await server.world.visit(
      people.doctorKuzey.id,
      people.patientKuzey.id,
      clinics.kuzey,
      server.world.slot(50, 3),
    )
    const moot = await deadLetter({ server })
    await server.pool.query('update message set appointment_id = $2 where id = $1', [moot, visit])
    await server.pool.query(`update appointment set status = 'cancelled' where id = $1`, [visit])
    expect((await shown()).letters.map(({ canGo }) => canGo)).toEqual([false, false])
    expect((await superadmin.call('email.resend', { ids: [late, moot] })).body['count']).toBe(0)
  })

  test('nothing of a private clinic is listed: its visits, its patients, its people', async () => {
    const { people, clinics } = server.world
    const place = { doctor: people.doctorGizli.id, patient: people.patientGizli.id, clinic: clinics.gizli }
    const visit = await deadLetter({ server }, place)
    const account = await deadLetter({ server })
    await server.pool.query(
      'update message set recipient = (select upper(email) from person where id = $2) where id = $1',
      [account, people.deskGizli.id],
    )
    expect(await shown()).toMatchObject({ total: 0, letters: [] })
    for (const call of ['email.resend', 'email.giveUp'] as const)
      expect((await superadmin.call(call, { ids: [visit, account, newId()] })).body['count']).toBe(0)
  })
})

import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { EMAIL_TEMPLATES, type Tag } from '../../../contract/email/email.templates.ts'
import { fill } from '../message/templates.ts'
import { visitWords } from '../../../contract/email/email.visit.ts'

let server: TestServer
let desk: Client
let patient: Client
let began = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  patient = await server.as('patientKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.now = began
  await server.pool.query('delete from message')
})

const HOUR = 3_600_000
const book = async (days: number, n: number, who = desk, extra: Partial<Input<'appointment.book'>> = {}) => {
  const answer = await who.call(
    'appointment.book',
    {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(days, n),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
      ...extra,
    },
    { key: freshKey() },
  )
  expect(answer.body).toMatchObject({ status: true })
  return answer.body['appointment'] as { id: string; start: string }
}
type Row = { template: string; channel: string; state: string; next_try_at: Date; args: Record<string, string> }
const queued = async (id: string) =>
  (
    await server.pool.query<Row>(
      'select template, channel, state, next_try_at, args from message where appointment_id = $1 order by next_try_at',
      [id],
    )
  ).rows
const words = async (id: string) => (await queued(id)).map(({ template, state }) => `${template} ${state}`)

describe('what a patient is told about a visit (rules 63–66)', () => {
  test('booked: a mail at once, and reminders a day and two hours before; it has clinic, time and link and nothing else', async () => {
    const visit = await book(6, 1)
    const rows = await queued(visit.id)
    expect(rows.map(({ template }) => template)).toEqual(['visit_booked', 'visit_reminder', 'visit_reminder'])
    expect(rows.map(({ next_try_at }) => next_try_at.getTime())).toEqual([
      began,
      Date.parse(visit.start) - 24 * HOUR,
      Date.parse(visit.start) - 2 * HOUR,
    ])
    expect(Object.keys(rows[0]!.args).toSorted()).toEqual([
      'code',
      'doctor',
      'house',
      'link',
      'map',
      'name',
      'place',
      'terms',
      'when',
    ])
    // rules 27 and 28, from the setting; a reminder may come too late for both
    expect(rows[0]!.args['terms']).toContain('24 saat')
    expect(rows[1]!.args).not.toHaveProperty('terms')
    expect(rows[0]!.args['link']).toMatch(/kuzey.*\/a#[\w-]{43}$/)
  })

  test('the letter gives the address of the visit, and none for a video appointment', async () => {
    await server.pool.query(`update clinic set address = 'İcadiye Caddesi 7', city = 'İstanbul' where slug = 'kuzey'`)
    await server.world.hours(server.world.people.doctorKuzey, server.world.clinics.kuzey, { type: 'online' })
    const atClinic = await book(13, 1)
    const online = await book(13, 3, desk, { type: 'online', overlapSeen: true })
    const textOf = async (id: string) => fill('visit_booked', 'tr', (await queued(id))[0]!.args).text
    expect(await textOf(atClinic.id)).toContain('\nAdres: İcadiye Caddesi 7, İstanbul\n')
    const byVideo = await textOf(online.id)
    expect(byVideo).toContain('Randevunuz alındı')
    expect(byVideo).not.toMatch(/Adres|İcadiye/)
  })

  test('a reminder whose time was already past at booking is not sent', async () => {
    const visit = await book(1, 1) // tomorrow at 09:20, booked at 15:07
    expect(await words(visit.id)).toEqual(['visit_booked queued', 'visit_reminder queued'])
  })

  test('moved: reminders for the old time are cancelled before the reply, and the new time has its own', async () => {
    const visit = await book(7, 1)
    const to = server.world.slot(8, 3)
    const moved = await desk.call('appointment.move', { id: visit.id, start: to, duration: 20 }, { key: freshKey() })
    expect(moved.body).toMatchObject({ status: true })
    expect(await words(visit.id)).toEqual(['visit_moved queued', 'visit_reminder queued', 'visit_reminder queued'])
    expect((await queued(visit.id)).at(-1)!.next_try_at.getTime()).toBe(Date.parse(to) - 2 * HOUR)
  })

  test('cancelled: only the cancellation is sent, whoever did it', async () => {
    const one = await book(9, 1)
    await desk.call('appointment.cancel', { id: one.id, reason: 'Doktor izinli' }, { key: freshKey() })
    expect(await words(one.id)).toEqual(['visit_cancelled queued'])
    expect(JSON.stringify(await queued(one.id))).not.toContain('izinli')
    const other = await book(9, 3)
    await patient.call('appointment.cancel', { id: other.id }, { key: freshKey() })
    expect(await words(other.id)).toEqual(['visit_cancelled queued'])
  })

  test('a letter the patient has switched off is not sent; one saying that a visit will not take place as agreed always is', async () => {
    const muted = ['appointment:mail', 'reminder:mail', 'appointment:sms', 'reminder:sms'] as const
    const mine = (off: readonly (typeof muted)[number][]) =>
      patient.call('profile.update', { id: server.world.people.patientKuzey.id, muted: [...off] }, { key: freshKey() })
    expect((await mine(muted)).status).toBe(200)
    const visit = await book(11, 1)
    expect(await words(visit.id)).toEqual([])
    await desk.call('appointment.cancel', { id: visit.id, reason: 'x' }, { key: freshKey() })
    expect(await words(visit.id)).toEqual(['visit_cancelled queued'])
    await mine([])
    expect(await words((await book(11, 3)).id)).toContain('visit_booked queued')
  })

  test('a sent reminder stays recorded as sent, whatever happens to the visit', async () => {
    const visit = await book(10, 1)
    server.clock.now = Date.parse(visit.start) - 23 * HOUR
    await sendMessages({ ...server.deps, demo: true })
    expect((await words(visit.id)).toSorted()).toEqual([
      'visit_booked sent',
      'visit_reminder queued',
      'visit_reminder sent',
    ])
    server.clock.now = began
    await desk.call('appointment.cancel', { id: visit.id, reason: 'x' }, { key: freshKey() })
    expect((await words(visit.id)).toSorted()).toEqual([
      'visit_booked sent',
      'visit_cancelled queued',
      'visit_reminder sent',
    ])
  })

  test('a patient without e-mail gets an SMS (rule 59), never at night (rule 65)', async () => {
    const { id } = await server.world.patient('noMail.kuzey', server.world.clinics.kuzey)
    await server.pool.query(`update person set email = null, phone = '+905321112233' where id = $1`, [id])
    const visit = await book(11, 0, desk, { patientId: id }) // 09:00, so two hours before is 07:00
    const rows = await queued(visit.id)
    expect(rows.map(({ channel }) => channel)).toEqual(['sms', 'sms', 'sms'])
    expect(rows.map(({ next_try_at }) => next_try_at.toISOString().slice(11, 16))).toEqual(['12:07', '06:00', '17:59'])
  })

  test('500 reminders due at once, three servers, each killed in the middle: each reminder is sent once (rule 64)', async () => {
    const visit = await book(12, 1)
    await server.pool.query('delete from message')
    await server.pool.query(
      `insert into message (id, channel, recipient, lang, template, args, key, next_try_at, made_at, appointment_id)
       select gen_random_uuid(), 'mail', n || '@test.example', 'tr', 'visit_reminder', '{"house":"K","when":"x"}', 'r:' || n, $1, $1, $2
         from generate_series(1, 500) n`,
      [new Date(began), visit.id],
    )
    /** Every `sent` that a server recorded, including those of one that was killed. */
    const sent: string[] = []
    const work = async (lives: number) => {
      let left = lives
      const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
        if (left-- <= 0) throw new Error('killed')
        if (typeof asked !== 'string') return server.pool.query(asked)
        if (asked.includes(`state = 'sent'`)) sent.push(String(values?.[0]))
        return server.pool.query(asked, values)
      }
      const deps = { ...server.deps, demo: true, pool: Object.assign(Object.create(server.pool), { query }) }
      for (let tried = 1; tried > 0;) tried = await sendMessages(deps)
    }
    const killed = await Promise.allSettled([work(60), work(95), work(130)])
    expect(killed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sent.length).toBeLessThan(500)
    server.clock.now = began + HOUR
    await work(Infinity)
    expect([sent.length, new Set(sent).size]).toEqual([500, 500])
  })

  test('every language has all its placeholders filled in, and no reason, specialty or drug (rule 66)', () => {
    const when = '25.11.2026 09:30'
    const args = {
      house: 'Kuzey',
      name: 'Ayşe Işık',
      when,
      visits: '7',
      first: when,
      link: 'https://kuzey.example/a/1',
      code: '482913',
    }
    for (const template of Object.keys(visitWords) as (keyof typeof visitWords)[])
      for (const lang of LANGUAGES) {
        const { subject, text, sms } = fill(template, lang, args)
        for (const said of [subject, text, sms]) expect(said).not.toMatch(/[{}]/)
        const tags: readonly Tag[] = EMAIL_TEMPLATES[template].tags
        // the letter that asks for a comment mentions no time, the one with a code neither time nor link
        const isTimed = template !== 'visit_comment' && (tags.includes('when') || tags.includes('first'))
        const mentions = [
          ...(isTimed ? [text, sms].map((letter) => [letter, when]) : []),
          ...(tags.includes('link') ? [[text, args.link]] : []),
          ...(template === 'booking_code' ? [text, sms].map((letter) => [letter, args.code]) : []),
        ]
        for (const [letter, part] of mentions) expect(letter).toContain(part)
        // two parts of 67 letters where the alphabet is not GSM's, three at most
        expect(sms.length - args.link.length).toBeLessThanOrEqual(120)
      }
  })
})

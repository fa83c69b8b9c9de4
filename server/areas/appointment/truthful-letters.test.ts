import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { PAY_SECRET } from '../../../tests/support/deps.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { startSmtp, type Smtp } from '../../../tests/support/smtp.ts'
import { tendMoney } from '../../../tests/support/tend-money.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { sign } from '../../ports/payment/signature.ts'

let server: TestServer
let smtp: Smtp
let patient: Client
let desk: Client
let began = 0
beforeAll(async () => {
  ;[server, smtp] = await Promise.all([startServer(), startSmtp()])
  began = server.clock.now
  await server.pool.query(`update setting set data = $1 where id = 'mail'`, [
    { host: '127.0.0.1', port: smtp.port, sender: 'letters@test.example' },
  ])
  await server.pool.query(
    `update clinic set address = 'İcadiye Caddesi 7', city = 'İstanbul', location = '{"lat":41.03,"lng":29.03}' where slug = 'kuzey'`,
  )
})
beforeEach(async () => {
  server.clock.now = began
  ;[patient, desk] = [await server.signIn('patientKuzey'), await server.signIn('deskKuzey', 'kuzey.localhost')]
  await server.pool.query('delete from message')
  await server.pool.query('delete from notification')
  smtp.letters.length = 0
})
afterAll(() => Promise.all([server.stop(), smtp.stop()]))

let slots = 0
const booking = (): Input<'appointment.book'> => ({
  id: newId(),
  paymentId: newId(),
  patientId: server.world.people.patientKuzey.id,
  doctorId: server.world.people.doctorKuzey.id,
  clinicId: server.world.clinics.kuzey,
  start: server.world.slot(5 + Math.floor(slots / 20), slots++ % 20),
  duration: 20,
  type: 'face-to-face',
  payWith: 'later',
})
async function book(who: Client = patient) {
  const wish = booking()
  expect((await who.call('appointment.book', wish, { key: freshKey() })).body).toMatchObject({ status: true })
  return wish
}
async function bookByCard() {
  const { payWith: _, ...wish } = booking()
  const { body } = await patient.call('appointment.bookPaid', wish, { key: freshKey() })
  expect(body).toMatchObject({ status: true, payment: { status: 'waiting' } })
  const generated = await patient.call('transaction.generate', { paymentId: wish.paymentId! })
  return { ...wish, transaction: generated.body['transaction'] as Try }
}
type Try = { readonly id: string; readonly amount: number; readonly currency: string }

/** Delivers the provider's webhook of a charged card. */
async function charge(attempt: Try) {
  const raw = JSON.stringify({
    eventId: `evt_${newId()}`,
    kind: 'paid',
    transactionId: attempt.id,
    merchant: 'test house',
    ref: `test_${attempt.id}`,
    amount: attempt.amount,
    currency: attempt.currency,
    charge: `charge_${attempt.id}`,
  })
  const { status } = await server.nobody().request('POST', '/api/payment/webhook/test', raw, {
    'content-type': 'application/json',
    'bedside-signature': sign(raw, PAY_SECRET, server.clock.now),
  })
  expect(status).toBe(200)
}
/** The mails that have arrived since the last call. */
async function come(): Promise<string[]> {
  await sendMessages(server.deps)
  return smtp.letters.splice(0).map(({ raw }) => raw)
}
const subjectsOf = async () =>
  (
    await server.pool.query<{ template: string }>(
      `select template from message where state = 'sent' order by ended_at, id`,
    )
  ).rows.map(({ template }) => template)
const bells = async (userId: string) =>
  (
    await server.pool.query<{ kind: string }>('select kind from notification where user_id = $1 order by id', [userId])
  ).rows.map(({ kind }) => kind)

/** A mail's calendar part as text, null if it has none. */
function calendarIn(raw: string): string | null {
  const part =
    /Content-Type: text\/calendar; charset=utf-8; method=\w+\r\nContent-Transfer-Encoding: base64\r\n\r\n([A-Za-z\d+/=\r\n]+)/.exec(
      raw,
    )?.[1]
  return part ? Buffer.from(part, 'base64').toString() : null
}
/** What the reader that the server itself uses, and the one of Thunderbird, find in it; they agree. */
function eventIn(raw: string) {
  const text = calendarIn(raw)
  if (text === null) return null
  const seen = seenByThunderbird(text)
  expect(seenByServer(text)).toEqual(seen)
  return { ...seen, text }
}

function seenByServer(text: string) {
  const parsed = nodeIcal.sync.parseICS(text)
  const event = Object.values(parsed).find((each): each is VEvent => each?.type === 'VEVENT')!
  return {
    method: parsed.vcalendar?.method,
    uid: event.uid,
    sequence: Number(event.sequence),
    status: event.status,
    start: event.start.toISOString(),
    end: event.end?.toISOString(),
    place: event.location ?? null,
    summary: event.summary,
  }
}

function seenByThunderbird(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const [found, ...others] = calendar.getAllSubcomponents('vevent')
  expect(others).toEqual([])
  const event = new ICAL.Event(found!)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    status: found!.getFirstPropertyValue('status'),
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    place: event.location,
    summary: event.summary,
  }
}

describe('letters state the facts (issue 35, 5)', () => {
  test('moving and cancelling one’s own visit is confirmed once each, and the reader’s calendar follows', async () => {
    const wish = await book()
    const [booked, ...more] = await come()
    expect(more).toEqual([])
    const made = eventIn(booked!)!
    expect(made).toMatchObject({
      method: 'REQUEST',
      uid: `${wish.id}@bedside`,
      status: 'CONFIRMED',
      start: new Date(wish.start).toISOString(),
      end: new Date(Date.parse(wish.start) + 20 * 60_000).toISOString(),
      place: 'İcadiye Caddesi 7, İstanbul',
    })
    expect(made.text).toMatch(/ORGANIZER;CN="Klinik kuzey":(?:mailto|MAILTO):letters@test\.example/)
    // rule 66: neither the reason of the visit nor any medical content
    expect(made.text).not.toMatch(/specialty|branch|DESCRIPTION/i)

    const start = server.world.slot(12, slots % 20)
    server.clock.now += 60_000
    expect(
      (await patient.call('appointment.move', { id: wish.id, start, duration: 20 }, { key: freshKey() })).status,
    ).toBe(200)
    const [moved, ...others] = await come()
    expect(others).toEqual([])
    const again = eventIn(moved!)!
    expect(again).toMatchObject({ method: 'REQUEST', uid: made.uid, start: new Date(start).toISOString() })
    expect(again.sequence).toBeGreaterThan(made.sequence)

    server.clock.now += 60_000
    expect((await patient.call('appointment.cancel', { id: wish.id }, { key: freshKey() })).status).toBe(200)
    const [cancelled, ...last] = await come()
    expect(last).toEqual([])
    const over = eventIn(cancelled!)!
    expect(over).toMatchObject({ method: 'CANCEL', uid: made.uid, status: 'CANCELLED' })
    expect(over.sequence).toBeGreaterThan(again.sequence)
    expect(await subjectsOf()).toEqual(['visit_booked', 'visit_moved', 'visit_cancelled'])
  })

  test('a mail names the doctor, the place and the way there; an SMS does not', async () => {
    await book()
    const { rows } = await server.pool.query<{ args: Record<string, string> }>(
      `select args from message where template = 'visit_booked'`,
    )
    expect(rows[0]!.args).toMatchObject({
      doctor: expect.stringContaining('doctor.kuzey'),
      map: 'https://www.openstreetmap.org/directions?to=41.03%2C29.03',
    })
    await sendMessages({ ...server.deps, demo: true })
    const raw = smtp.letters[0]!.raw
    expect(
      Buffer.from(/charset=utf-8\r\n[^]*?base64\r\n\r\n([A-Za-z\d+/=\r\n]+)/.exec(raw)![1]!, 'base64').toString(),
    ).toMatch(/Doktor: .*doctor\.kuzey/)
  })

  test('by card: the booking is confirmed once, and only after the charge', async () => {
    const { transaction } = await bookByCard()
    expect(await come()).toEqual([])
    server.clock.now += 60_000
    await charge(transaction)
    expect((await come()).map((raw) => eventIn(raw)?.method)).toEqual(expect.arrayContaining(['REQUEST']))
    expect((await subjectsOf()).toSorted()).toEqual(['payment_received', 'visit_booked'])
    expect(await come()).toEqual([])
  })

  test('unpaid in time: patient and doctor are told once; the calendar cancels nothing it never had', async () => {
    await bookByCard()
    await server.pool.query('delete from notification')
    server.clock.now += 31 * 60_000
    await tendMoney(server.deps)
    await tendMoney(server.deps)
    const letters = await come()
    expect(await subjectsOf()).toEqual(['visit_lapsed'])
    expect(letters.map(calendarIn)).toEqual([null])
    expect(await bells(server.world.people.patientKuzey.id)).toEqual(['appointment_lapsed'])
    expect(await bells(server.world.people.doctorKuzey.id)).toEqual(['appointment_cancelled'])
  })

  test('the patient is told once where money that arrives later is kept, however often the notice comes', async () => {
    const { transaction } = await bookByCard()
    server.clock.now += 31 * 60_000
    await tendMoney(server.deps)
    await come()
    await server.pool.query('delete from message')
    await server.pool.query('delete from notification')
    await charge(transaction)
    await charge(transaction)
    await come()
    expect(await subjectsOf()).toEqual(['payment_late'])
    expect(await bells(server.world.people.patientKuzey.id)).toEqual(['payment_late'])
  })

  test('what a desk moves and cancels is announced as before, with the calendar file', async () => {
    const wish = await book(desk)
    await come()
    await desk.call('appointment.cancel', { id: wish.id, reason: 'Doktor izinli' }, { key: freshKey() })
    const [letter] = await come()
    expect(eventIn(letter!)).toMatchObject({ method: 'CANCEL', uid: `${wish.id}@bedside` })
    expect(eventIn(letter!)!.text).not.toContain('izinli')
  })
})

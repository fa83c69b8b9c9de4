import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { createLimits, type Limits } from '../../server/http/limits.ts'
import { MOST_HELD_BY_NETWORK, MOST_HELD_OF_DOCTOR } from '../../server/areas/guest/begin.ts'
import { refreshLimits } from '../api/cast.ts'
import { codeFor, openGuest, slotValue, typedBy } from '../support/guest.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { newId } from '../../contract/kernel/id.ts'

/** Booking without an account, as strangers do and as attackers try (issue 35, 2; decision 0155). */
let server: TestServer
let began = 0
let used = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
})
beforeEach(async () => {
  server.clock.now = began
  refreshLimits(server)
  await server.pool.query('delete from guest_booking')
  await server.pool.query('delete from message')
})
afterAll(() => server.stop())

const people = () => server.world.people
const kuzey = () => server.world.clinics.kuzey
const doctor = () => people().doctorKuzey.id
/** A slot that no other test has used. */
const nextSlot = () => server.world.slot(3 + Math.floor(used / 20), used++ % 20)
const visitAt = async (start: string) =>
  (
    await server.pool.query<{
      id: string
      patient_id: string
      patient_note: string | null
      created_by: string
      status: string
    }>(
      `select id, patient_id, patient_note, created_by, status from appointment where doctor_id = $1 and starts_at = $2 and status <> 'cancelled'`,
      [doctor(), start],
    )
  ).rows
const patientCount = async () => (await server.pool.query('select from patient')).rowCount

/** Counts one kind of limit and no other. */
const onlyLane =
  (limits: Limits, only: string): Limits['take'] =>
  async (...lanes) => {
    const its = lanes.filter(([kind]) => kind === only)
    return its.length > 0 ? limits.take(...its) : { giveBack: async () => {} }
  }

/** From the chosen time to the answer of the code's form. */
async function bookAs(n: number, start: string, more: Readonly<Record<string, string>> = {}, look = {}) {
  const guest = openGuest(server, { ip: `198.51.100.${n % 250}`, ...look })
  const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
  const typed = typedBy(n, more)
  const said = await guest.says(booking, typed)
  expect([said.status, said.location]).toEqual([303, booking])
  const answer = await guest.proves(booking, (await codeFor(server, typed.email))!)
  return { guest, booking, typed, answer }
}

describe('a stranger', () => {
  test('chooses a time, says who, proves the contact, is booked like anyone inside, and opens it by the link', async () => {
    const guest = openGuest(server)
    const start = nextSlot()
    const slot = (await guest.times(doctor(), start.slice(0, 10).replaceAll('-', ''))).find((each) =>
      each.startsWith(start),
    )
    const booking = await guest.begin(doctor(), slot!)
    expect((await guest.ask('GET', booking)).body).toContain('The time is kept for you until')
    const before = await patientCount()
    const typed = typedBy(1, { whom: 'other', booker: 'Parent Tester' })
    expect((await guest.says(booking, typed)).status).toBe(303)
    expect((await guest.ask('GET', booking)).body).toContain('Enter the code')
    // no one is made and nothing is booked before the proof
    expect(await patientCount()).toBe(before)
    expect(await visitAt(start)).toEqual([])
    const answer = await guest.proves(booking, (await codeFor(server, typed.email))!)
    expect([answer.status, answer.location]).toEqual([303, booking])
    const [visit] = await visitAt(start)
    expect(visit).toMatchObject({ status: 'waiting', created_by: typed.name })
    const { rows } = await server.pool.query(
      `select p.name, p.email, p.phone, p.password_hash, p.realm, t.unproved, to_char(t.birth_date, 'YYYY-MM-DD') as born, t.clinic_ids from person p join patient t using (id) where id = $1`,
      [visit!.patient_id],
    )
    expect(rows).toEqual([
      {
        name: typed.name,
        email: typed.email,
        phone: typed.phone,
        password_hash: null,
        realm: null,
        unproved: true,
        born: typed.birthDate,
        clinic_ids: [kuzey()],
      },
    ])
    const log = await server.pool.query<{ action: string }>('select action from audit where actor = $1 order by seq', [
      visit!.patient_id,
    ])
    expect(log.rows.map(({ action }) => action)).toEqual(['patient.add', 'appointment.book'])
    const done = await guest.ask('GET', booking)
    expect(done.body).toContain('Your appointment is booked')
    expect(done.body).not.toContain(typed.name)
    const [, token] = /\/a#([\w-]{43})"/.exec(done.body)!
    const opened = await server.nobody('kuzey.localhost').call('appointmentlink.open', { token: token! })
    expect(opened.body).toMatchObject({ status: true, appointment: { id: visit!.id, whyNotCancel: null } })
    const cancelled = await server.nobody('kuzey.localhost').call('appointmentlink.cancel', { token: token! })
    expect(cancelled.body).toMatchObject({ status: true, appointment: { status: 'cancelled' } })
    expect((await guest.ask('GET', booking)).body).toContain('This appointment is cancelled')
    // nothing that was typed is left
    const kept = await server.pool.query('select data from guest_booking')
    expect(kept.rows).toEqual([{ data: {} }])
  })

  test('who books for someone else is named to the doctor', async () => {
    const start = nextSlot()
    await bookAs(2, start, { whom: 'other', booker: 'Parent Tester' })
    expect((await visitAt(start))[0]!.patient_note).toBe('Booked by: Parent Tester')
  })

  test('pays by card; the way back from the provider ends at the booking, in this browser alone', async () => {
    const start = nextSlot()
    const { guest, booking } = await bookAs(3, start, { pay: 'card' })
    const [visit] = await visitAt(start)
    const payments = () =>
      server.pool.query<{ type: string; status: string }>(
        'select type, status from payment where appointment_id = $1',
        [visit!.id],
      )
    expect((await payments()).rows).toEqual([{ type: 'credit_card', status: 'waiting' }])
    const leaving = await guest.ask('POST', `${booking}/pay`, {})
    const [, url = ''] = /content="0; url=([^"]*)"/.exec(leaving.body) ?? []
    const page = new URL(url.replaceAll('&#38;', '&')).pathname
    const paid = await guest.ask('POST', page, { decision: 'charge' })
    expect([page, paid.status]).toEqual([page, 303])
    const back = await guest.ask(
      'GET',
      new URL(paid.location, 'http://x').pathname + new URL(paid.location, 'http://x').search,
    )
    expect([back.status, back.location]).toEqual([303, booking])
    expect((await payments()).rows).toEqual([{ type: 'credit_card', status: 'completed' }])
    // in another browser the same address is the app's
    const other = openGuest(server)
    expect(
      (await other.ask('GET', new URL(paid.location, 'http://x').pathname + new URL(paid.location, 'http://x').search))
        .status,
    ).not.toBe(303)
  })

  test('pays by transfer: account and reference are on the page', async () => {
    const { guest, booking } = await bookAs(4, nextSlot(), { pay: server.world.bank })
    const { body } = await guest.ask('GET', booking)
    expect(body).toContain('TR330006100519786457841326')
    expect(body).toMatch(/KUZEY-[A-Z]{6}/)
  })

  test('gets the code by SMS where a gateway is set up, and is written to there; by mail if they prefer', async () => {
    await server.pool.query(`update setting set data = '{"host": "https://sms.example"}' where id = 'sms'`)
    const start = nextSlot()
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    const typed = typedBy(6, { by: 'sms', email: '' })
    expect((await guest.says(booking, typed)).status).toBe(303)
    expect((await guest.proves(booking, (await codeFor(server, typed.phone))!)).status).toBe(303)
    const letters = await server.pool.query(
      `select channel, recipient from message where template = 'visit_booked' and appointment_id = $1`,
      [(await visitAt(start))[0]!.id],
    )
    expect(letters.rows).toEqual([{ channel: 'sms', recipient: typed.phone }])
    // an address that no one proved is not written to, and is kept nowhere
    const second = nextSlot()
    const other = openGuest(server, { ip: '198.51.100.7' })
    const next = await other.begin(doctor(), slotValue(second, kuzey()))
    const more = typedBy(7, { by: 'sms', email: 'victim@test.example' })
    await other.says(next, more)
    expect(await codeFor(server, 'victim@test.example')).toBeNull()
    await other.proves(next, (await codeFor(server, more.phone))!)
    const { rows } = await server.pool.query('select email from person where id = $1', [
      (await visitAt(second))[0]!.patient_id,
    ])
    expect(rows).toEqual([{ email: null }])
    const mailed = await guest.says(
      await guest.begin(doctor(), slotValue(nextSlot(), kuzey())),
      typedBy(8, { by: 'mail' }),
    )
    expect(mailed.status).toBe(303)
    expect(await codeFor(server, 'guest8@test.example')).toMatch(/^\d{6}$/)
    await server.pool.query(`update setting set data = '{}' where id = 'sms'`)
  })

  test('loses nothing by an error: each wrong field is named and keeps what was typed', async () => {
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(nextSlot(), kuzey()))
    const wrong = { ...typedBy(5), phone: '12', email: 'nobody', birthDate: '2090-01-01', pay: 'gold' }
    const { status, body } = await guest.says(booking, wrong)
    expect(status).toBe(422)
    for (const field of ['phone', 'email', 'birthDate']) expect(body).toContain(`id="guest-${field}-wrong"`)
    expect(body).toContain('Choose how you want to pay.')
    for (const value of [wrong.name, '12', 'nobody', '2090-01-01']) expect(body).toContain(`value="${value}"`)
    expect(body).not.toContain('id="guest-name-wrong"')
  })
})

describe('a known patient', () => {
  test('is matched after the proof by contact and birth date, and their card stays as it is', async () => {
    const { patientKuzey } = people()
    await server.pool.query(`update patient set birth_date = '1980-05-17' where id = $1`, [patientKuzey.id])
    const start = nextSlot()
    const before = await server.pool.query('select * from person where id = $1', [patientKuzey.id])
    await bookAs(10, start, {
      name: 'Other Spelling',
      birthDate: '17.05.1980',
      email: patientKuzey.username.toUpperCase(),
    })
    expect(await codeFor(server, patientKuzey.username)).toBeNull()
    const [visit] = await visitAt(start)
    expect(visit).toMatchObject({ patient_id: patientKuzey.id })
    expect((await server.pool.query('select * from person where id = $1', [patientKuzey.id])).rows).toEqual(before.rows)
  })

  test('is never matched by the contact alone: with another birth date nothing is booked, nobody is named', async () => {
    const { patientKuzey } = people()
    await server.pool.query(`update patient set birth_date = '1980-05-17' where id = $1`, [patientKuzey.id])
    const start = nextSlot()
    const { answer } = await bookAs(11, start, { birthDate: '1981-05-17', email: patientKuzey.username })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('This contact is on file with other details')
    expect(answer.body).not.toContain('Name patient')
    expect(await visitAt(start)).toEqual([])
  })

  test('nobody learns from a form whether a contact is known: words, status, statements and letters are alike', async () => {
    const { patientKuzey } = people()
    const phone = (
      await server.pool.query<{ phone: string }>('select phone from person where id = $1', [patientKuzey.id])
    ).rows[0]!.phone
    const answers = []
    for (const [n, more] of [
      [12, {}],
      [13, { email: patientKuzey.username, phone }],
    ] as const) {
      const guest = openGuest(server, { ip: `198.51.100.${n}` })
      const booking = await guest.begin(doctor(), slotValue(nextSlot(), kuzey()))
      const typed = typedBy(n, more)
      const said = await guest.says(booking, typed)
      const page = await guest.ask('GET', booking)
      const wrong = await guest.proves(booking, 'abc')
      const strip = (text: string) =>
        text
          .replaceAll(booking.slice(-36), 'ID')
          .replaceAll(typed.email, 'CONTACT')
          .replaceAll(/\d\d:\d\d|\d\d\.\d\d\.\d{4}/g, 'T')
      answers.push([
        said.status,
        page.status,
        strip(page.body),
        wrong.status,
        strip(wrong.body),
        (await codeFor(server, typed.email)) !== null,
      ])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('a phone that nobody proved stays its owner’s: the new card has none, the desk reads it in the note', async () => {
    const { patientKuzey } = people()
    const { phone } = (
      await server.pool.query<{ phone: string }>('select phone from person where id = $1', [patientKuzey.id])
    ).rows[0]!
    const start = nextSlot()
    const { answer } = await bookAs(14, start, { phone })
    expect(answer.status).toBe(303)
    const [visit] = await visitAt(start)
    expect(visit!.patient_id).not.toBe(patientKuzey.id)
    const { rows } = await server.pool.query('select phone from person where id = $1', [visit!.patient_id])
    expect(rows).toEqual([{ phone: null }])
    expect(visit!.patient_note).toBe(`Phone given: ${phone}`)
  })
})

describe('an attacker', () => {
  test('guesses a code: five tries, which neither a new code nor a new booking renews', async () => {
    Object.assign(server.deps, { limits: createLimits(server.pool) })
    await server.pool.query('truncate rate_limit')
    const guest = openGuest(server)
    const typed = typedBy(20)
    const start = nextSlot()
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    await guest.says(booking, typed)
    const right = (await codeFor(server, typed.email))!
    const wrong = right === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 12 }, () => guest.proves(booking, wrong)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    expect((await guest.proves(booking, right)).status).toBe(429)
    await guest.ask('POST', `${booking}/again`, {})
    expect((await guest.proves(booking, (await codeFor(server, typed.email))!)).status).toBe(429)
    const other = openGuest(server, { ip: '198.51.100.21' })
    const second = await other.begin(doctor(), slotValue(nextSlot(), kuzey()))
    await other.says(second, typed)
    expect((await other.proves(second, (await codeFor(server, typed.email))!)).status).toBe(429)
    expect(await visitAt(start)).toEqual([])
  })

  test('books ten with one contact: three, however many codes and addresses', async () => {
    const { limits } = server.deps
    // only the count of bookings is in question here
    const take = onlyLane(limits, 'booked')
    Object.assign(server.deps, { limits: { ...limits, take } })
    const answers = []
    for (let n = 0; n < 10; n++) {
      const { answer } = await bookAs(30, nextSlot(), {}, { ip: `198.51.100.${100 + n}` })
      answers.push(answer.status)
    }
    expect(answers).toEqual([303, 303, 303, ...Array.from({ length: 7 }, () => 429)])
  })

  test('books a doctor’s day with many contacts: six from one address, and another doctor’s as before', async () => {
    const { limits } = server.deps
    const take = onlyLane(limits, 'bookedHere')
    Object.assign(server.deps, { limits: { ...limits, take } })
    const answers = []
    for (let n = 0; n < 8; n++)
      answers.push((await bookAs(300 + n, nextSlot(), {}, { ip: '192.0.2.66' })).answer.status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 303, 429, 429])
  })

  test('asks for codes to one contact: five an hour', async () => {
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(nextSlot(), kuzey()))
    await guest.says(booking, typedBy(41))
    const answers = []
    for (let n = 0; n < 6; n++) answers.push((await guest.ask('POST', `${booking}/again`, {})).status)
    expect(answers).toEqual([303, 303, 303, 303, 429, 429])
  })

  test('keeps times to empty a doctor’s day: three from one network, six of a doctor; the rest stay free, and booking goes on', async () => {
    const day = 20
    for (let n = 0; n < 10; n++) await openGuest(server).choose(doctor(), slotValue(server.world.slot(day, n), kuzey()))
    const held = async () =>
      (await server.pool.query('select from guest_booking where held_until > $1', [new Date(server.clock.now)]))
        .rowCount
    expect(await held()).toBe(MOST_HELD_BY_NETWORK)
    for (let n = 10; n < 24; n++)
      await openGuest(server, { ip: `203.0.${n}.9` }).choose(doctor(), slotValue(server.world.slot(day, n), kuzey()))
    expect(await held()).toBe(MOST_HELD_OF_DOCTOR)
    const free = await openGuest(server, { ip: '192.0.2.5' }).times(
      doctor(),
      server.world.slot(day, 0).slice(0, 10).replaceAll('-', ''),
    )
    expect(free.filter((slot) => slot.startsWith(server.world.slot(day, 0).slice(0, 10)))).toHaveLength(
      24 - MOST_HELD_OF_DOCTOR,
    )
    // without a kept time the booking goes on as well
    const { answer } = await bookAs(50, server.world.slot(day, 23))
    expect(answer.status).toBe(303)
    // and it all ends by itself
    server.clock.now += 11 * 60_000
    expect(await held()).toBe(0)
    server.clock.now += 60 * 60_000
    await cleanUp(server.deps)
    expect((await server.pool.query('select from guest_booking where booked_at is null')).rowCount).toBe(0)
  })

  test('is a machine: a filled trap gets the same pages and no code; a form sent at once is asked to look again', async () => {
    const guest = openGuest(server)
    const start = nextSlot()
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    const typed = typedBy(60, { website: 'https://spam.example' })
    expect((await guest.says(booking, typed)).status).toBe(303)
    expect((await guest.ask('GET', booking)).body).toContain('Enter the code')
    await guest.ask('POST', `${booking}/again`, {})
    expect(await codeFor(server, typed.email)).toBeNull()
    expect((await guest.proves(booking, '')).status).toBe(422)

    const fast = openGuest(server, { ip: '198.51.100.61' })
    const { location } = await fast.choose(doctor(), slotValue(nextSlot(), kuzey()))
    const answer = await fast.says(location, typedBy(61))
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('value="guest61@test.example"')
    expect(await codeFor(server, 'guest61@test.example')).toBeNull()
  })

  test('has the address of a booking but not its browser: nothing of it is shown, nothing is done', async () => {
    const start = nextSlot()
    const { booking, typed } = await bookAs(70, start)
    const other = openGuest(server)
    await other.choose(doctor(), slotValue(nextSlot(), kuzey()))
    for (const thief of [openGuest(server), other]) {
      for (const answer of [
        await thief.ask('GET', booking),
        await thief.ask('POST', `${booking}/pay`, {}),
        await thief.ask('POST', `${booking}/leave`, {}),
        await thief.ask('POST', `${booking}/who`, typedBy(71)),
      ]) {
        expect(answer.status).toBe(404)
        for (const secret of [typed.name, typed.email, typed.phone, '/a#']) expect(answer.body).not.toContain(secret)
      }
    }
    expect((await visitAt(start))[0]).toMatchObject({ status: 'waiting' })
  })

  test('sends the form from another site, as JSON, too long, or with hostile text', async () => {
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(nextSlot(), kuzey()))
    expect((await guest.ask('POST', `${booking}/who`, typedBy(80), { origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await guest.ask('POST', `${booking}/who`, typedBy(80), { origin: 'null' })).status).toBe(403)
    expect(
      (await guest.ask('POST', `${booking}/who`, typedBy(80), { 'content-type': 'application/json' })).status,
    ).toBe(415)
    expect((await guest.says(booking, typedBy(80, { name: 'x'.repeat(9000) }))).status).toBe(413)
    for (const name of [
      '<script>alert(1)</script> x',
      '"><img src=x onerror=alert(1)> x',
      'a\u0000b c',
      '\u202Ecba zyx',
    ]) {
      const { status, body } = await guest.says(booking, typedBy(80, { name, phone: '1' }))
      expect(status).toBe(422)
      expect(body).not.toMatch(/<script>alert|<img src=x/)
    }
  })
})

describe('no time is offered or kept', () => {
  test('on a private clinic’s host, or of its hours anywhere', async () => {
    const { doctorGizli, doctorBoth } = people()
    const gizli = server.world.clinics.gizli
    for (const host of ['gizli.localhost', 'localhost', 'kuzey.localhost']) {
      const guest = openGuest(server, { host })
      expect((await guest.ask('GET', `/en/book/${doctorGizli.id.slice(-12)}`)).status).not.toBe(200)
      expect((await guest.choose(doctorGizli.id, slotValue(server.world.slot(4, 1), gizli))).status).not.toBe(303)
    }
    await server.world.hours(doctorBoth, gizli, { from: '18:00', to: '20:00' })
    const guest = openGuest(server)
    const offered = await guest.times(doctorBoth.id)
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.filter((slot) => slot.includes(gizli))).toEqual([])
    expect((await guest.choose(doctorBoth.id, slotValue(server.world.slot(4, 1), gizli))).status).toBe(422)
    expect((await server.pool.query('select from guest_booking')).rowCount).toBe(0)
  })

  test('of a passive doctor, another clinic’s, a past or too early time, or one that is no slot', async () => {
    const { doctorPassive, doctorLinden } = people()
    const guest = openGuest(server)
    expect((await guest.choose(doctorPassive.id, slotValue(server.world.slot(4, 1), kuzey()))).status).toBe(410)
    expect(
      (await guest.choose(doctorLinden.id, slotValue(server.world.slot(4, 1), server.world.clinics.linden))).status,
    ).toBe(410)
    const at = (ms: number) => slotValue(new Date(ms).toISOString(), kuzey())
    for (const slot of [
      slotValue(server.world.slot(-1, 1), kuzey()),
      at(server.clock.now + 60_000),
      slotValue(server.world.slot(200, 1), kuzey()),
      slotValue(server.world.slot(4, 1), server.world.clinics.linden),
      slotValue(server.world.slot(4, 1).replace('00.000Z', '07.000Z'), kuzey()),
      'nonsense',
      slotValue('2026-99-99T99:99:99.000Z', kuzey()),
    ]) {
      const answer = await guest.choose(doctor(), slot)
      expect([slot, answer.status >= 400 && answer.status < 500, answer.headers['content-type']]).toEqual([
        slot,
        true,
        'text/html; charset=utf-8',
      ])
    }
    for (const from of ['0', '99999999', '20269999', "20261201'", '20261201&from=20261202'])
      expect((await guest.ask('GET', `/en/book/${doctor().slice(-12)}?from=${from}`)).status).toBe(200)
  })

  test('that someone inside takes between the choice and the proof: told with the next free times, and what was typed and proved is kept', async () => {
    const start = nextSlot()
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    const typed = typedBy(90)
    await guest.says(booking, typed)
    // a desk is not bound by what a stranger keeps, if it says so
    server.clock.now += 11 * 60_000
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const taken = await desk.call(
      'appointment.book',
      {
        id: newId(),
        paymentId: newId(),
        patientId: people().patientKuzey.id,
        doctorId: doctor(),
        clinicId: kuzey(),
        start,
        duration: 20,
        type: 'face-to-face',
        payWith: 'later',
      },
      { key: freshKey() },
    )
    expect(taken.body).toMatchObject({ status: true })
    await guest.ask('POST', `${booking}/again`, {})
    const lost = await guest.proves(booking, (await codeFor(server, typed.email))!)
    expect(lost.status).toBe(409)
    expect(lost.body).toContain('Someone else has taken this time')
    const offered = [...lost.body.matchAll(/name="slot" value="([^"]*)"/g)].map(([, slot]) => slot!)
    expect(offered).toHaveLength(5)
    const again = await guest.begin(doctor(), offered[0]!)
    const form = await guest.ask('GET', again)
    for (const value of [typed.name, typed.phone, typed.email, typed.birthDate])
      expect(form.body).toContain(`value="${value}"`)
    // proved in this browser: no second code
    expect((await guest.says(again, typed)).location).toBe(again)
    expect((await guest.ask('GET', again)).body).toContain('Your appointment is booked')
    used += 30
  })

  test('to anyone else while a stranger keeps it; free again once they leave', async () => {
    const start = nextSlot()
    const guest = openGuest(server)
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    const other = openGuest(server, { ip: '198.51.100.95' })
    const refused = await other.choose(doctor(), slotValue(start, kuzey()))
    expect([refused.status, refused.body.includes('Next free times')]).toEqual([409, true])
    const patient = await server.as('patientKuzey')
    const held = await patient.call('availability.hold', {
      doctorId: doctor(),
      clinicId: kuzey(),
      start,
      duration: 20,
      type: 'face-to-face',
    })
    expect(held.body['refused']).toBe('slot_taken')
    await guest.ask('POST', `${booking}/leave`, {})
    expect((await other.choose(doctor(), slotValue(start, kuzey()))).status).toBe(303)
  })
})

test('forty strangers want one time: one gets it, the others are told kindly with the next free times', async () => {
  const start = nextSlot()
  const racers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const guest = openGuest(server, { ip: `203.0.${n}.40` })
      return { n, guest, ...(await guest.choose(doctor(), slotValue(start, kuzey()))) }
    }),
  )
  const winners = racers.filter(({ status }) => status === 303)
  expect(winners).toHaveLength(1)
  for (const { status, body } of racers.filter((each) => each !== winners[0])) {
    expect(status).toBe(409)
    expect(body).toContain('Someone else has taken this time')
    expect([...body.matchAll(/name="slot"/g)]).toHaveLength(5)
  }
})

test('forty strangers with forty codes for one time that nobody keeps: one is booked, no one gets an error', async () => {
  const start = nextSlot()
  const ready = []
  for (let n = 0; n < 40; n++) {
    const guest = openGuest(server, { ip: `203.0.${n}.41` })
    const booking = await guest.begin(doctor(), slotValue(start, kuzey()))
    await guest.says(booking, typedBy(200 + n))
    await server.pool.query('update guest_booking set held_until = null')
    ready.push({ guest, booking, code: (await codeFor(server, `guest${200 + n}@test.example`))! })
  }
  const answers = await Promise.all(ready.map(({ guest, booking, code }) => guest.proves(booking, code)))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 409 && body.includes('Next free times'))).toHaveLength(39)
  expect(await visitAt(start)).toHaveLength(1)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const booking = (n: number, extra: Partial<Input<'appointment.book'>> = {}): Input<'appointment.book'> => ({
  id: newId(),
  paymentId: newId(),
  patientId: server.world.people.patientKuzey.id,
  doctorId: server.world.people.doctorKuzey.id,
  clinicId: server.world.clinics.kuzey,
  start: server.world.slot(3, n),
  duration: 20,
  type: 'face-to-face',
  payWith: 'later',
  ...extra,
})
const desk = () => server.as('deskKuzey', 'kuzey.localhost')
const bookAs = async (who: Client, input: Input<'appointment.book'>) => {
  const answer = await who.call('appointment.book', input, { key: freshKey() })
  expect(answer.body).toMatchObject({ status: true })
  return answer.body['appointment'] as { id: string; version: number; start: string }
}

describe('booking (rules 14–23, D11)', () => {
  test('a desk books a free slot; price, commission and the doctor’s share are copied, and each role sees its own', async () => {
    const made = await bookAs(await desk(), booking(0))
    expect(made).toMatchObject({
      price: 10000,
      currency: 'try',
      commission: 1500,
      earn: 8500,
      status: 'waiting',
      paymentStatus: 'waiting',
      duration: 20,
    })
    const doctor = await (await server.as('doctorKuzey')).call('appointment.list', { id: made.id })
    expect((doctor.body['appointments'] as object[])[0]).toMatchObject({ earn: 8500 })
    expect((doctor.body['appointments'] as object[])[0]).not.toHaveProperty('commission')
    const patient = await (await server.as('patientKuzey')).call('appointment.list', { id: made.id })
    for (const hidden of ['commission', 'earn', 'note'])
      expect((patient.body['appointments'] as object[])[0]).not.toHaveProperty(hidden)
  })

  test('booking the same slot again returns slot_taken with the next five free ones (rule 14)', async () => {
    await bookAs(await desk(), booking(1))
    const { status, body } = await (
      await desk()
    ).call(
      'appointment.book',
      booking(1, {
        patientId: server.world.people.patientKuzey.id,
        overlapSeen: true,
        id: newId(),
        start: server.world.slot(3, 1),
        doctorId: server.world.people.doctorKuzey.id,
      }),
      { key: freshKey() },
    )
    // rule 19: the same patient at the same slot is the open booking again
    expect([status, body['status']]).toEqual([200, true])
    const other = await server.world.patient('other.kuzey', server.world.clinics.kuzey)
    const lost = await (await desk()).call('appointment.book', booking(1, { patientId: other.id }), { key: freshKey() })
    expect([lost.status, lost.body['refused']]).toEqual([409, 'slot_taken'])
    expect((lost.body['slots'] as { start: string }[]).map((slot) => slot.start)).toEqual(
      [2, 3, 4, 5, 6].map((n) => server.world.slot(3, n)),
    )
  })

  test.each([
    [
      'slot_outside',
      () => booking(2, { start: new Date(Date.parse(server.world.slot(3, 2)) + 5 * 60_000).toISOString() }),
    ],
    ['slot_past', () => booking(2, { start: server.world.slot(-2, 2) })],
    ['doctor_passive', () => booking(2, { doctorId: server.world.people.doctorPassive.id })],
    ['bank_required', () => booking(2, { payWith: 'bank_transfer' })],
  ] as const)('an impossible booking is refused as %s', async (refused, input) => {
    const { status, body } = await (await desk()).call('appointment.book', input(), { key: freshKey() })
    expect([status, body['refused']]).toEqual([409, refused])
  })

  test('a patient cannot book too soon, too far ahead, over another own visit, or for someone else (rules 9, 15; R15)', async () => {
    const patient = await server.as('patientLinden', 'linden.localhost')
    const of = (extra: Partial<Input<'appointment.book'>>) =>
      patient.call(
        'appointment.book',
        booking(0, {
          patientId: server.world.people.patientLinden.id,
          doctorId: server.world.people.doctorLinden.id,
          clinicId: server.world.clinics.linden,
          start: server.world.slot(4, 0, 'Europe/Berlin'),
          ...extra,
        }),
        { key: freshKey() },
      )
    expect((await of({ start: server.world.slot(100, 0, 'Europe/Berlin') })).body['refused']).toBe('slot_too_far')
    expect((await of({ patientId: server.world.people.patientKuzey.id })).status).toBe(404)
    expect((await of({})).status).toBe(200)
    const second = await of({
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(4, 0, 'Europe/Berlin'),
    })
    expect(second.body['refused']).toBe('patient_overlap')
  })

  test('a transfer gets its own reference, reserves the slot until a deadline (rule 18), and then releases it', async () => {
    const input = booking(3, { payWith: 'bank_transfer', bankId: server.world.bank })
    const { body } = await (await server.as('patientKuzey')).call('appointment.book', input, { key: freshKey() })
    expect(body['payment']).toMatchObject({
      type: 'bank_transfer',
      status: 'waiting',
      amount: 10000,
      reference: expect.stringMatching(/^KUZEY-[ACDEFGHJKMNPQRTUVWXY]{6}$/),
    })
    const { expirePayments } = await import('../../jobs/expire-payments.ts')
    const later = { ...server.deps, now: () => Date.parse(String((body['payment'] as { payBy: string }).payBy)) + 1000 }
    expect(await expirePayments(later)).toBe(1)
    const { body: after } = await (await desk()).call('appointment.list', { id: input.id })
    expect((after['appointments'] as object[])[0]).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'cancelled',
      cancelledBy: 'Bedside',
    })
  })

  test('a doctor in two clinics is never booked in both at once (rule 7)', async () => {
    const { doctorBoth, patientGizli } = server.world.people
    await server.world.hours(doctorBoth, server.world.clinics.gizli, { type: 'online' })
    await server.world.visit(doctorBoth.id, patientGizli.id, server.world.clinics.gizli, server.world.slot(5, 0))
    const day = server.world.slot(5, 0).slice(0, 10).replaceAll('-', '')
    const { body } = await (
      await server.as('patientKuzey')
    ).call('availability.get', { doctor: doctorBoth.id, start: day, end: day, type: 'physical' })
    const starts = (body['availability'] as { start: string }[]).map((slot) => slot.start)
    expect(starts).not.toContain(server.world.slot(5, 0))
    expect(starts).toContain(server.world.slot(5, 1))
  })
})

describe('the life of a visit (rules 24–30)', () => {
  test('completing too early is refused, then it succeeds, then it is final', async () => {
    const early = await bookAs(await desk(), booking(6))
    expect((await (await desk()).call('appointment.complete', { id: early.id })).body['refused']).toBe('too_early')
    const id = await server.world.visit(
      server.world.people.doctorKuzey.id,
      server.world.people.patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(-1, 0),
    )
    const doctor = await server.as('doctorKuzey')
    expect((await doctor.call('appointment.complete', { id })).body['appointment']).toMatchObject({
      status: 'completed',
      completedBy: 'Name doctor.kuzey',
    })
    expect((await doctor.call('appointment.complete', { id })).body['refused']).toBe('already_completed')
    expect((await (await desk()).call('appointment.cancel', { id, reason: 'x' })).body['refused']).toBe(
      'already_completed',
    )
  })

  test('SPEC’s own field acts as the command: PUT appointment/{id} with status', async () => {
    const id = await server.world.visit(
      server.world.people.doctorKuzey.id,
      server.world.people.patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(-1, 1),
    )
    const { body } = await (await desk()).request('PUT', `/api/appointment/${id}`, { status: 'completed' })
    expect(body['appointment']).toMatchObject({ status: 'completed' })
  })

  test('staff cancel with a reason; a patient only until 24 hours before; the slot is free at once (rule 27)', async () => {
    const made = await bookAs(await desk(), booking(7))
    expect((await (await desk()).call('appointment.cancel', { id: made.id })).body['refused']).toBe('reason_required')
    expect(
      (await (await desk()).call('appointment.cancel', { id: made.id, reason: 'Doctor is ill' })).body['appointment'],
    ).toMatchObject({ status: 'cancelled', cancelReason: 'Doctor is ill' })
    await bookAs(await desk(), booking(7))
    const soon = await server.world.visit(
      server.world.people.doctorKuzey.id,
      server.world.people.patientKuzey.id,
      server.world.clinics.kuzey,
      new Date(server.clock.now + 23 * 3_600_000).toISOString(),
    )
    expect((await (await server.as('patientKuzey')).call('appointment.cancel', { id: soon })).body['refused']).toBe(
      'cancel_window',
    )
  })

  test('arrived is a mark that can be undone; completing in bulk skips and names those that cannot be', async () => {
    const visit = (n: number) =>
      server.world.visit(
        server.world.people.doctorKuzey.id,
        server.world.people.patientKuzey.id,
        server.world.clinics.kuzey,
        server.world.slot(-2, n),
      )
    const [a, b] = [await visit(3), await visit(4)]
    expect((await (await desk()).call('appointment.arrive', { id: a })).body['appointment']).toMatchObject({
      arrivedAt: expect.any(String),
    })
    expect((await (await desk()).call('appointment.unarrive', { id: a })).body['appointment']).toMatchObject({
      arrivedAt: null,
    })
    await (await desk()).call('appointment.cancel', { id: b, reason: 'no' })
    const { body } = await (await desk()).call('appointment.completeMany', { ids: [a, b, newId()] })
    expect((body['appointments'] as { id: string }[]).map((one) => one.id)).toEqual([a])
    expect((body['refused'] as { refused: string }[]).map((one) => one.refused).toSorted()).toEqual([
      'already_cancelled',
      'appointment_not_found',
    ])
  })
})

describe('decision 0149: whether a patient confirms', () => {
  const next = (n: number) =>
    server.world.visit(
      server.world.people.doctorKuzey.id,
      server.world.people.patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(9, n),
    )
  const read = async (id: string) =>
    ((await (await desk()).call('appointment.list', { id })).body['appointments'] as Appointment[])[0]!

  test('the desk records the confirmation, filters by it, and can undo it', async () => {
    const [asked, other] = [await next(10), await next(11)]
    const who = await desk()
    expect((await who.call('appointment.confirm', { id: asked })).status).toBe(200)
    expect(await read(asked)).toMatchObject({ confirmedAt: expect.any(String), confirmedBy: expect.any(String) })
    const listed = async (confirmed: boolean) =>
      ((await who.call('appointment.list', { confirmed, limit: 50 })).body['appointments'] as Appointment[]).map(
        ({ id }) => id,
      )
    expect(await listed(true)).toContain(asked)
    expect(await listed(true)).not.toContain(other)
    expect(await listed(false)).toContain(other)
    expect(await listed(false)).not.toContain(asked)
    expect((await who.call('appointment.unconfirm', { id: asked })).status).toBe(200)
    expect(await read(asked)).toMatchObject({ confirmedAt: null, confirmedBy: null })
    // withdrawing a confirmation that no one made changes nothing and succeeds
    expect((await who.call('appointment.unconfirm', { id: other })).status).toBe(200)
  })

  test('a new time asks again; checking in keeps the confirmation', async () => {
    const id = await next(12)
    const who = await desk()
    await who.call('appointment.confirm', { id })
    await who.call('appointment.arrive', { id })
    expect(await read(id)).toMatchObject({ confirmedAt: expect.any(String), arrivedAt: expect.any(String) })
    const { start } = await read(id)
    const later = new Date(Date.parse(start) + 20 * 60_000).toISOString()
    const moved = await who.call('appointment.move', { id, start: later, duration: 20, overrides: ['squeeze_in'] })
    expect(moved.status).toBe(200)
    expect(await read(id)).toMatchObject({ confirmedAt: null, confirmedBy: null })
  })
})

describe('decision 0060: a no-show is closed by its mark, and completing can be undone', () => {
  const past = (n: number) =>
    server.world.visit(
      server.world.people.doctorKuzey.id,
      server.world.people.patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(-6, n),
    )

  test('completing in bulk skips a no-show, its patient gets no letter, and no list has it as to be closed', async () => {
    const [missed, held] = [await past(5), await past(6)]
    expect((await (await desk()).call('appointment.noShow', { id: missed })).status).toBe(200)
    const { body } = await (await desk()).call('appointment.completeMany', { ids: [missed, held] })
    expect((body['appointments'] as { id: string }[]).map(({ id }) => id)).toEqual([held])
    expect(body['refused']).toEqual([{ id: missed, refused: 'no_show_marked' }])
    const letters = await server.pool.query(
      'select appointment_id::text from message where appointment_id = any ($1)',
      [[missed, held]],
    )
    expect(letters.rows).toEqual([{ appointment_id: held }])
    const list = (filter: Record<string, boolean>) =>
      desk()
        .then((who) => who.call('appointment.list', { ...filter, limit: 50 }))
        .then((answer) => (answer.body['appointments'] as { id: string }[]).map(({ id }) => id))
    expect(await list({ toClose: true })).not.toContain(missed)
    expect(await list({ noShow: true })).toContain(missed)
    expect(await list({ noShow: false })).not.toContain(missed)
    // a patient marked as a no-show who comes after all is checked in, and completed like any other
    await (await desk()).call('appointment.arrive', { id: missed })
    expect((await (await desk()).call('appointment.complete', { id: missed })).status).toBe(200)
  })

  test('reopened within the hour, it is open again and its letter is cancelled; a patient may not, and later no one may', async () => {
    const id = await past(7)
    const cardSteps = async () => {
      const { patientKuzey } = server.world.people
      const { rows } = await server.pool.query('select version from patient where id = $1', [patientKuzey.id])
      return Number(rows[0]!.version)
    }
    const before = await cardSteps()
    await (await desk()).call('appointment.complete', { id })
    const patient = await server.as('patientKuzey', 'kuzey.localhost')
    expect((await patient.call('appointment.reopen', { id })).status).toBe(403)
    const { body } = await (await desk()).call('appointment.reopen', { id })
    expect(body['appointment']).toMatchObject({ status: 'waiting', completedAt: null, completedBy: null })
    // the card counts visits, and goes to its devices with each step (I1)
    expect(await cardSteps()).toBe(before + 2)
    expect((await server.pool.query('select from message where appointment_id = $1', [id])).rowCount).toBe(0)
    await (await desk()).call('appointment.complete', { id })
    server.clock.now += 61 * 60_000
    expect((await (await desk()).call('appointment.reopen', { id })).body['refused']).toBe('reopen_too_late')
  })
})

describe('two editors of one record (rule 83, SYNC “Merge”)', () => {
  test('different facts merge; the same fact is a conflict that shows mine, theirs, who and when', async () => {
    const made = await bookAs(await desk(), booking(8))
    const doctor = await server.as('doctorKuzey')
    await (await desk()).call('appointment.update', { id: made.id, note: 'rings back' }, { base: made.version })
    const moved = await doctor.call(
      'appointment.move',
      { id: made.id, start: server.world.slot(3, 10), duration: 20 },
      { base: made.version, key: freshKey() },
    )
    expect(moved.body['appointment']).toMatchObject({ note: 'rings back', start: server.world.slot(3, 10) })

    const late = await (
      await desk()
    ).call(
      'appointment.move',
      { id: made.id, start: server.world.slot(3, 12), duration: 20 },
      { base: made.version, key: freshKey() },
    )
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({
      refused: 'changed_since',
      fields: ['start'],
      by: 'Name doctor.kuzey',
      current: { start: server.world.slot(3, 10) },
    })
    const knowing = await (
      await desk()
    ).call(
      'appointment.move',
      { id: made.id, start: server.world.slot(3, 12), duration: 20 },
      { base: (moved.body['appointment'] as { version: number }).version },
    )
    expect(knowing.status).toBe(200)
  })

  test('admins can neither read nor write staff notes; a patient writes only their own note', async () => {
    const made = await bookAs(await desk(), booking(13))
    expect((await (await server.as('admin')).call('appointment.update', { id: made.id, note: 'x' })).status).toBe(403)
    expect(
      (await (await server.as('patientKuzey')).call('appointment.update', { id: made.id, meetingLink: 'x' })).status,
    ).toBe(403)
    expect(
      (await (await server.as('patientKuzey')).call('appointment.update', { id: made.id, patientNote: 'My knee' }))
        .status,
    ).toBe(200)
  })
})

describe('idempotency, however often a change is sent (I3)', () => {
  test('50 copies with one key have one effect and 50 equal replies', async () => {
    const input = booking(15)
    const key = freshKey()
    const who = await desk()
    const answers = await Promise.all(Array.from({ length: 50 }, () => who.call('appointment.book', input, { key })))
    expect(
      new Set(
        answers.map(({ status, body }) => `${status} ${(body['appointment'] as { id: string } | undefined)?.id}`),
      ),
    ).toEqual(new Set([`200 ${input.id}`]))
    const { rows } = await server.pool.query<{ n: number }>(`select count(*) as n from audit where object_id = $1`, [
      input.id,
    ])
    expect(rows[0]!.n).toBe(1)
  })

  test('a refusal is repeated unchanged; a key reused for something else gets 422', async () => {
    const key = freshKey()
    const who = await desk()
    const input = booking(2, { doctorId: server.world.people.doctorPassive.id })
    const first = await who.call('appointment.book', input, { key })
    const again = await who.call('appointment.book', input, { key })
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([first.status, first.body, 'true'])
    expect((await who.call('appointment.book', booking(14), { key })).status).toBe(422)
  })

  test('20 copies of a refused change: 20 equal replies, one outcome, one audit line, and no effect', async () => {
    const who = await desk()
    await bookAs(who, booking(17))
    const other = await server.world.patient('twins.kuzey', server.world.clinics.kuzey)
    const key = freshKey()
    const input = booking(17, { patientId: other.id })
    const answers = await Promise.all(Array.from({ length: 20 }, () => who.call('appointment.book', input, { key })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body['refused']}`))).toEqual(
      new Set(['409 slot_taken']),
    )
    const { rows } = await server.pool.query(
      `select (select count(*) from idempotency where key = $1) as outcomes,
              (select count(*) from audit where action = 'appointment.book' and outcome = 'slot_taken' and object_id = $2) as lines,
              (select count(*) from appointment where id = $2) + (select count(*) from payment where id = $3) as work`,
      [key, input.id, input.paymentId],
    )
    expect(rows).toEqual([{ outcomes: 1, lines: 1, work: 0 }])
  })

  test('an online change whose key is repeated succeeds again, with its records as they are now', async () => {
    const { people, clinics, slot } = server.world
    const visit = (n: number) =>
      server.world.visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(-3, n))
    const ids = [await visit(5), await visit(6), newId()]
    const who = await desk()
    const key = freshKey()
    const first = await who.call('appointment.completeMany', { ids }, { key })
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined])
    await who.call('appointment.update', { id: ids[0]!, note: 'came late' })
    const again = await who.call('appointment.completeMany', { ids }, { key })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.body).toMatchObject({
      status: true,
      appointments: expect.arrayContaining([
        expect.objectContaining({ id: ids[0], status: 'completed', note: 'came late' }),
        expect.objectContaining({ id: ids[1], status: 'completed' }),
      ]),
      refused: [{ id: ids[2], refused: 'appointment_not_found' }],
    })
    const { rows } = await server.pool.query<{ details: object }>('select details from idempotency where key = $1', [
      key,
    ])
    expect(JSON.stringify(rows)).not.toContain('completed')
  })

  test('an online change whose records can no longer be read still succeeds', async () => {
    const who = await server.signIn('patientKuzey')
    await server.signIn('patientKuzey')
    const key = freshKey()
    const first = await who.call('session.endOther', {}, { key })
    expect(first.body).toMatchObject({ status: true, ended: expect.any(Number) })
    const again = await who.call('session.endOther', {}, { key })
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, { status: true }, 'true'])
  })

  test('R06: creating with another record’s id returns id_taken, and that record is unchanged', async () => {
    const foreign = await server.world.visit(
      server.world.people.doctorGizli.id,
      server.world.people.patientGizli.id,
      server.world.clinics.gizli,
      server.world.slot(6, 0),
    )
    const { body } = await (await desk()).call('appointment.book', booking(16, { id: foreign }), { key: freshKey() })
    expect(body).toEqual({ status: false, refused: 'id_taken' })
    const { rows } = await server.pool.query('select version, clinic_id from appointment where id = $1', [foreign])
    expect(rows[0]).toEqual({ version: 1, clinic_id: server.world.clinics.gizli })
  })
})

describe('marking or ending a visit from an old state (rule 83)', () => {
  const acts = [
    ['appointment.arrive', {}],
    ['appointment.cancel', { reason: 'ill' }],
    ['appointment.complete', {}],
    ['appointment.noShow', {}],
  ] as const
  test.each(acts)('%s on a visit that was moved since is a conflict; another change merges', async (call, more) => {
    const who = await desk()
    const made = await bookAs(
      who,
      booking(0, {
        start: server.world.slot(
          4,
          acts.findIndex(([name]) => name === call),
        ),
      }),
    )
    const over = () =>
      server.pool.query(
        `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '20 minutes' where id = $1`,
        [
          made.id,
          new Date(server.clock.now - 3_600_000 * (2 + acts.findIndex(([name]) => name === call))).toISOString(),
        ],
      )
    await over()
    const conflict = await who.call(call, { id: made.id, ...more } as never, { base: made.version, key: freshKey() })
    expect([conflict.status, conflict.body]).toMatchObject([412, { refused: 'changed_since', fields: ['start'] }])
    const { rows } = await server.pool.query<{ version: number }>('select version from appointment where id = $1', [
      made.id,
    ])
    await server.pool.query(`update appointment set note = 'rings back' where id = $1`, [made.id])
    const done = await who.call(call, { id: made.id, ...more } as never, { base: rows[0]!.version, key: freshKey() })
    expect(done.body).toMatchObject({ status: true })
  })
})

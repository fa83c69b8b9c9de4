import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { makeUser, newUser, twinOf } from '../../../tests/api/attempts-people.ts'
import { tries, type Try } from '../../../tests/api/attempts.ts'
import { gather, refreshLimits, type Cast } from '../../../tests/api/cast.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

const sql = async <R extends object>(text: string, values: unknown[] = []) =>
  (await server.pool.query<R>(text, values)).rows

describe('SCREENS B25: at least one superadmin stays', () => {
  test('eight superadmins demote one another at the same moment: at least one remains', async () => {
    refreshLimits(server)
    const racers: { id: string; client: Client }[] = []
    for (let i = 0; i < 8; i++) {
      const twin = (await twinOf(make, 'superadmin'))!
      await server.pool.query('update person set superadmin = true where id = $1', [twin.id])
      racers.push(twin)
    }
    await server.pool.query(`update person set active = false where superadmin and not id = any($1)`, [
      racers.map(({ id }) => id),
    ])
    try {
      const answers = await Promise.all(
        racers.flatMap(({ client }, i) =>
          racers
            .filter((_, other) => other !== i)
            .map(({ id }, n) =>
              n % 2
                ? client.call('user.update', { id, superadmin: false })
                : client.call('user.update', { id, active: false }),
            ),
        ),
      )
      const left = await sql('select id from person where superadmin and active and deleted_at is null')
      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBeLessThan(8)
      // a person who lost the flag meanwhile is refused by name, the last one is protected by name
      const names = new Set(
        answers
          .filter(({ status }) => status !== 200)
          .map(({ status, body }) => `${status} ${String(body['refused'])}`),
      )
      for (const name of names) expect(['403 unauthorized', '401 token_invalid', '409 last_superadmin']).toContain(name)
    } finally {
      await server.pool.query('update person set active = true where superadmin')
      await server.pool.query(`update person set superadmin = true where id = $1`, [server.world.people.superadmin.id])
    }
  })

  test.each([
    ['loses the flag', 'user.update', { superadmin: false }],
    ['is set passive', 'user.update', { active: false }],
    ['is deleted', 'user.delete', {}],
  ] as const)(
    'R32: a superadmin who %s is signed out at once, on REST and socket, while the server runs',
    async (_, call, change) => {
      refreshLimits(server)
      const { id, client } = (await twinOf(make, 'superadmin'))!
      await sql('update person set superadmin = true where id = $1', [id])
      expect((await client.call('setting.list', { idList: ['mail'] })).status).toBe(200)
      const before = server.closed.length
      const answer = await cast.clients.superadmin.call(call, { id, ...change })
      expect([answer.status, answer.body]).toEqual([200, { status: true }])
      expect((await client.call('setting.list', { idList: ['mail'] })).status).toBe(401)
      expect(server.closed.length).toBeGreaterThan(before)
    },
  )

  test('R14, R33: with a person’s rights the database itself does not grant the flag', async () => {
    const admin = cast.clients.admin
    const answer = await admin.call('user.update', { id: server.world.people.admin.id, superadmin: true })
    expect(answer.status).toBe(403)
    const client = await server.pool.connect()
    await client.query(
      `begin; set local role bedside_app; select set_config('app.person', '${server.world.people.admin.id}', true)`,
    )
    await expect(
      client.query('update person set superadmin = true where id = $1', [server.world.people.admin.id]),
    ).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback')
    client.release()
  })
})

test('a user is added without a password and invited; type, clinic and flag cannot be smuggled in (R14, R15, R19)', async () => {
  refreshLimits(server)
  const added = newUser(make)
  expect((await cast.clients.superadmin.call('user.add', added)).status).toBe(200)
  const [row] = await sql<{ password_hash: string | null; type: string }>(
    'select password_hash, type from person where id = $1',
    [added.id],
  )
  expect(row).toEqual({ password_hash: null, type: 'admin' })
  expect(await sql('select from message where recipient = $1', [added.email])).toHaveLength(1)
  for (const wrong of [
    { type: 'doctor' as const, superadmin: true },
    { type: 'admin' as const, clinicId: cast.places.kuzey1.clinic },
  ]) {
    const { status } = await cast.clients.superadmin.call('user.add', { ...newUser(make), ...wrong })
    expect(status).toBe(403)
  }
  // a second time with the same address: refused, and the first one is unchanged
  const again = await cast.clients.superadmin.call('user.add', { ...newUser(make), email: added.email.toUpperCase() })
  expect(again.body['refused']).toBe('email_exists')
  expect(await sql('select from person where email_folded = lower($1)', [added.email])).toHaveLength(1)
})

test('rule 48: a private clinic with users manages them itself; the superadmin neither adds, sees nor resets them', async () => {
  refreshLimits(server)
  const { clinic } = cast.places.gizli1
  const add = await cast.clients.superadmin.call('user.add', { ...newUser(make), type: 'clinic', clinicId: clinic })
  expect(add.status).toBe(403)
  const theirs = await makeUser(make, cast.places.gizli1)
  for (const call of ['user.resetPassword', 'user.endSessions'] as const)
    expect((await cast.clients.superadmin.call(call, { id: theirs })).body).toEqual({
      status: false,
      refused: 'user_not_found',
    })
  // links that open an account are not mailed to a private clinic's people: they get a code from a colleague
  // (tests/attacks/private-recovery.test.ts)
  const reset = await cast.clients.deskPrivate.call('colleague.resetPassword', { id: theirs })
  expect([reset.status, reset.body['refused']]).toEqual([403, 'recover_in_app'])
  expect((await cast.clients.deskPublic.call('colleague.resetPassword', { id: theirs })).status).toBe(404)
  const { type: _, ...contact } = newUser(make)
  expect((await cast.clients.deskPrivate.call('colleague.add', contact)).status).toBe(200)
  // rule 49: made by a private desk, so it belongs to its realm, where the address may be the same as outside
  expect(await sql('select realm, clinic_id from person where id = $1', [contact.id])).toEqual([
    { realm: clinic, clinic_id: clinic },
  ])
  expect((await cast.clients.superadmin.call('user.add', { ...newUser(make), email: contact.email })).status).toBe(200)
})

test('R32: a user made passive, or whose sessions are ended, is signed out at once, on REST and socket', async () => {
  refreshLimits(server)
  const twin = (await twinOf(make, 'deskPublic'))!
  expect((await twin.client.call('session.type', {})).status).toBe(200)
  const before = server.closed.length
  expect((await cast.clients.superadmin.call('user.update', { id: twin.id, active: false })).status).toBe(200)
  expect((await twin.client.call('session.type', {})).status).toBe(401)
  expect(server.closed.length).toBeGreaterThan(before)
})

test('an edit is judged by the version on the screen', async () => {
  refreshLimits(server)
  const id = await makeUser(make, cast.places.kuzey1)
  const [{ version } = { version: 0 }] = await sql<{ version: number }>('select version from person where id = $1', [
    id,
  ])
  expect((await cast.clients.superadmin.call('user.update', { id, name: 'Birinci' }, { base: version })).status).toBe(
    200,
  )
  const late = await cast.clients.superadmin.call('user.update', { id, name: 'İkinci' }, { base: version })
  expect([late.status, late.body['refused']]).toEqual([412, 'changed_since'])
  expect(await sql('select name from person where id = $1', [id])).toEqual([{ name: 'Birinci' }])
})

test('rule 55: a deleted user is visible to no one, cannot sign in and has no contact; the audit log keeps the name', async () => {
  refreshLimits(server)
  const id = await makeUser(make, cast.places.kuzey1)
  expect((await cast.clients.superadmin.call('user.delete', { id })).status).toBe(200)
  expect((await cast.clients.superadmin.call('user.update', { id, name: 'x' })).status).toBe(404)
  const [row] = await sql<Record<string, unknown>>(
    'select email, phone, identity, password_hash, active from person where id = $1',
    [id],
  )
  expect(row).toEqual({ email: null, phone: null, identity: null, password_hash: null, active: false })
  const { body } = await cast.clients.superadmin.call('audit.list', { recordId: id })
  expect(body['lines']).toMatchObject([
    { action: 'user.update', outcome: 'user_not_found' },
    { action: 'user.delete', recordName: `Kullanıcı ${id}`, outcome: 'done' },
  ])
})

describe('rules 47, 57: the audit log', () => {
  test('settings are logged with their values, secrets only as changed', async () => {
    refreshLimits(server)
    const { superadmin } = cast.clients
    expect((await superadmin.call('setting.update', { id: 'setting', data: { horizonDays: 61 } })).status).toBe(200)
    expect(
      (await superadmin.call('setting.update', { id: 'mail', data: { username: 'biz', password: 'kanarya-yeni' } }))
        .status,
    ).toBe(200)
    const { body } = await superadmin.call('audit.list', { act: 'setting.update', limit: 2 })
    expect(body['lines']).toMatchObject([
      { changes: { username: [null, 'biz'], password: ['••••••', '••••••'] } },
      { changes: { horizonDays: [90, 61] } },
    ])
    expect(JSON.stringify(body)).not.toContain('kanarya-yeni')
    const rows = await sql('select * from setting_secret')
    expect(JSON.stringify([rows, await sql('select * from setting'), await sql('select * from audit')])).not.toContain(
      'kanarya-yeni',
    )
    const shown = await superadmin.call('setting.list', { idList: ['mail'] })
    expect(shown.body['settings']).toMatchObject([{ id: 'mail', data: { username: 'biz', password: '••••••' } }])
    // a setting that is not sent is unchanged
    await superadmin.call('setting.update', { id: 'mail', data: { username: 'siz' } })
    expect(await sql('select * from setting_secret')).toEqual(rows)
    await superadmin.call('setting.update', { id: 'setting', data: { horizonDays: 90 } })
  })

  test('R38: the superadmin sees no entry of a private clinic, its own users see all, another clinic’s users none', async () => {
    refreshLimits(server)
    const id = await make.visit(cast.places.gizli1, 'future')
    await cast.clients.deskPrivate.call('appointment.update', { id, note: 'Kanarya not' })
    const lines = async (client: Client) =>
      ((await client.call('audit.list', { recordId: id })).body['lines'] as unknown[]).length
    expect([
      await lines(cast.clients.superadmin),
      await lines(cast.clients.deskPrivate),
      await lines(cast.clients.deskPublic),
    ]).toEqual([0, 1, 0])
    // R39: once the clinic is public, its acts are visible; once it is private again, they are not
    await server.pool.query('update clinic set private = false where id = $1', [cast.places.gizli1.clinic])
    expect(await lines(cast.clients.superadmin)).toBe(1)
    await server.pool.query('update clinic set private = true where id = $1', [cast.places.gizli1.clinic])
    expect(await lines(cast.clients.superadmin)).toBe(0)
  })

  test('those who may see a record may see its history', async () => {
    refreshLimits(server)
    const id = await make.visit(cast.places.kuzey1, 'future')
    await cast.clients.deskPublic.call('appointment.update', { id, note: 'Not' })
    for (const who of ['admin', 'deskPublic', 'doctorPublic'] as const) {
      const { body } = await cast.clients[who].call('audit.record', { table: 'appointment', recordId: id })
      expect([who, (body['lines'] as unknown[]).length]).toEqual([who, 1])
    }
    expect((await cast.clients.deskOther.call('audit.record', { table: 'appointment', recordId: id })).status).toBe(404)
  })

  test('the log can be read and written only through its functions', async () => {
    const [row] = await sql<{ reads: boolean }>(`select has_table_privilege('bedside_app', 'audit', 'select') as reads`)
    expect(row).toEqual({ reads: false })
  })
})

test('“download my data” returns all of one’s own data and no one else’s, and needs a session (TRUST D10)', async () => {
  refreshLimits(server)
  const { patientPrivate, patientPublic, anonymous } = cast.clients
  for (const [client, place] of [
    [patientPrivate, cast.places.gizli1],
    [patientPublic, cast.places.kuzey1],
  ] as const) {
    const { status, body, headers } = await client.request('GET', '/api/profile/data')
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="bedside-my-data.json"',
      'no-store',
    ])
    expect([(body['profile'] as { id: string }).id, (body['patient'] as { id: string }).id]).toEqual([
      place.patient,
      place.patient,
    ])
    const visits = body['appointments'] as { patientId: string; note?: string }[]
    const [{ n } = { n: 0 }] = await sql<{ n: number }>('select count(*) as n from appointment where patient_id = $1', [
      place.patient,
    ])
    expect(visits.length).toBe(n)
    // rule 52: the staff’s notes are not the patient’s to read
    expect(visits.every((visit) => visit.patientId === place.patient && visit.note === undefined)).toBe(true)
    expect(JSON.stringify(body)).not.toContain('password')
  }
  expect((await anonymous.request('GET', '/api/profile/data')).status).toBe(401)
})

test('changed settings apply to bookings at once: horizon, notice and the patients’ window (rules 9, 18, 27)', async () => {
  refreshLimits(server)
  const { superadmin, patientPublic, deskPublic } = cast.clients
  const visit = await make.visit(cast.places.kuzey1, 'future')
  const start = new Date(server.clock.now + 30 * 3_600_000)
  await server.pool.query(
    `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '20 min' where id = $1`,
    [visit, start],
  )
  await superadmin.call('setting.update', { id: 'setting', data: { cancelHours: 48, horizonDays: 5 } })
  expect((await patientPublic.call('appointment.cancel', { id: visit })).body['refused']).toBe('cancel_window')
  const booking = {
    id: newId(),
    paymentId: newId(),
    patientId: cast.places.kuzey1.patient,
    doctorId: cast.places.kuzey1.doctor,
    clinicId: cast.places.kuzey1.clinic,
    start: server.world.slot(10, 2),
    duration: 20,
    type: 'face-to-face' as const,
    payWith: 'later' as const,
  }
  expect((await patientPublic.call('appointment.book', booking)).body['refused']).toBe('slot_too_far')
  expect((await deskPublic.call('appointment.book', booking)).status).toBe(200)
  await superadmin.call('setting.update', { id: 'setting', data: { cancelHours: 24, horizonDays: 90 } })
  expect((await patientPublic.call('appointment.cancel', { id: visit })).status).toBe(200)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../tests/support/database.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'
import { createPool } from '../../db/pool.ts'
import { createApp } from '../../app/create-app.ts'
import { createLimits } from '../../http/limits.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const signIn = async (
  username: string,
  password: string,
  type: 'admin' | 'doctor' | 'patient' = 'doctor',
  host = 'localhost',
) => {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', { type, session, username, password })
}

describe('session and sign-in (SPEC §4, §6, §7)', () => {
  test('a person signs in by e-mail in any case, and the reply says who they are', async () => {
    const { body, status } = await signIn('Doctor.Kuzey@TEST.example', PASSWORD)
    expect(status).toBe(200)
    expect(body['user']).toMatchObject({ type: 'doctor', name: 'Name doctor.kuzey' })
    const doctor = await server.as('doctorKuzey')
    expect((await doctor.call('session.type', {})).body).toEqual({ status: true, type: 'doctor' })
    expect((await doctor.call('session.user', {})).body['user']).toMatchObject({ email: 'doctor.kuzey@test.example' })
  })

  test('R28: neither the session id nor an invented token opens anything; an ended session is dead at once (G24)', async () => {
    const doctor = await server.signIn('doctorKuzey')
    const session = String((await server.nobody().call('session.start', {})).body['session'])
    for (const token of [session, 'x', ''])
      expect((await server.nobody().request('GET', '/api/auth', undefined, { authorization: token })).status).toBe(401)
    expect((await doctor.call('session.end', {})).status).toBe(200)
    expect((await doctor.call('session.user', {})).status).toBe(401)
  })

  test('a session that was only started stores nothing, by GET or HEAD (issue 38)', async () => {
    const count = async () =>
      (await server.pool.query<{ n: number }>('select count(*)::int as n from session')).rows[0]!.n
    const before = await count()
    const nobody = server.nobody()
    for (let n = 0; n < 3; n++) expect((await nobody.call('session.start', {})).status).toBe(200)
    expect((await server.app.inject({ method: 'HEAD', url: '/api/session', headers: nobody.headers })).statusCode).toBe(
      200,
    )
    expect(await count()).toBe(before)
  })

  test('a started session is used once, within its hour, and only if the server created it', async () => {
    const nobody = server.nobody()
    const enter = (session: string) =>
      nobody.call('session.signIn', {
        type: 'patient',
        session,
        username: 'patient.kuzey@test.example',
        password: PASSWORD,
      })
    const start = async () => String((await nobody.call('session.start', {})).body['session'])
    const session = await start()
    const other = session[0] === 'A' ? 'B' : 'A'
    for (const forged of [
      other + session.slice(1),
      session.slice(0, -1) + (session.endsWith('A') ? 'B' : 'A'),
      'x'.repeat(64),
      'ı'.repeat(64),
    ])
      expect([forged, (await enter(forged)).body['refused']]).toEqual([forged, 'session_not_found'])
    // of two attempts at once, one succeeds
    const both = await Promise.all([enter(session), enter(session)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await enter(session)).body['refused']).toBe('session_not_found')
    const late = await start()
    server.clock.now += 3_600_000 + 1000
    expect((await enter(late)).body['refused']).toBe('session_not_found')
    server.clock.now -= 3_600_000 + 1000
  })

  test('a wrong password, an unknown person and a wrong role get the same reply', async () => {
    const answers = [
      await signIn('doctor.linden@test.example', 'no'),
      await signIn('nobody@test.example', 'no'),
      await signIn('patient.kuzey@test.example', PASSWORD),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([409, { status: false, refused: 'sign_in_failed' }])
  })

  test('R29: after the fifth wrong attempt within the window the next has to wait, on a fresh install, with any password', async () => {
    for (let i = 0; i < 5; i++) expect((await signIn('desk.linden@test.example', 'wrong', 'admin')).status).toBe(409)
    const sixth = await signIn('desk.linden@test.example', PASSWORD, 'admin')
    expect([sixth.status, sixth.body['refused']]).toEqual([429, 'too_many_tries'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('rules 54 and 105: a clinic’s host accepts its own clinic users and no admins; an unknown host accepts no one', async () => {
    expect((await signIn('desk.kuzey@test.example', PASSWORD, 'admin', 'kuzey.localhost')).status).toBe(200)
    expect((await signIn('desk.gizli@test.example', PASSWORD, 'admin', 'kuzey.localhost')).status).toBe(409)
    expect((await signIn('admin@test.example', PASSWORD, 'admin', 'kuzey.localhost')).status).toBe(409)
    expect((await signIn('doctor.kuzey@test.example', PASSWORD, 'doctor', 'nowhere.example')).body).toEqual({
      status: false,
      refused: 'clinic_not_found',
    })
  })

  test('rule 49: a private clinic’s patient can sign in on its host only', async () => {
    expect((await signIn('patient.gizli@test.example', PASSWORD, 'patient', 'gizli.localhost')).status).toBe(200)
    expect((await signIn('patient.gizli@test.example', PASSWORD, 'patient')).status).toBe(409)
  })

  test('D2: an admin’s token expires after half an hour unused, a doctor’s does not', async () => {
    const [admin, doctor] = [await server.signIn('admin'), await server.signIn('doctorLinden')]
    server.clock.now += 31 * 60_000
    expect([(await admin.call('session.type', {})).status, (await doctor.call('session.type', {})).status]).toEqual([
      401, 200,
    ])
  })

  test('a browser’s token needs the cookie that scripts cannot read (D1)', async () => {
    const nobody = server.nobody()
    const session = String((await nobody.call('session.start', {})).body['session'])
    const { body, headers } = await nobody.request(
      'POST',
      '/api/auth/doctor',
      { session, username: 'doctor.both@test.example', password: PASSWORD },
      { 'sec-fetch-site': 'same-origin' },
    )
    const authorization = String(body['token'])
    const cookie = String(headers['set-cookie']).split(';')[0]!
    expect(String(headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict')
    expect((await nobody.request('GET', '/api/auth', undefined, { authorization })).status).toBe(401)
    expect((await nobody.request('GET', '/api/auth', undefined, { authorization, cookie })).status).toBe(200)
  })

  test('clinic/web resolves hosts (SPEC §7, rule 105)', async () => {
    expect((await server.nobody('kuzey.localhost').call('clinic.web', {})).body['clinic']).toMatchObject({
      slug: 'kuzey',
    })
    expect((await server.nobody('localhost').call('clinic.web', {})).body).toEqual({
      status: true,
      clinic: null,
      passwordMin: 6,
      passwordMinStaff: 10,
    })
    Object.assign(server.deps, { mapToken: 'pk.of-the-operator' })
    expect((await server.nobody('kuzey.localhost').call('clinic.web', {})).body['mapToken']).toBe('pk.of-the-operator')
    Object.assign(server.deps, { mapToken: null })
    const nowhere = () => server.nobody('x.example').call('clinic.web', {})
    expect([(await nowhere()).status, (await nowhere()).body]).toEqual([
      404,
      { status: false, refused: 'clinic_not_found' },
    ])
    const support = (email: string | null) =>
      server.pool.query(
        `update setting set data = data || jsonb_build_object('supportEmail', $1::text) where id = 'setting'`,
        [email],
      )
    await support('help@test.example')
    expect((await nowhere()).body['support']).toEqual({ email: 'help@test.example', phone: null })
    await support(null)
    expect((await server.nobody().call('clinic.web', { seo: 'gizli' })).body['clinic']).toMatchObject({
      name: 'Klinik gizli',
    })
  })
})

test('G9: thirty sign-ins at once are answered, and so are other calls meanwhile: none waits for a connection that another holds', async () => {
  const app = await createApp({ ...server.deps, limits: createLimits() }, { log: false, trustProxy: [], dist: null })
  const send = (url: string, payload?: object) =>
    app.inject({ method: payload ? 'POST' : 'GET', url, headers: { host: 'localhost' }, ...(payload && { payload }) })
  const { session } = (await send('/api/session')).json<{ session: string }>()
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const many = Array.from({ length: 30 }, (_, n) => [
    send('/api/auth/admin', { username: `nobody${n}@test.example`, password: PASSWORD, session }),
    send('/api/session'),
    send('/api/transaction/01930000-0000-7000-8000-000000000001'),
  ]).flat()
  const working = await Promise.all(Array.from({ length: 30 }, () => desk.call('appointment.list', { limit: 1 })))
  expect(new Set(working.map(({ status }) => status))).toEqual(new Set([200]))
  const statuses = new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))
  // wrong, unknown, or a server that reports too many passwords to check at once
  expect([...statuses].filter((status) => ![200, 404, 409, 503].includes(status))).toEqual([])
  await app.close()
})

test('DESIGN “Runtime”: the first superadmin of an empty server is created once, with the printed code only', async () => {
  const { offerSetUp } = await import('./set-up.ts')
  expect(await offerSetUp(server.pool)).toBeNull()
  const empty = await freshDatabase()
  const pool = createPool(empty.url, 2)
  const app = await createApp(
    { ...server.deps, pool, requests: pool, limits: createLimits() },
    { log: false, trustProxy: [], dist: null },
  )
  const code = await offerSetUp(pool)
  const send = (its: string) =>
    app.inject({
      method: 'POST',
      url: '/api/setup',
      headers: { host: 'localhost' },
      payload: { code: its, name: 'Ada', email: 'ada@test.example', phone: '+905305550050', password: PASSWORD },
    })
  expect((await send('wrong')).json()).toEqual({ status: false, refused: 'reset_code_invalid' })
  expect((await send(code!)).statusCode).toBe(200)
  expect((await send(code!)).json()).toEqual({ status: false, refused: 'reset_code_invalid' })
  const { rows } = await pool.query('select id, type, superadmin, email from person')
  expect(rows).toEqual([{ id: expect.any(String), type: 'admin', superadmin: true, email: 'ada@test.example' }])
  // D15: who signed in with it, and who tried
  const { rows: lines } = await pool.query(
    `select actor, outcome from audit where action = 'session.setUp' order by seq`,
  )
  expect(lines).toEqual([
    { actor: null, outcome: 'reset_code_invalid' },
    { actor: rows[0].id, outcome: 'done' },
    { actor: null, outcome: 'reset_code_invalid' },
  ])
  await app.close()
  await pool.end()
  await empty.drop()
})

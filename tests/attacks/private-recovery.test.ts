import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { sentTo } from './support.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
beforeEach(() => refreshLimits(server))
afterAll(() => server.stop())

const HOST = 'gizli.localhost'
const NEW_PASSWORD = 'Quiet-lantern-77'
const desk = () => server.signIn('deskGizli', HOST)

async function forget(host: string, type: 'admin' | 'doctor' | 'patient', username: string) {
  return server.nobody(host).call('session.forget', { type, username, lang: 'en' })
}

async function tryIn(username: string, password: string, type: 'admin' | 'doctor' | 'patient') {
  const nobody = server.nobody(HOST)
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', { type, session, username, password })
}

const doorOf = { clinic: 'admin', doctor: 'doctor', patient: 'patient' } as const
const PRIVATE = ['deskGizli', 'doctorGizli', 'patientGizli'] as const

describe('whoever controls the platform’s mail controls no account of a private clinic', () => {
  test.each(PRIVATE)('a password reset for %s sends nothing, on any host', async (who) => {
    const { username, type, id } = server.world.people[who]
    const { phone } = (await server.pool.query<{ phone: string }>('select phone from person where id = $1', [id]))
      .rows[0]!
    const nobody = await forget(HOST, doorOf[type as 'clinic'], 'nobody@test.example')
    for (const host of [HOST, 'localhost', 'kuzey.localhost'])
      for (const login of [username, phone]) {
        refreshLimits(server)
        const { status, body } = await forget(host, doorOf[type as 'clinic'], login)
        expect({ status, body }).toEqual({ status: nobody.status, body: nobody.body })
      }
    expect([await sentTo(server, username), await sentTo(server, phone)]).toEqual([[], []])
  })

  test('everyone else still gets theirs', async () => {
    for (const [host, type, username] of [
      ['kuzey.localhost', 'admin', 'desk.kuzey@test.example'],
      ['kuzey.localhost', 'doctor', 'doctor.both@test.example'],
      ['kuzey.localhost', 'patient', 'patient.kuzey@test.example'],
      ['localhost', 'admin', 'superadmin@test.example'],
    ] as const) {
      refreshLimits(server)
      await forget(host, type, username)
      expect([username, (await sentTo(server, username)).length]).toEqual([username, 1])
    }
  })

  test('only the first invitation is sent by mail, and again until it is used', async () => {
    const colleague = { id: newId(), name: 'Second', email: 'second@test.example', phone: '+905551000021' }
    expect((await (await desk()).call('colleague.add', { ...colleague, lang: 'en' })).status).toBe(200)
    const doctor = { id: newId(), name: 'Doctor', email: 'doctor.new@test.example', phone: '+905551000022' }
    const card = { ...doctor, title: 'Dr.', branchIds: [server.world.branch], invite: true }
    expect((await (await desk()).call('doctor.add', card)).status).toBe(200)
    for (const { email } of [colleague, doctor]) expect(await sentTo(server, email)).toEqual([])

    const empty = newId()
    await server.pool.query(
      `insert into clinic (id, name, slug, panel_url, zone, currency, city, private)
       values ($1, 'Klinik yeni', 'yeni', 'yeni.localhost', 'Europe/Istanbul', 'try', 'Şehir', true)`,
      [empty],
    )
    const first = { userId: newId(), name: 'First', email: 'first@test.example', phone: '+905551000023' }
    const superadmin = await server.as('superadmin')
    expect((await superadmin.call('clinic.addFirstUser', { id: empty, ...first })).status).toBe(200)
    await forget('yeni.localhost', 'admin', first.email)
    const mails = await sentTo(server, first.email)
    expect(mails).toHaveLength(2)
    const code = /reset#(\S+)/.exec(mails[0]!)![1]!
    const reset = await server.nobody('yeni.localhost').call('session.reset', { code, password: NEW_PASSWORD })
    expect(reset.status).toBe(200)
    await forget('yeni.localhost', 'admin', first.email)
    // the notice that the password has changed, and no third link
    const after = await sentTo(server, first.email)
    expect([after.length, after.filter((mail) => mail.includes('/reset#')).length]).toEqual([3, 2])
  })

  test('a link mailed before the clinic became private opens nothing', async () => {
    await forget('linden.localhost', 'admin', 'desk.linden@test.example')
    const [mail] = await sentTo(server, 'desk.linden@test.example')
    const code = /reset#(\S+)/.exec(mail!)![1]!
    await server.pool.query('update clinic set private = true where id = $1', [server.world.clinics.linden])
    const late = await server.nobody('linden.localhost').call('session.reset', { code, password: NEW_PASSWORD })
    await server.pool.query('update clinic set private = false where id = $1', [server.world.clinics.linden])
    expect(late.body['refused']).toBe('reset_link_invalid')
  })

  test('even code that forgets creates no link', async () => {
    for (const who of PRIVATE)
      await expect(
        server.pool.query(
          `insert into password_link (code_hash, person_id, kind, made_at, expires_at) values ($1, $2, 'reset', now(), now() + interval '1 hour')`,
          [newId(), server.world.people[who].id],
        ),
      ).rejects.toMatchObject({ code: '42501' })
  })
})

const CALLS = [
  ['deskGizli', 'colleague.recover'],
  ['doctorGizli', 'doctor.recover'],
  ['patientGizli', 'patient.recover'],
] as const

/** A colleague who makes the request for the person who is locked out. */
async function otherDesk(): Promise<Client> {
  const id = newId()
  const username = `other-${id}@test.example`
  await server.pool.query(
    `insert into person (id, type, realm, clinic_id, name, email, phone, password_hash)
     select $1, type, realm, clinic_id, 'Other', $2, $3, password_hash from person where id = $4`,
    [
      id,
      username,
      `+90555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
      server.world.people.deskGizli.id,
    ],
  )
  Object.assign(server.world.people, { other: { id, username, name: 'Other', type: 'clinic' } })
  return server.signIn('other' as 'deskGizli', HOST) // added above
}

const recover = (username: string, code: string, password = NEW_PASSWORD, host = HOST) =>
  server.nobody(host).call('session.recover', { username, code, password })

describe('another user of the clinic recovers an account', () => {
  test.each(CALLS)(
    '%s by %s: nothing ends until the code is used; then all sessions end, and all contacts are told',
    async (who, call) => {
      const { id, username, type } = server.world.people[who]
      const door = doorOf[type as 'clinic']
      const open = await server.signIn(who, HOST)
      const asker = await otherDesk()
      const made = await asker.call(call, { id, password: PASSWORD })
      expect(made.status).toBe(200)
      const code = String(made.body['code'])
      expect(code).toMatch(/^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$/)
      const { rows } = await server.pool.query<{ row: string }>(
        'select row_to_json(l)::text as row from password_link l',
      )
      for (const { row } of rows) expect(row.includes(code) || row.includes(code.replaceAll('-', ''))).toBe(false)
      expect((await open.call('session.type', {})).status).toBe(200)
      expect((await tryIn(username, PASSWORD, door)).status).toBe(200)

      // not with another name, and not elsewhere
      expect((await recover('nobody@test.example', code)).body['refused']).toBe('recovery_failed')
      expect((await recover(server.world.people.doctorBoth.username, code)).body['refused']).toBe('recovery_failed')
      // as people type it
      const used = await recover(` ${username.toUpperCase()}`, code.toLowerCase().replaceAll('-', ' '))
      expect([used.status, used.body['type']]).toEqual([200, door])
      expect((await open.call('session.type', {})).status).toBe(401)
      expect((await tryIn(username, PASSWORD, door)).body['refused']).toBe('sign_in_failed')
      expect((await tryIn(username, NEW_PASSWORD, door)).status).toBe(200)
      expect((await recover(username, code)).body['refused']).toBe('recovery_failed')

      const { phone } = (await server.pool.query<{ phone: string }>('select phone from person where id = $1', [id]))
        .rows[0]!
      for (const contact of [username, phone]) {
        const sent = await sentTo(server, contact)
        expect([contact, sent.length]).toEqual([contact, 1])
        expect(sent[0]).not.toContain('/reset#')
      }
      const audit = await server.pool.query(
        `select from audit where action = any ($1) and object_id = $2 and outcome = 'done'`,
        [[call, 'session.recover'], id],
      )
      expect(audit.rowCount).toBe(2)
      await server.pool.query(
        'update person set password_hash = o.password_hash from person o where person.id = $1 and o.id = $2',
        [id, server.world.people.deskKuzey.id],
      )
    },
  )

  test('a newer code replaces the previous one; it is valid for half an hour', async () => {
    const { id, username } = server.world.people.patientGizli
    const asker = await desk()
    const codeOf = async () => String((await asker.call('patient.recover', { id, password: PASSWORD })).body['code'])
    const [first, second] = [await codeOf(), await codeOf()]
    expect((await recover(username, first)).body['refused']).toBe('recovery_failed')
    server.clock.now += 31 * 60_000
    expect((await recover(username, second)).body['refused']).toBe('recovery_failed')
    server.clock.now -= 31 * 60_000
  })

  test('an unattended screen alone creates no code, no one creates one for themselves, and no admin for anyone', async () => {
    const { id } = server.world.people.patientGizli
    const asker = await desk()
    expect((await asker.call('patient.recover', { id, password: 'guessed' })).body['refused']).toBe('password_wrong')
    const mine = { id: server.world.people.deskGizli.id, password: PASSWORD }
    expect((await asker.call('colleague.recover', mine)).body['refused']).toBe('own_account')
    for (const who of ['superadmin', 'admin'] as const)
      for (const [of, call] of CALLS)
        expect(
          (await (await server.as(who)).call(call, { id: server.world.people[of].id, password: PASSWORD })).status,
        ).toBe(403)
  })

  test('a clinic creates no code for an account that it shares', async () => {
    const asker = await desk()
    const both = { id: server.world.people.doctorBoth.id, password: PASSWORD }
    expect((await asker.call('doctor.recover', both)).body['refused']).toBe('recovery_by_mail')
    const public_ = await server.signIn('deskKuzey', 'kuzey.localhost')
    const theirs = { id: server.world.people.patientKuzey.id, password: PASSWORD }
    expect((await public_.call('patient.recover', theirs)).status).toBe(403)
    const client = await server.pool.connect()
    try {
      // SQL as faulty code would send it
      await client.query(
        `begin; set local role bedside_app; select set_config('app.person', '${server.world.people.deskKuzey.id}', true),
         set_config('app.type', 'clinic', true), set_config('app.keys', '{all,clinic:${server.world.clinics.kuzey}}', true)`,
      )
      const { rows } = await client.query<{ made: boolean }>(
        `select recovery_start($1, 'x', now(), now() + interval '1 hour') as made`,
        [server.world.people.patientGizli.id],
      )
      expect(rows[0]?.made).toBe(false)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('one’s own recovery codes, with the user name', () => {
  test('each sets a new password once, for people of a private clinic only', async () => {
    const { recoveryHash } = await import('../../server/areas/session/factor.ts')
    const plant = async (who: 'doctorGizli' | 'doctorKuzey', code: string) =>
      server.pool.query(
        `insert into second_factor (person_id, secret, confirmed_at, recovery) values ($1, 'sealed', now(), $2)
         on conflict (person_id) do update set recovery = excluded.recovery`,
        [server.world.people[who].id, [code, 'ZZZZZ-ZZZZZ'].map((each) => recoveryHash(server.deps.vault, each))],
      )
    await plant('doctorGizli', 'ABCDE-23456')
    await plant('doctorKuzey', 'ABCDE-23456')
    const { username } = server.world.people.doctorGizli
    const kuzey = server.world.people.doctorKuzey.username
    expect((await recover(kuzey, 'ABCDE-23456', NEW_PASSWORD, 'kuzey.localhost')).body['refused']).toBe(
      'recovery_failed',
    )
    expect((await recover(username, 'ABCDE-99999')).body['refused']).toBe('recovery_failed')
    expect((await recover(username, 'abcde23456')).status).toBe(200)
    expect((await recover(username, 'ABCDE-23456')).body['refused']).toBe('recovery_failed')
    // the second factor stays on
    expect((await tryIn(username, NEW_PASSWORD, 'doctor')).body['refused']).toBe('totp_required')
  })

  test('attempts are counted', async () => {
    let last = 0
    for (let i = 0; i < 40 && last !== 429; i++)
      last = (await recover('desk.gizli@test.example', `AAAAA-AAA${String(i).padStart(2, '2')}`)).status
    expect(last).toBe(429)
  })
})

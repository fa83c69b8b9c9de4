import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { refreshLimits } from '../../../tests/api/cast.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { hashOf } from '../../identity/secret.ts'
import { settleRequests } from './settle-requests.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const NEW = 'Yeni-parola-77'
const deliver = async () => {
  server.clock.now += 1000
  await settleRequests(server.deps)
  await sendMessages(server.deps)
}
type Sent = { recipient: string; channel: string; template: string; body: string; lang: string }
const outbox = async () => (await server.pool.query<Sent>('select * from message order by made_at, id')).rows
/** The newest message to an address, and the code in its link. */
async function letterTo(recipient: string) {
  const found = (await outbox()).findLast((message) => message.recipient === recipient)
  return { ...found, code: /#([\w-]{43})/.exec(found?.body ?? '')?.[1] ?? '' }
}

let people = 0
const patientForm = (extra: Partial<Input<'session.register'>> = {}): Input<'session.register'> => ({
  type: 'patient',
  lang: 'tr',
  name: 'Kerem Işık',
  email: `kerem${++people}@test.example`,
  phone: `0535 555 ${String(1000 + people)}`,
  password: PASSWORD,
  country: 'TR',
  city: 'İzmir',
  location: { lat: 38.42, lng: 27.14 },
  consent: true,
  nonCitizen: true,
  identity: `P${1000 + people}`,
  birthDate: '1990-04-02',
  ...extra,
})
const doctorForm = (extra: Partial<Input<'session.register'>> = {}): Input<'session.register'> => {
  const { identity: _, nonCitizen: __, birthDate: ___, ...form } = patientForm()
  return { ...form, type: 'doctor', title: 'Uzm. Dr.', branch: server.world.branch, ...extra }
}
const register = (form: Input<'session.register'>, host = 'localhost') =>
  server.nobody(host).call('session.register', form)
async function signIn(username: string, extra: Partial<Input<'session.signIn'>> = {}, host = 'localhost') {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', { type: 'patient', session, username, password: PASSWORD, ...extra })
}
const reset = (code: string, password: string) => {
  server.clock.now += 1000
  return server.nobody().call('session.reset', { code, password })
}
const forget = (username: string, type: 'admin' | 'doctor' | 'patient' = 'patient', host = 'localhost') =>
  server.nobody(host).call('session.forget', { type, username, lang: 'de' })
/** A patient of this test alone, signed in on two devices. */
async function onTwoDevices(name: string) {
  const person = await server.world.patient(name, server.world.clinics.kuzey)
  Object.assign(server.world.people, { late: person })
  return { person, devices: [await server.signIn('late' as 'admin'), await server.signIn('late' as 'admin')] as const }
}
const statusOf = async (client: Awaited<ReturnType<typeof server.signIn>>) =>
  (await client.call('session.type', {})).status
const personBy = async (email: string) =>
  (await server.pool.query<Record<string, unknown>>('select * from person where email_folded = lower($1)', [email]))
    .rows

describe('registering (SPEC §5, §7; rules 49, 58, 61; TRUST R19, R32)', () => {
  test('a patient registers, opens the link and is signed in; until then no account exists', async () => {
    const form = patientForm()
    expect((await register(form)).body).toEqual({ status: true })
    expect(await personBy(form.email)).toEqual([])
    expect((await signIn(form.email)).body['refused']).toBe('sign_in_failed')
    await deliver()
    expect((await signIn(form.email)).body['refused']).toBe('confirm_first')
    expect((await signIn(form.email, { password: 'wrong' })).body['refused']).toBe('sign_in_failed')
    const { code, template } = await letterTo(form.email)
    expect(template).toBe('confirm')
    const confirmed = await server.nobody().call('session.confirm', { code })
    expect(confirmed.body).toEqual({ status: true, type: 'patient', waiting: false })
    expect((await signIn(form.email.toUpperCase())).status).toBe(200)
    expect((await signIn(form.phone)).status).toBe(200)
    const [person] = await personBy(form.email)
    expect(person).toMatchObject({
      type: 'patient',
      realm: null,
      country: 'TR',
      city: 'İzmir',
      lat: 38.42,
      non_citizen: true,
      name: 'Kerem Işık',
    })
    expect(person!['last_login_at']).not.toBeNull()
    const { rows: consents } = await server.pool.query('select document, clinic_id from consent where person_id = $1', [
      person!['id'],
    ])
    expect(consents).toHaveLength(2)
    // opened again, the link gives the same answer and makes no second person
    expect((await server.nobody().call('session.confirm', { code })).body).toMatchObject({ status: true })
    expect(await personBy(form.email)).toHaveLength(1)
    const { rows: kept } = await server.pool.query<{ data: object; password_hash: string | null }>(
      'select data, password_hash from account_request where done_at is not null',
    )
    for (const row of kept) expect(row).toEqual({ data: {}, password_hash: null })
  })

  const fewest = (n: string): Input<'session.register'> => ({
    type: 'patient',
    lang: 'tr',
    name: 'Az Söyleyen',
    email: `az${n}@test.example`,
    phone: `0535 556 ${n}`,
    password: PASSWORD,
    consent: true,
  })
  const opened = async (form: Input<'session.register'>, proof: string | undefined, host = 'localhost') => {
    await deliver()
    const client = server.nobody(host)
    const session = String((await client.call('session.start', {})).body['session'])
    const { code } = await letterTo(form.email)
    const answer = await client.call('session.confirm', { code, session, ...(proof && { proof }) })
    expect(answer.body).toMatchObject({ status: true, type: form.type })
    return answer.body['signedIn'] as { token: string; session: string; user: { email: string } } | undefined
  }

  test('decision 0132: a patient gives name, e-mail, phone and password; the rest of the card stays empty until it is needed', async () => {
    const form = fewest('2001')
    expect((await register(form)).body).toEqual({ status: true })
    expect(await opened(form, undefined)).toBeUndefined()
    const [person] = await personBy(form.email)
    expect(person).toMatchObject({
      country: null,
      city: null,
      lat: null,
      identity: null,
      identity_claimed: null,
      non_citizen: false,
    })
    const { rows } = await server.pool.query('select birth_date, unproved from patient where id = $1', [person!['id']])
    expect(rows).toEqual([{ birth_date: null, unproved: true }])
    expect((await signIn(form.email)).status).toBe(200)
  })

  test('decision 0132: the link signs in only the browser that requested it, on its host, once', async () => {
    const proof = 'k'.repeat(43)
    const form = { ...fewest('2002'), proof }
    await register(form, 'kuzey.localhost')
    const entered = await opened(form, proof, 'kuzey.localhost')
    expect(entered?.user.email).toBe(form.email)
    const { rows } = await server.pool.query<{ action: string }>(
      `select action from audit where actor = (select id from person where email = $1) order by seq`,
      [form.email],
    )
    expect(rows.map(({ action }) => action)).toEqual(['session.confirm', 'session.signIn'])
    // opened again, it gives the same answer and signs no one in
    expect(await opened(form, proof, 'kuzey.localhost')).toBeUndefined()
  })

  test.each([
    ['without it', '2003', undefined, 'kuzey.localhost'],
    ['with another', '2004', 'x'.repeat(43), 'kuzey.localhost'],
    ['on another host', '2005', 'k'.repeat(43), 'localhost'],
  ] as const)(
    'the person who typed the password is not the one who opens the link: %s no one is signed in',
    async (_, n, shown, host) => {
      const form = { ...fewest(n), proof: 'k'.repeat(43) }
      await register(form, 'kuzey.localhost')
      expect(await opened(form, shown, host)).toBeUndefined()
      expect(await personBy(form.email)).toHaveLength(1)
    },
  )

  test('a doctor who still waits for approval is never signed in by the link', async () => {
    const proof = 'k'.repeat(43)
    const form = doctorForm({ proof })
    await register(form)
    expect(await opened(form, proof)).toBeUndefined()
  })

  test('0067: a private clinic, which verifies identity itself, gets birth date and identity number; no one is signed in', async () => {
    const proof = 'k'.repeat(43)
    const form = { ...fewest('2006'), proof }
    const born = await register(form, 'gizli.localhost')
    expect([born.status, Object.keys(born.body['fields'] as object)]).toEqual([400, ['birthDate']])
    expect((await register({ ...form, birthDate: '1990-04-02' }, 'gizli.localhost')).body['refused']).toBe(
      'identity_invalid',
    )
    const whole = { ...form, birthDate: '1990-04-02', nonCitizen: true, identity: 'P77' }
    expect((await register(whole, 'gizli.localhost')).status).toBe(200)
    expect(await opened(whole, proof, 'gizli.localhost')).toBeUndefined()
    expect(await personBy(form.email)).toEqual([])
    // the clinic's list belongs to another test
    await server.pool.query(`delete from account_request where data ->> 'email' = $1`, [form.email])
  })

  test('R19: with an e-mail or phone already in use the reply is the same, no account changes, and the owner is told', async () => {
    const form = patientForm()
    await register(form)
    await deliver()
    await server.nobody().call('session.confirm', { code: (await letterTo(form.email)).code })
    const before = await personBy(form.email)
    for (const [extra, to] of [
      [{ email: form.email.toUpperCase() }, form.email],
      [{ phone: form.phone.replaceAll(' ', '') }, String(before[0]!['phone'])],
    ] as const) {
      server.clock.now += 3_600_000
      refreshLimits(server)
      const again = patientForm({ ...extra, password: NEW, name: 'Başka Biri' })
      expect((await register(again)).body).toEqual({ status: true })
      const sent = (await outbox()).length
      await deliver()
      expect((await outbox()).length).toBe(sent + 1)
      expect((await letterTo(to)).template).toBe('already_registered')
    }
    expect((await personBy(form.email)).map((row) => [row['password_hash'], row['name']])).toEqual(
      before.map((row) => [row['password_hash'], row['name']]),
    )
    expect((await signIn(form.email, { password: NEW })).body['refused']).toBe('sign_in_failed')
  })

  test('two people register one address: the first link opened gets it, the other opens nothing', async () => {
    const form = patientForm()
    await register(form)
    await deliver()
    const first = (await letterTo(form.email)).code
    await register({ ...patientForm(), email: form.email })
    await deliver()
    const second = (await letterTo(form.email)).code
    expect((await server.nobody().call('session.confirm', { code: second })).status).toBe(200)
    expect((await server.nobody().call('session.confirm', { code: first })).body['refused']).toBe(
      'confirm_link_invalid',
    )
    expect(await personBy(form.email)).toHaveLength(1)
  })

  test('a link of yesterday, an invented one and another kind of code create no account', async () => {
    const form = patientForm()
    await register(form)
    await deliver()
    const { code } = await letterTo(form.email)
    server.clock.now += 25 * 3_600_000
    for (const each of [code, 'x', ''])
      expect((await server.nobody().call('session.confirm', { code: each })).body['refused']).toBe(
        'confirm_link_invalid',
      )
    expect(await personBy(form.email)).toEqual([])
  })

  test('rule 49: registering on a private clinic’s host joins its realm, and the public account stays separate', async () => {
    const form = patientForm()
    for (const host of ['localhost', 'gizli.localhost']) {
      await register(form, host)
      await deliver()
      await server.nobody(host).call('session.confirm', { code: (await letterTo(form.email)).code })
    }
    // on the private clinic's host its own users decide (docs/decisions/0067)
    const desk = await server.as('deskGizli')
    const { body: waiting } = await desk.call('registration.list', {})
    const [{ id } = { id: '' }] = waiting['registrations'] as { id: string }[]
    expect((await desk.call('registration.accept', { id })).status).toBe(200)
    const rows = await personBy(form.email)
    expect(rows.map((row) => row['realm']).toSorted()).toEqual([server.world.clinics.gizli, null].toSorted())
    const { rows: card } = await server.pool.query('select clinic_id, clinic_ids from patient where id = $1', [
      rows.find((row) => row['realm'])!['id'],
    ])
    expect(card).toEqual([{ clinic_id: server.world.clinics.gizli, clinic_ids: [server.world.clinics.gizli] }])
  })

  test('R32: a doctor who registers waits for approval, and learns so only with the right password', async () => {
    const form = doctorForm()
    await register(form, 'kuzey.localhost')
    await deliver()
    const { code, body } = await letterTo(form.email)
    expect(body).toContain('http://kuzey.localhost:3000/confirm#')
    expect((await server.nobody().call('session.confirm', { code })).body).toMatchObject({ waiting: true })
    const asDoctor = { type: 'doctor' as const }
    expect((await signIn(form.email, asDoctor)).body['refused']).toBe('account_passive')
    expect((await signIn(form.email, { ...asDoctor, password: 'wrong' })).body['refused']).toBe('sign_in_failed')
    await server.pool.query('update doctor set active = true where id = (select id from person where email = $1)', [
      form.email,
    ])
    expect((await signIn(form.email, asDoctor)).status).toBe(200)
    const { rows } = await server.pool.query(
      'select title, clinic_ids, branch_id from doctor where id = (select id from person where email = $1)',
      [form.email],
    )
    expect(rows).toEqual([
      { title: 'Uzm. Dr.', clinic_ids: [server.world.clinics.kuzey], branch_id: server.world.branch },
    ])
  })

  test('SPEC §5 on the server: missing and invalid fields are named', async () => {
    const { title: _, ...untitled } = doctorForm()
    const { city: __, ...nowhere } = doctorForm()
    const { location: ___, ...unplaced } = doctorForm()
    for (const [form, field] of [
      [untitled, 'title'],
      [nowhere, 'city'],
      [unplaced, 'location'],
      [patientForm({ phone: '12' }), 'phone'],
      [patientForm({ birthDate: '2190-01-01' }), 'birthDate'],
      [{ ...patientForm(), consent: false }, 'consent'],
      [{ ...patientForm(), realm: server.world.clinics.gizli }, 'realm'],
      [{ ...patientForm(), superadmin: true }, 'superadmin'],
    ] as const) {
      const { status, body } = await register(form as Input<'session.register'>)
      expect([status, Object.keys(body['fields'] as object)]).toEqual([400, [field]])
    }
    for (const [form, refused] of [
      [patientForm({ nonCitizen: false, identity: '12345678901' }), 'identity_invalid'],
      [patientForm({ identity: ' ' }), 'identity_invalid'],
      [doctorForm({ branch: server.world.clinics.kuzey }), 'branch_required'],
      [patientForm({ password: 'Klinik2026!' }), 'password_common'],
    ] as const)
      expect((await register(form)).body).toEqual({ status: false, refused })
    expect((await register(patientForm({ password: '12345' }))).body).toEqual({
      status: false,
      refused: 'password_short',
      least: 6,
    })
  })

  test('SPEC §8: a field with a message of its own is refused with it and named', async () => {
    const { country: _, ...nowhere } = doctorForm()
    for (const [form, refused, field] of [
      [patientForm({ email: 'kerem' }), 'email_invalid', 'email'],
      [nowhere, 'country_required', 'country'],
      [{ ...patientForm(), lang: 'fr' }, 'language_not_found', 'lang'],
      [{ ...patientForm(), type: 'nurse' }, 'user_type_not_found', 'type'],
      [{ ...patientForm(), type: 'admin' }, 'user_type_not_found', 'type'],
      [{ ...patientForm({ email: 'kerem' }), lang: 'fr' }, 'bad_input', 'email'],
    ] as const) {
      const { status, body } = await register(form as Input<'session.register'>)
      expect([status, body['refused']]).toEqual([400, refused])
      expect(body['fields']).toHaveProperty(field)
    }
  })

  test('SPEC §5 with this server’s settings: the host tells the minimum length before sign-in, and it is enforced', async () => {
    const ten = (least: number) =>
      server.pool.query(
        `update setting set data = data || jsonb_build_object('passwordMin', $1::int) where id = 'setting'`,
        [least],
      )
    await ten(10)
    expect((await server.nobody().call('clinic.web', {})).body['passwordMin']).toBe(10)
    expect((await server.nobody().call('clinic.web', { seo: 'kuzey' })).body['passwordMin']).toBe(10)
    expect((await register(patientForm({ password: 'kvm-tür72' }))).body).toMatchObject({ least: 10 })
    expect((await register(patientForm({ password: 'kvm-tür722' }))).status).toBe(200)
    await ten(6)
  })

  test('D4: the sixth registration within an hour from one address is refused', async () => {
    for (let i = 0; i < 5; i++) expect((await register(patientForm())).status).toBe(200)
    expect((await register(patientForm())).status).toBe(429)
  })

  test('İ and i: an address in capitals of either alphabet is the same address', async () => {
    const form = patientForm({ email: 'irmak.istanbul@test.example' })
    await register(form)
    await deliver()
    await server.nobody().call('session.confirm', { code: (await letterTo(form.email)).code })
    for (const typed of ['IRMAK.ISTANBUL@TEST.EXAMPLE', 'IRMAK.İSTANBUL@TEST.EXAMPLE', ' ırmak.istanbul@test.example '])
      expect([typed, (await signIn(typed)).status]).toEqual([typed, 200])
    await register(patientForm({ email: 'IRMAK.Istanbul@test.example' }))
    await deliver()
    expect((await letterTo('irmak.istanbul@test.example')).template).toBe('already_registered')
  })
})

describe('forgotten and reset (TRUST D3, R28, R30)', () => {
  test('the reply is the same for everyone, and the request does the same work: no hash, no message, one row', async () => {
    const password = await import('../../identity/password.ts')
    const hash = vi.spyOn(password, 'hashPassword')
    const letters = (await outbox()).length
    const rowsOf = async () =>
      Number((await server.pool.query<{ n: number }>('select count(*)::int as n from account_request')).rows[0]!.n)
    const answers = []
    for (const username of ['patient.kuzey@test.example', 'nobody@test.example', '+905550000000']) {
      const before = await rowsOf()
      const { status, body } = await forget(username)
      answers.push([status, body, (await rowsOf()) - before])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([200, { status: true, message: 'reset_link_sent' }, 1])]),
    )
    expect([hash.mock.calls.length, (await outbox()).length]).toEqual([0, letters])
    hash.mockRestore()
    const sent = (await outbox()).length
    await deliver()
    expect((await outbox()).slice(sent).map(({ recipient, lang }) => [recipient, lang])).toEqual([
      ['patient.kuzey@test.example', 'de'],
    ])
  })

  test('sign-in verifies exactly one password, for any username', async () => {
    const form = patientForm()
    await register(form)
    await deliver()
    const { person } = await onTwoDevices('patient.never')
    await server.pool.query('update person set password_hash = null where id = $1', [person.id])
    const password = await import('../../identity/password.ts')
    // the world's own costs less
    await server.pool.query(`update person set password_hash = $1 where email = 'patient.kuzey@test.example'`, [
      await password.hashPassword(PASSWORD),
    ])
    const verify = vi.spyOn(password, 'verifyPassword')
    const names = [
      form.email,
      'patient.kuzey@test.example',
      'nobody@test.example',
      '+90 555 000 00 00',
      person.username,
    ]
    for (const username of names)
      expect((await signIn(username, { password: 'wrong' })).body['refused']).toBe('sign_in_failed')
    // the same work: one hash each, at the same cost
    const costs = verify.mock.calls.map(([, phc]) => phc.split('$').slice(1, 4).join(' '))
    expect(costs).toEqual(names.map(() => 'argon2id v=19 m=47104,t=1,p=1'))
    verify.mockRestore()
  })

  test('a link sets the password once, ends every session, and the owner is told', async () => {
    const { person, devices } = await onTwoDevices('patient.forgetful')
    await forget(person.username)
    await deliver()
    const { code, template, body } = await letterTo(person.username)
    expect([template, body]).toEqual(['password_reset', expect.stringContaining('/reset#')])
    // R28: the code is no token
    expect((await server.nobody().request('GET', '/api/auth', undefined, { authorization: code })).status).toBe(401)
    expect((await reset(code, '12345')).body['refused']).toBe('password_short')
    expect((await reset(code, NEW)).body).toEqual({ status: true, message: 'password_reset', type: 'patient' })
    for (const device of devices) expect(await statusOf(device)).toBe(401)
    expect((await reset(code, PASSWORD)).body['refused']).toBe('reset_link_invalid')
    expect((await signIn(person.username)).body['refused']).toBe('sign_in_failed')
    expect((await signIn(person.username, { password: NEW })).status).toBe(200)
    await deliver()
    expect((await letterTo(person.username)).template).toBe('password_changed')
    const { rows } = await server.pool.query(
      `select outcome from audit where action = 'session.reset' and object_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ outcome: 'done' }])
  })

  test('a link expires after 30 minutes; a newer one invalidates the older', async () => {
    const { person } = await onTwoDevices('patient.late')
    await forget(person.username)
    await deliver()
    const first = (await letterTo(person.username)).code
    server.clock.now += 29 * 60_000
    await forget(person.username)
    await deliver()
    const second = (await letterTo(person.username)).code
    server.clock.now += 2 * 60_000
    expect((await reset(first, NEW)).body['refused']).toBe('reset_link_invalid')
    expect((await reset(second, NEW)).status).toBe(200)
    await forget(person.username)
    await forget(person.username)
    await deliver()
    const letters = (await outbox()).filter(
      ({ recipient, template }) => recipient === person.username && template === 'password_reset',
    )
    const [a, b] = letters.slice(-2).map(({ body }) => /#([\w-]{43})/.exec(body)![1]!)
    expect((await reset(b!, PASSWORD)).status).toBe(200)
    expect((await reset(a!, NEW)).body['refused']).toBe('reset_link_invalid')
  })

  test('two uses of one link at once: one succeeds', async () => {
    const { person } = await onTwoDevices('patient.twice')
    await forget(person.username)
    await deliver()
    const { code } = await letterTo(person.username)
    const statuses = await Promise.all([reset(code, NEW), reset(code, `${NEW}2`)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('rule 59: a patient added at a desk without e-mail gets the link by SMS to the stored phone, after a reset or a registration', async () => {
    const { person } = await onTwoDevices('patient.desk')
    await server.pool.query(
      `update person set email = null, password_hash = null, phone = '+905355559999' where id = $1`,
      [person.id],
    )
    await forget('0535 555 99 99')
    await deliver()
    expect(await letterTo('+905355559999')).toMatchObject({ channel: 'sms', template: 'password_invite' })
    await register(patientForm({ phone: '+90 535 555 9999' }))
    await deliver()
    const { code, channel } = await letterTo('+905355559999')
    expect(channel).toBe('sms')
    expect((await reset(code, NEW)).status).toBe(200)
    expect((await signIn('0535 555 99 99', { password: NEW })).status).toBe(200)
  })

  test('D4: the fourth request within an hour for one account gets the same reply and sends nothing; a passive person gets nothing', async () => {
    const { person } = await onTwoDevices('patient.often')
    for (let i = 0; i < 4; i++) expect((await forget(person.username)).body['message']).toBe('reset_link_sent')
    await deliver()
    const sent = async () => (await outbox()).filter(({ recipient }) => recipient === person.username).length
    expect(await sent()).toBe(3)
    refreshLimits(server)
    await server.pool.query('update person set active = false where id = $1', [person.id])
    await forget(person.username)
    await deliver()
    expect(await sent()).toBe(3)
  })

  test('rule 54: a clinic’s host sends nothing to people who do not sign in there', async () => {
    await forget('admin@test.example', 'admin', 'kuzey.localhost')
    await forget('desk.gizli@test.example', 'admin', 'kuzey.localhost')
    await deliver()
    const to = (await outbox()).map(({ recipient }) => recipient)
    expect(to).not.toContain('admin@test.example')
    expect(to).not.toContain('desk.gizli@test.example')
    await forget('desk.kuzey@test.example', 'admin', 'kuzey.localhost')
    await deliver()
    expect((await letterTo('desk.kuzey@test.example')).body).toContain('http://kuzey.localhost:3000/reset#')
  })
})

describe('one’s own sessions and password (TRUST D2, G24)', () => {
  test('changing the password needs the current one, ends all other sessions and closes their sockets', async () => {
    const { person, devices } = await onTwoDevices('patient.changes')
    const [here, there] = devices
    const change = (current: string, password: string) => here.call('session.changePassword', { current, password })
    expect((await change('wrong', NEW)).body['refused']).toBe('password_wrong')
    expect((await change(PASSWORD, 'doctor99')).body['refused']).toBe('password_common')
    server.closed.length = 0
    expect((await change(PASSWORD, NEW)).body).toEqual({ status: true })
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect(server.closed).toHaveLength(1)
    expect((await signIn(person.username, { password: NEW })).status).toBe(200)
    const { rows } = await server.pool.query(
      `select outcome, object_id from audit where action = 'session.changePassword' and actor = $1 order by seq`,
      [person.id],
    )
    expect(rows.at(-1)).toEqual({ outcome: 'done', object_id: person.id })
    for (let i = 0; i < 5; i++) await change('wrong', NEW)
    expect((await change(NEW, PASSWORD)).status).toBe(429)
  })

  test('the list shows one’s own sessions and ends one or all others; no one else’s', async () => {
    const { devices } = await onTwoDevices('patient.lists')
    const [here, there] = devices
    const list = async () =>
      (await here.call('session.list', {})).body['sessions'] as { id: string; current: boolean }[]
    expect((await list()).map(({ current }) => current)).toEqual([true, false])
    const stranger = await server.signIn('patientLinden')
    const [, other] = await list()
    expect((await stranger.call('session.endOther', { id: other!.id })).status).toBe(404)
    expect(await statusOf(there)).toBe(200)
    server.closed.length = 0
    expect((await here.call('session.endOther', { id: other!.id })).body).toEqual({ status: true, ended: 1 })
    expect([await statusOf(there), await statusOf(here), server.closed.length]).toEqual([401, 200, 1])
    expect((await here.call('session.endOther', {})).body['ended']).toBe(0)
    expect(await statusOf(stranger)).toBe(200)
    const [mine] = await list()
    expect((await here.call('session.endOther', { id: mine!.id })).status).toBe(404)
  })

  test('D18: a device signed out with “and wipe” is told so at every contact, and no other device is', async () => {
    const { devices } = await onTwoDevices('patient.wipes')
    const [here, there] = devices
    const [, other] = (await here.call('session.list', {})).body['sessions'] as { id: string }[]
    const letters = async (device: typeof here, url: string) =>
      (await server.app.inject({ url, headers: { host: 'kuzey.localhost', ...device.headers } })).headers[
        'bedside-wipe'
      ]
    expect([await letters(there, '/api/auth'), await letters(there, '/api/sync')]).toEqual([undefined, undefined])
    expect((await here.call('session.endOther', { id: other!.id, wipe: true })).body['ended']).toBe(1)
    expect([await letters(there, '/api/auth'), await letters(there, '/api/sync')]).toEqual(['1', '1'])
    expect(await letters(here, '/api/auth')).toBeUndefined()
    await cleanUp({ pool: server.pool, now: () => server.deps.now() + 36 * 3_600_000 })
    expect(await letters(there, '/api/auth')).toBe('1')
  })

  test('D18: a device left with encrypted data can still be wiped by its person, asks with the hash of its token, and is no longer listed once they are back', async () => {
    const { person, devices } = await onTwoDevices('patient.leaves')
    const [here, there] = devices
    const token = there.headers['authorization']!
    const hash = hashOf(token)
    const list = async () =>
      ((await here.call('session.list', {})).body['sessions'] as { id: string; left: boolean }[]).map(
        ({ id, left }) => ({
          id,
          left,
        }),
      )
    const letters = async (by: string) =>
      (await server.app.inject({ url: '/api/auth', headers: { host: 'kuzey.localhost', authorization: by } })).headers[
        'bedside-wipe'
      ]
    const [mine, other] = await list()
    expect((await there.call('session.end', { sealed: 'true' })).status).toBe(200)
    // the session ends, and neither token nor hash opens anything
    expect([await statusOf(there), await letters(token), await letters(hash)]).toEqual([401, undefined, undefined])
    expect(await list()).toEqual([mine, { id: other!.id, left: true }])
    await cleanUp({ pool: server.pool, now: () => server.deps.now() + 36 * 3_600_000 })
    // signing out all other devices is not a command to wipe them
    expect((await here.call('session.endOther', {})).body['ended']).toBe(0)
    expect((await (await server.signIn('patientLinden')).call('session.endOther', { back: hash })).body['ended']).toBe(
      0,
    )
    expect(
      (await (await server.signIn('patientLinden')).call('session.endOther', { id: other!.id, wipe: true })).status,
    ).toBe(404)
    expect((await here.call('session.endOther', { id: other!.id, wipe: true })).body['ended']).toBe(1)
    expect([await letters(token), await letters(hash), await letters(hashOf(hash)), await letters('')]).toEqual([
      '1',
      '1',
      undefined,
      undefined,
    ])
    expect(await list()).toEqual([mine])
    // a device that is back
    await server.pool.query('update session set token_hash = wipe_hash, wipe_hash = null where id = $1', [other!.id])
    expect((await here.call('session.endOther', { back: hash })).body['ended']).toBe(1)
    expect([await list(), person.id === null]).toEqual([[mine], false])
    // a plain sign-out leaves nothing that could be wiped
    const [, third] = (await onTwoDevices('patient.goes')).devices
    await third.call('session.end', {})
    const { rows } = await server.pool.query('select from session where token_hash = $1', [
      hashOf(third.headers['authorization']!),
    ])
    expect(rows).toEqual([])
  })

  test('D15: successful and failed sign-ins are audited, without what was typed', async () => {
    await signIn('patient.linden@test.example')
    await signIn('patient.linden@test.example', { password: 'geheim-wort' })
    const { rows } = await server.pool.query<{ outcome: string; actor: string | null }>(
      `select outcome, actor, fields, changes from audit where action = 'session.signIn' and object_id = $1 order by seq desc limit 2`,
      [server.world.people.patientLinden.id],
    )
    expect(rows.map(({ outcome, actor }) => [outcome, actor !== null])).toEqual([
      ['sign_in_failed', false],
      ['done', true],
    ])
    expect(JSON.stringify(rows)).not.toContain('geheim-wort')
  })
})

describe('R37, R28: nothing that sign-in hands out opens a row', () => {
  test('after register, forget and confirm no one is signed in, and no code or session id works as a token', async () => {
    const nobody = server.nobody()
    const form = patientForm()
    const session = String((await nobody.call('session.start', {})).body['session'])
    await register({ ...form, session })
    await forget(form.email)
    await deliver()
    const { code } = await letterTo(form.email)
    for (const authorization of [session, code, `Bearer ${code}`]) {
      for (const path of ['/api/auth', '/api/session/list', '/api/sync'])
        expect((await nobody.request('GET', path, undefined, { authorization, session })).status).toBe(401)
    }
  })
})

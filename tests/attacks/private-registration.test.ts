import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Input } from '../../contract/calls.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { sentTo } from './support.ts'

const HOST = 'gizli.localhost'
const NUMBER = 'U 1234-5678'
let server: TestServer
/** A patient whom the private clinic's desk has added: with phone and identity number, without an account. */
let known: { id: string; phone: string; email: string }
beforeAll(async () => {
  server = await startServer()
  const desk = await server.as('deskGizli')
  known = { id: crypto.randomUUID(), phone: '+905321110011', email: 'bilinen@test.example' }
  await desk.call(
    'patient.add',
    { ...known, name: 'Ayla Bilinen', birthDate: '1980-01-02', identity: NUMBER, nonCitizen: true },
    { key: crypto.randomUUID() },
  )
})
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

let people = 0
const form = (extra: Partial<Input<'session.register'>> = {}): Input<'session.register'> => ({
  type: 'patient',
  lang: 'en',
  name: 'Somebody Else',
  email: `attacker${++people}@test.example`,
  phone: `+90535777${String(1000 + people)}`,
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

/** All that a person who registers sees, answers and mails, without what always differs (links, their own address). */
async function seen(input: Input<'session.register'>, host = HOST) {
  const nobody = server.nobody(host)
  const registration = await nobody.call('session.register', input)
  const mails = await sentTo(server, input.email)
  const code = /#([\w-]{43})/.exec(mails[0] ?? '')?.[1] ?? ''
  const before = await signIn(input)
  const confirmed = code ? await nobody.call('session.confirm', { code }) : null
  return {
    asked: [registration.status, registration.body],
    mails: mails.map((mail) => mail.replace(code, '…')),
    before,
    confirmed: confirmed && [confirmed.status, confirmed.body],
    after: await signIn(input),
    again: await sentTo(server, input.email).then((all) => all.length),
  }
}

async function signIn({ email, type, password }: Input<'session.register'>) {
  const nobody = server.nobody(HOST)
  const session = String((await nobody.call('session.start', {})).body['session'])
  const { status, body } = await nobody.call('session.signIn', { type, session, username: email, password })
  return [status, body['refused']]
}

const personOf = async (email: string) =>
  (await server.pool.query<{ id: string; phone: string }>('select id, phone from person where email = $1', [email]))
    .rows[0]
/** The registrations of one address, as the deciding desk sees them. */
async function waiting(email: string) {
  const desk = await server.as('deskGizli')
  const { body } = await desk.call('registration.list', {})
  const all = body['registrations'] as { id: string; email: string; matches: { id: string; by: string[] }[] }[]
  return all.find((each) => each.email === email)
}

test('registering with a patient’s phone or number shows the same as for anyone', async () => {
  const anybody = await seen(form())
  expect(anybody.mails).toHaveLength(1)
  expect(anybody.confirmed).toEqual([200, { status: true, type: 'patient', waiting: true }])
  expect(anybody.after).toEqual([409, 'account_passive'])
  expect(await seen(form({ phone: known.phone }))).toEqual(anybody)
  expect(await seen(form({ phone: '0532 111 00 11' }))).toEqual(anybody)
  expect(await seen(form({ identity: 'u12345678' }))).toEqual(anybody)
})

test('a patient’s address reveals nothing to those who cannot read its mail, nor does a sign-in', async () => {
  for (const email of [known.email, server.world.people.patientGizli.username, 'nobody-has-it@test.example']) {
    const input = form({ email, password: 'Another-one-77' })
    expect((await server.nobody(HOST).call('session.register', input)).body).toEqual({ status: true })
    expect(await sentTo(server, email)).toHaveLength(1)
    expect([email, await signIn(input)]).toEqual([email, [409, 'sign_in_failed']])
  }
})

test('a doctor’s registration reveals nothing either', async () => {
  const { identity: _, nonCitizen: __, birthDate: ___, ...rest } = form()
  const doctor = { ...rest, type: 'doctor' as const, title: 'Dr.', branch: server.world.branch }
  const anybody = await seen({ ...doctor, phone: '+905357770001', email: 'doctor-a@test.example' })
  expect(anybody.mails).toHaveLength(1)
  expect(await seen({ ...doctor, phone: known.phone, email: 'doctor-b@test.example' })).toEqual(anybody)
})

test('the desk decides: a new patient, a known one, or no one', async () => {
  const desk = await server.as('deskGizli')
  const [fresh, same, wrong] = [form(), form({ phone: known.phone, name: 'Ayla Bilinen' }), form()]
  for (const each of [fresh, same, wrong]) await seen(each)
  const accept = async (input: Input<'registration.accept'>) => {
    const { status, body } = await desk.call('registration.accept', input)
    return [status, body['refused']]
  }
  const requests = [await waiting(fresh.email), await waiting(same.email), await waiting(wrong.email)]
  expect(requests[1]?.matches).toMatchObject([{ id: known.id, by: ['phone'] }])
  expect(await accept({ id: requests[0]!.id })).toEqual([200, undefined])
  expect(await signIn(fresh)).toEqual([200, undefined])
  // the phone already belongs to a patient record: it is not duplicated, and that record gets the account
  expect(await accept({ id: requests[1]!.id })).toEqual([409, 'registration_taken'])
  expect(await accept({ id: requests[1]!.id, patientId: known.id })).toEqual([200, undefined])
  expect(await signIn(same)).toEqual([200, undefined])
  expect(await personOf(same.email)).toMatchObject({ id: known.id, phone: known.phone })
  expect((await desk.call('registration.decline', { id: requests[2]!.id })).status).toBe(200)
  expect(await signIn(wrong)).toEqual([409, 'sign_in_failed'])
  expect(await waiting(wrong.email)).toBeUndefined()
  for (const { id } of [requests[0]!, requests[2]!])
    expect(await accept({ id })).toEqual([404, 'registration_not_found'])
  expect(await sentTo(server, fresh.email)).toHaveLength(2)
})

test('no desk links a card to anyone but its patient: not one with an account, the platform’s or another clinic’s', async () => {
  const { people: cast, clinics, patient } = server.world
  const input = form()
  await seen(input)
  const { id } = (await waiting(input.email))!
  const desk = await server.as('deskGizli')
  const platform = await patient('Platformdan Biri', clinics.gizli)
  await server.pool.query('update person set password_hash = null, realm = null where id = $1', [platform.id])
  await server.pool.query('update patient set clinic_id = null where id = $1', [platform.id])
  for (const [patientId, refused] of [
    [cast.patientGizli.id, 'patient_signs_in'],
    [platform.id, 'patient_not_found'],
    [cast.patientKuzey.id, 'patient_not_found'],
  ] as const)
    expect((await desk.call('registration.accept', { id, patientId })).body['refused']).toBe(refused)
  const other = await server.as('deskKuzey')
  expect((await other.call('registration.list', {})).body['registrations']).toEqual([])
  expect((await other.call('registration.accept', { id })).status).toBe(404)
  expect((await other.call('registration.decline', { id })).status).toBe(404)
  for (const who of ['superadmin', 'admin', 'doctorGizli', 'patientGizli'] as const)
    expect(
      (await (await server.as(who, who === 'patientGizli' ? HOST : 'localhost')).call('registration.list', {})).status,
    ).toBe(403)
})

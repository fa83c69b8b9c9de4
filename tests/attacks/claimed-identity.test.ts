import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { sentTo } from './support.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

let people = 0
/** A person of whom the attacker knows everything that a desk asks for. */
const victim = () => ({
  name: 'Zeynep Gerçek',
  phone: `+90533888${String(1000 + ++people)}`,
  identity: `U 99-${1000 + people}`,
  nonCitizen: true,
  birthDate: '1985-06-07',
})

/** An account that the attacker opens with the victim's data and their own mailbox. */
async function attackerAs(fields: Partial<ReturnType<typeof victim>>): Promise<{ id: string; client: Client }> {
  const email = `attacker${++people}@test.example`
  const form: Input<'session.register'> = {
    ...victim(),
    type: 'patient',
    lang: 'en',
    email,
    password: PASSWORD,
    country: 'TR',
    city: 'İzmir',
    location: { lat: 38.42, lng: 27.14 },
    consent: true,
    ...fields,
  }
  const host = server.nobody('kuzey.localhost')
  await host.call('session.register', form)
  const [mail] = await sentTo(server, email)
  expect((await host.call('session.confirm', { code: /#([\w-]{43})/.exec(mail ?? '')?.[1] ?? '' })).status).toBe(200)
  const { rows } = await server.pool.query<{ id: string }>('select id from person where email = $1', [email])
  return { id: rows[0]!.id, client: await server.enter({ username: email, type: 'patient' }) }
}

async function addAt(desk: Client, fields: object) {
  const id = newId()
  const { status, body } = await desk.call(
    'patient.add',
    { id, name: 'Zeynep Gerçek', ...fields } as Input<'patient.add'>,
    { key: newId() },
  )
  return { id, status, refused: body['refused'], known: body['id'] }
}
const visitsOf = async (client: Client) =>
  ((await client.call('appointment.list', {})).body['appointments'] as unknown[]).length

test('another person’s identity number in a registration reveals no visit: the desk adds its patient as if no one had typed it', async () => {
  const { identity, nonCitizen, birthDate, name } = victim()
  const attacker = await attackerAs({ identity, nonCitizen, birthDate, name })
  const desk = await server.as('deskKuzey')
  const added = await addAt(desk, { identity, nonCitizen, birthDate, phone: '+905338880001' })
  expect(added).toMatchObject({ status: 200 })
  const linked = await (await server.as('deskLinden')).call('patient.link', { identity, birthDate, name })
  expect([linked.status, (linked.body['patient'] as { id: string }).id]).toEqual([200, added.id])
  const { world } = server
  await world.visit(world.people.doctorKuzey.id, added.id, world.clinics.kuzey, world.slot(4, 1))
  expect(await visitsOf(attacker.client)).toBe(0)
  // the desk tells them apart: when it proves the attacker's identity, the number is taken
  expect((await desk.call('patient.prove', { id: attacker.id })).body['refused']).toBe('patient_exists')
})

test('even with the victim’s phone, name and birth date, nothing is taken over until someone has seen the document', async () => {
  const { phone, birthDate, name } = victim()
  const attacker = await attackerAs({ phone, birthDate, name })
  const desk = await server.as('deskLinden')
  expect(await addAt(desk, { phone, birthDate })).toMatchObject({ status: 409, refused: 'patient_exists', known: null })
  const link = { phone, birthDate, name }
  const refused = await desk.call('patient.link', link)
  expect([refused.status, refused.body]).toEqual([409, { status: false, refused: 'patient_unproved' }])
  const { rows } = await server.pool.query('select clinic_ids from patient where id = $1', [attacker.id])
  expect(rows).toEqual([{ clinic_ids: [server.world.clinics.kuzey] }])
  const seen = await desk.call('patient.link', { ...link, seen: true })
  expect([seen.status, (seen.body['patient'] as { unproved: boolean }).unproved]).toEqual([200, false])
})

test('a card created by the clinic is not linked to an unverified account', async () => {
  const { birthDate, name } = victim()
  const attacker = await attackerAs({ birthDate, name })
  const desk = await server.as('deskKuzey')
  const { id: real } = await addAt(desk, { birthDate, phone: '+905338880002' })
  const merge = () => desk.call('patient.merge', { id: attacker.id, from: real })
  expect((await merge()).body['refused']).toBe('patient_unproved')
  const card = (await desk.call('patient.list', { id: attacker.id })).body['patients'] as { unproved: boolean }[]
  expect(card).toMatchObject([{ unproved: true }])
  for (const nobody of [attacker.client, await server.as('admin')])
    expect((await nobody.call('patient.prove', { id: attacker.id })).status).toBe(403)
  expect((await desk.call('patient.prove', { id: attacker.id })).status).toBe(200)
  expect((await merge()).status).toBe(200)
})

test('a number changed by its patient is unverified again, and does not reveal who has it', async () => {
  const desk = await server.as('deskKuzey')
  const { identity, nonCitizen } = victim()
  const attacker = await attackerAs({})
  await desk.call('patient.prove', { id: attacker.id })
  await addAt(desk, { identity, nonCitizen, phone: '+905338880003' })
  const own = (number: string) =>
    attacker.client.call('profile.secure', { password: PASSWORD, identity: number, nonCitizen: true })
  const answers = [await own(identity), await own('U 00-000')].map(({ status, body }) => ({ status, body }))
  expect(answers[0]).toEqual(answers[1])
  const card = { id: attacker.id, identity, nonCitizen: true }
  expect((await attacker.client.call('patient.update', card, { key: newId() })).status).toBe(200)
  const { rows } = await server.pool.query<{ claimed: string; unproved: boolean }>(
    'select p.identity_claimed as claimed, t.unproved from person p join patient t using (id) where p.id = $1',
    [attacker.id],
  )
  expect(rows).toEqual([{ claimed: identity.replace(/[ -]/g, ''), unproved: true }])
  expect((await addAt(desk, { identity: 'U 00-000', nonCitizen, phone: '+905338880004' })).status).toBe(200)
})

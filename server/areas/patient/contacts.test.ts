import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { queueMessage } from '../message/queue.ts'
import type { Template } from '../../../contract/email/email.templates.ts'

/** SCREENS B7: what a clinic has sent to a patient, for the desk of that clinic; balances of patients’ wallets. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const send = (template: Template, of?: { patientId: string; clinicId: string | null }) =>
  queueMessage(server.pool, {
    channel: 'mail',
    to: 'p@test.example',
    lang: 'tr',
    template,
    args: { link: 'https://k.example/#canary' },
    now: (server.clock.now += 1000),
    ...(of && { of }),
  })
const patientOf = async (clinic: string) => (await server.world.patient(`p.${newId()}`, clinic)).id
type Line = { id: string; about: string; to: string; state: string; endedAt: string | null }
type Person = Awaited<ReturnType<TestServer['as']>>
async function logOf(person: Person, id: string, more: object = {}): Promise<{ contacts: Line[]; more: boolean }> {
  const { body } = await person.call('patient.contacts', { id, ...more })
  return body as { contacts: Line[]; more: boolean } // by the reply's schema
}
const aboutOf = async (person: Person, id: string) => (await logOf(person, id)).contacts.map(({ about }) => about)

test('a desk reads its own clinic’s messages, an admin none of a private clinic, and no one those about the account', async () => {
  const { kuzey, linden, gizli } = server.world.clinics
  const id = await patientOf(kuzey)
  await server.pool.query('update patient set clinic_ids = $2 where id = $1', [id, [kuzey, linden, gizli]])
  await send('payment_received', { patientId: id, clinicId: kuzey })
  await send('payment_link', { patientId: id, clinicId: linden })
  await send('payment_refunded', { patientId: id, clinicId: gizli })
  await send('password_reset')
  expect(await aboutOf(await server.as('deskKuzey', 'kuzey.localhost'), id)).toEqual(['payment_received'])
  expect(await aboutOf(await server.as('deskGizli', 'gizli.localhost'), id)).toEqual(['payment_refunded'])
  const admin = await server.as('admin')
  expect(await aboutOf(admin, id)).toEqual(['payment_link', 'payment_received'])
  expect(JSON.stringify(await logOf(admin, id))).not.toContain('canary')
})

test('the newest come first, one page at a time; given-up messages are marked', async () => {
  const { kuzey } = server.world.clinics
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const id = await patientOf(kuzey)
  for (const template of ['payment_awaited', 'payment_awaited_transfer', 'payment_received'] as const)
    await send(template, { patientId: id, clinicId: kuzey })
  await server.pool.query(
    `update message set state = 'dead', ended_at = made_at where patient_id = $1 and template = 'payment_awaited'`,
    [id],
  )
  const first = await logOf(desk, id, { limit: 2 })
  expect(first).toMatchObject({
    contacts: [
      { about: 'payment_received', state: 'queued', endedAt: null, to: 'p@test.example' },
      { about: 'payment_awaited' },
    ],
    more: true,
  })
  const rest = await logOf(desk, id, { limit: 2, before: first.contacts.at(-1)!.id })
  expect(rest).toMatchObject({ contacts: [{ about: 'payment_awaited', state: 'dead' }], more: false })
  expect(rest.contacts[0]!.endedAt).not.toBeNull()
})

test('B7: wallet balances are shown and filtered per clinic; a doctor does not see them', async () => {
  const { kuzey, gizli } = server.world.clinics
  const [rich, poor] = [await patientOf(kuzey), await patientOf(kuzey)]
  await server.pool.query('update patient set clinic_ids = $2 where id = $1', [rich, [kuzey, gizli]])
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const hidden = await server.as('deskGizli', 'gizli.localhost')
  const give = { patientId: rich, type: 'receivable', currency: 'try', reason: 'Jest' } as const
  expect((await desk.call('balance.add', { ...give, id: newId(), amount: 5000 })).status).toBe(200)
  expect((await hidden.call('balance.add', { ...give, id: newId(), amount: 700 })).status).toBe(200)
  const held = async (person: Person, input: object = {}) =>
    (await person.call('patient.balances', input)).body['balances']
  const platform = [{ patientId: rich, currency: 'try', balance: 5000 }]
  expect(await held(desk, { ids: [rich, poor] })).toEqual(platform)
  expect(await held(desk)).toEqual(platform)
  expect(await held(await server.as('admin'), { ids: [rich] })).toEqual(platform)
  expect(await held(hidden)).toEqual([{ patientId: rich, currency: 'try', balance: 700 }])
  expect(await held(await server.as('deskLinden', 'linden.localhost'), { ids: [rich] })).toEqual([])
  const listed = async (person: Person, hasBalance: boolean) => {
    const { body } = await person.call('patient.list', { hasBalance, limit: 100 })
    return (body['patients'] as { id: string }[]).map(({ id }) => id)
  }
  expect(await listed(desk, true)).toEqual([rich])
  expect(await listed(desk, false)).toContain(poor)
  expect(await listed(desk, false)).not.toContain(rich)
})

test('two merged cards have one log', async () => {
  const { kuzey } = server.world.clinics
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const [stays, goes] = [await patientOf(kuzey), await patientOf(kuzey)]
  await server.pool.query('update person set password_hash = null where id = $1', [goes])
  await send('payment_received', { patientId: goes, clinicId: kuzey })
  expect((await desk.call('patient.merge', { id: stays, from: goes })).status).toBe(200)
  expect(await aboutOf(desk, stays)).toEqual(['payment_received'])
})

// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_OPENED } from '../../contract/sync/sync.ts'
import type { Send } from '../../src/api/http.ts'
import { holdsAllCards, openCard, openedCards } from '../../src/sync/cards.ts'
import { newId } from '../../contract/kernel/id.ts'
import { pullAll } from '../../src/sync/pull.ts'
import { openDevice, type Device } from '../support/device.ts'
import { addClinics } from '../support/many-clinics.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * Which profiles of doctors and clinics a patient's device holds when the platform outgrows what a device holds whole
 * (decision 0145).
 */
let server: TestServer
/** Doctors of the added clinics, by id, each in a clinic of its own. */
let others: readonly { readonly doctor: string; readonly clinic: string }[]
beforeAll(async () => {
  server = await startServer()
  const { people, clinics, slot, visit } = server.world
  await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(3, 1))
})
afterAll(() => server.stop())

const grow = async (from: number, until: number) => {
  await addClinics((text, values) => server.pool.query(text, values), from, until, server.clock.now)
  const { rows } = await server.pool.query<{ doctor: string; clinic: string }>(
    `select d.id as doctor, d.clinic_ids[1] as clinic from doctor d join clinic c on c.id = d.clinic_ids[1] where c.slug like 'grown-%' order by d.id`,
  )
  others = rows
}
const patientsDevice = async () =>
  openDevice(server, await server.signIn('patientKuzey', 'localhost'), server.world.people.patientKuzey)
const cardsOn = async ({ db }: Device) => [
  (await db.table('doctor').toArray()).map(({ id }) => String(id)).toSorted(),
  (await db.table('clinic').toArray()).map(({ id }) => String(id)).toSorted(),
]
const publicCards = async () => {
  const { rows } = await server.pool.query<{ doctors: string[]; clinics: string[] }>(
    `select array(select id::text from doctor where audience @> '{all}' order by id) as doctors, array(select id::text from clinic where not private order by id) as clinics`,
  )
  return [rows[0]!.doctors, rows[0]!.clinics]
}
/** Pulls as the previous build does: without asking for cards. */
const asBuildBefore = ({ db }: Device, device: Awaited<ReturnType<TestServer['signIn']>>) => {
  const send: Send = async ({ method, url, body, headers: { 'bedside-cards': _, ...headers } = {} }) => {
    const answer = await device.request(method as 'GET', url, body, headers)
    return { kind: 'answer', status: answer.status, body: answer.body, retryAfter: null }
  }
  return pullAll(db, send, () => server.clock.now)
}

let device: Device
test('on a small platform a device holds every public card, as before, and books offline', async () => {
  device = await patientsDevice()
  await grow(0, 5)
  await device.sync()
  expect(await cardsOn(device)).toEqual(await publicCards())
  expect(await holdsAllCards(device.db)).toBe(true)
})

test('when the platform grows it keeps only its own clinics’ cards and those of known doctors, without a full fill (I9)', async () => {
  await grow(5, 30)
  const { people, clinics } = server.world
  const { rows: own } = await server.pool.query<{ id: string }>(
    `select id from doctor where audience && array['host:' || $1, 'doctor:' || $2] order by id`,
    [clinics.kuzey, people.doctorKuzey.id],
  )
  const before = await device.holdings()
  await device.sync()
  expect(await cardsOn(device)).toEqual([own.map(({ id }) => id), [clinics.kuzey]])
  expect(await holdsAllCards(device.db)).toBe(false)
  // everything but the cards is unchanged, and a device that starts now holds the same
  const rest = (held: ReadonlyMap<string, number>) =>
    [...held].filter(([key]) => !/^(doctor|clinic):/.test(key)).toSorted()
  expect(rest(await device.holdings())).toEqual(rest(before))
  const fresh = await patientsDevice()
  await fresh.sync()
  expect(await fresh.holdings()).toEqual(await device.holdings())
  await fresh.close()
})

test('an opened doctor comes with their clinic, is updated, and leaves when no longer public (I1, I9)', async () => {
  const { doctor, clinic } = others[0]!
  await openCard(device.db, doctor)
  await device.sync()
  const [doctors, clinics] = await cardsOn(device)
  expect([doctors!.includes(doctor), clinics!.includes(clinic)]).toEqual([true, true])
  await server.pool.query(`update doctor set city = 'Rize' where id = $1`, [doctor])
  await device.sync()
  expect(await device.row('doctor', doctor)).toMatchObject({ city: 'Rize' })

  await server.pool.query('update clinic set private = true where id = $1', [clinic])
  await device.sync()
  expect([await device.row('doctor', doctor), await device.row('clinic', clinic)]).toEqual([undefined, undefined])
  await server.pool.query('update clinic set private = false where id = $1', [clinic])
  await device.sync()
  expect(await device.row('doctor', doctor)).toMatchObject({ city: 'Rize' })
})

test('the card opened longest ago is dropped first; a known doctor stays for good, even after leaving the clinic', async () => {
  const met = others[1]!
  const { people, slot, visit } = server.world
  await visit(met.doctor, people.patientKuzey.id, met.clinic, slot(4, 1))
  for (const { doctor } of others.slice(2, 2 + MOST_OPENED)) await openCard(device.db, doctor)
  expect(await openedCards(device.db)).toHaveLength(MOST_OPENED)
  await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [met.doctor, [others[27]!.clinic]])
  await device.sync()
  expect(await device.row('doctor', others[0]!.doctor)).toBeUndefined()
  expect(await device.row('doctor', met.doctor)).toMatchObject({ clinicIds: [others[27]!.clinic] })
  // the visit's clinic, and the clinic in which the doctor can be booked now
  expect(await device.row('clinic', met.clinic)).toBeDefined()
  expect(await device.row('clinic', others[27]!.clinic)).toBeDefined()
  await device.close()
})

test('an earlier build holds every card also on a large platform; after its upgrade it holds its own, and after a downgrade all', async () => {
  const client = await server.signIn('patientKuzey', 'localhost')
  const old = openDevice(server, client, server.world.people.patientKuzey)
  await asBuildBefore(old, client)
  expect(await cardsOn(old)).toEqual(await publicCards())
  await old.sync()
  expect((await cardsOn(old))[1]!.length).toBeLessThan(5)
  expect(await holdsAllCards(old.db)).toBe(false)
  await asBuildBefore(old, client)
  expect(await cardsOn(old)).toEqual(await publicCards())
  await old.close()
})

test('whatever a device says about opened cards is validated, and causes no error', async () => {
  const client = await server.signIn('patientKuzey', 'localhost')
  const pullWith = (cards: string) => client.request('GET', '/api/sync', undefined, { 'bedside-cards': cards })
  const { gizli } = server.world.clinics
  const { rows } = await server.pool.query<{ id: string }>('select id from doctor where clinic_ids = array[$1::uuid]', [
    gizli,
  ])
  expect(rows.length).toBeGreaterThan(0)
  const statuses = await Promise.all(
    [`x,${newId()},,`, 'ş'.repeat(3), ','.repeat(3000)].map(async (each) => (await pullWith(encodeURI(each))).status),
  )
  expect(statuses).toEqual([200, 200, 200])
  let [cursor, text] = ['', '']
  for (let more = true; more;) {
    const { body } = await client.request('GET', `/api/sync${cursor && `?cursor=${cursor}`}`, undefined, {
      'bedside-cards': rows.map(({ id }) => id).join(','),
    })
    text += JSON.stringify(body['rows'])
    cursor = String(body['cursor'])
    more = body['more'] === true
  }
  for (const { id } of rows) expect(text).not.toContain(id)
})

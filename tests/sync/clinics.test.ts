// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_CLINICS } from '../../contract/sync/sync.ts'
import { areClinicsHere, wantClinics, wantedClinics } from '../../src/sync/clinics.ts'
import { openDevice, type Device } from '../support/device.ts'
import { addClinics } from '../support/many-clinics.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** The device of an admin of more clinics than it holds (decision 0125). */
const ADDED = 8
let server: TestServer
/** Public clinics, the oldest first. */
let clinics: readonly string[]
beforeAll(async () => {
  server = await startServer()
  await addClinics((text, values) => server.pool.query(text, values), 0, ADDED, server.clock.now)
  const { rows } = await server.pool.query<{ id: string }>('select id from clinic where not private order by id')
  clinics = rows.map(({ id }) => id)
})
afterAll(() => server.stop())

const deviceOf = async (who: 'admin' | 'superadmin' | 'deskKuzey', host = 'localhost') =>
  openDevice(server, await server.signIn(who, host), server.world.people[who])

async function clinicsOn(device: Device) {
  const hours = await device.db.table('availability').toArray()
  return [...new Set(hours.map(({ clinicId }) => String(clinicId)))].toSorted()
}

test('an admin’s device holds the platform’s first clinics, and after a choice only the chosen ones (I1, I9)', async () => {
  const device = await deviceOf('admin')
  await device.sync()
  expect(await clinicsOn(device)).toEqual(clinics.slice(0, MOST_CLINICS))

  const chosen = clinics.slice(-2)
  await wantClinics(device.db, chosen)
  expect(await areClinicsHere(device.db)).toBe(false)
  await device.sync()
  expect([await clinicsOn(device), await areClinicsHere(device.db)]).toEqual([chosen, true])

  await wantClinics(device.db, [])
  await device.sync()
  expect(await clinicsOn(device)).toEqual(clinics.slice(0, MOST_CLINICS))
  await device.close()
})

test('an admin who chooses offline loses no waiting change: it is sent, and its clinic’s records leave', async () => {
  const device = await deviceOf('admin')
  await device.sync()
  const { people, clinics: its, slot, visit } = server.world
  const [id, refused] = [
    await visit(people.doctorKuzey.id, people.patientKuzey.id, its.kuzey, slot(2, 3)),
    await visit(people.doctorKuzey.id, people.patientKuzey.id, its.kuzey, slot(2, 4)),
  ]
  await device.sync()
  device.network.online = false
  // an admin has no right to it: the change is refused and waits for a decision, although its appointment is no longer
  // on the device (I2)
  await device.change('appointment.update', { id: refused, note: 'written offline' })
  await device.change('appointment.cancel', { id, reason: 'cancelled offline' })
  await wantClinics(device.db, clinics.slice(-1))
  expect(await device.row('appointment', id)).toMatchObject({ status: 'cancelled' })
  device.network.online = true
  await device.sync()
  expect((await device.db.outbox.toArray()).map(({ state, input }) => [state, input['id']])).toEqual([
    ['parked', refused],
  ])
  expect([await device.row('appointment', id), await clinicsOn(device)]).toEqual([undefined, clinics.slice(-1)])
  const { rows } = await server.pool.query('select status, cancel_reason from appointment where id = $1', [id])
  expect(rows).toEqual([{ status: 'cancelled', cancel_reason: 'cancelled offline' }])
  await device.close()
})

test('a clinic that becomes private leaves the device that chose it, and none replaces it (rule 47)', async () => {
  const device = await deviceOf('superadmin')
  const chosen = clinics.slice(-2)
  await wantClinics(device.db, chosen)
  await device.sync()
  await server.pool.query('update clinic set private = true where id = $1', [chosen[0]])
  await device.sync()
  expect(await clinicsOn(device)).toEqual(chosen.slice(1))
  await server.pool.query('update clinic set private = false where id = $1', [chosen[0]])
  await device.sync()
  expect(await clinicsOn(device)).toEqual(chosen)
  await device.close()
})

test('a superadmin who becomes an admin holds what an admin holds, with the same choice', async () => {
  const device = await deviceOf('superadmin')
  const chosen = clinics.slice(-1)
  await wantClinics(device.db, chosen)
  await device.sync()
  const before = await device.holdings()
  const { superadmin, admin } = server.world.people
  const setFlag = (id: string, on: boolean) =>
    server.pool.query('update person set superadmin = $2 where id = $1', [id, on])
  await setFlag(admin.id, true)
  await setFlag(superadmin.id, false)
  await device.sync()
  expect([...(await device.holdings()).keys()].toSorted()).toEqual([...before.keys()].toSorted())
  expect(await wantedClinics(device.db)).toEqual(chosen)
  await setFlag(superadmin.id, true)
  await setFlag(admin.id, false)
  await device.close()
})

test('a device that holds every clinic, as earlier builds did, keeps the first ones after one pull', async () => {
  const device = await deviceOf('admin')
  await device.sync()
  // the set of an older server, with its rows: all public clinics and their months
  const cursor = (await device.db.facts.get('cursor'))!.value as string
  const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { set: string }
  const { rows } = await server.pool.query<{ buckets: string[] }>('select buckets from bucket_set where hash = $1', [
    read.set,
  ])
  const wide = [...rows[0]!.buckets, ...clinics.map((id) => `clinic:${id}`)]
  await server.pool.query('insert into bucket_set (hash, buckets) values ($1, $2)', [
    'wide',
    [...new Set(wide)].toSorted(),
  ])
  const [pattern] = await device.db.table('availability').limit(1).toArray()
  for (const clinicId of clinics.slice(MOST_CLINICS))
    await device.db.table('availability').put({ ...pattern, id: clinicId, clinicId, _b: [`clinic:${clinicId}`] })
  await device.db.facts.put({
    name: 'cursor',
    value: Buffer.from(JSON.stringify({ ...read, set: 'wide' })).toString('base64url'),
  })
  expect(await clinicsOn(device)).toEqual(clinics)
  await device.sync()
  expect(await clinicsOn(device)).toEqual(clinics.slice(0, MOST_CLINICS))
  await device.close()
})

test('invalid clinics are ignored, and only admins are given any', async () => {
  const admin = await server.as('admin')
  const odd = ['x', "'; select 1", clinics[0]!.slice(1), '', ...clinics].join(',')
  expect((await admin.request('GET', `/api/sync?clinics=${encodeURIComponent(odd)}`)).status).toBe(200)
  expect((await admin.request('GET', '/api/sync?clinics=a&clinics=b')).status).toBe(200)
  const device = await deviceOf('deskKuzey', 'kuzey.localhost')
  await wantClinics(device.db, clinics.slice(-2))
  await device.sync()
  expect(await clinicsOn(device)).toEqual([server.world.clinics.kuzey])
  await device.close()
})

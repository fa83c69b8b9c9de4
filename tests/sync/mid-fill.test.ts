// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsIn } from '../../src/db/database.ts'
import { wantMonths } from '../../src/sync/months.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const DAYS = -200
const MANY = 1200

/** More visits on one day than fit on two pages. */
async function plant(doctor: string, clinic: string, patient: string) {
  await server.pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select gen_random_uuid(), $1, $2, $3, 'Name', at, at + interval '1 sec', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'waiting', 'Test', 'Test'
       from generate_series($4::timestamptz, $4::timestamptz + interval '1 sec' * ($5::int - 1), interval '1 sec') at`,
    [clinic, doctor, patient, new Date(server.clock.now + DAYS * 86_400_000), MANY],
  )
}
const month = () => new Date(server.clock.now + DAYS * 86_400_000).toISOString().slice(0, 7)

/** Pulls so many pages; the next page is never answered. */
async function pullPages(device: Device, pages: number) {
  // the daily checksums would find and repair it: no test here may depend on them
  await device.db.facts.put({ name: 'checkedAt', value: server.clock.now })
  let asked = 0
  device.network.fault = () => (asked++ < pages ? null : 'drop')
  await device.pull()
  device.network.fault = () => null
}
const old = async (device: Device) =>
  (await rowsIn(device.db, 'appointment').toArray()).filter(
    (row) => Date.parse(String(row['start'])) < server.clock.now - 150 * 86_400_000,
  ).length

test('I9: a kept month released before it is complete leaves nothing behind', async () => {
  const { people, clinics } = server.world
  await plant(people.doctorKuzey.id, clinics.kuzey, people.patientKuzey.id)
  const device = openDevice(server, await server.signIn('deskKuzey', 'kuzey.localhost'), people.deskKuzey)
  await device.sync()
  await wantMonths(device.db, [month()], true)
  await pullPages(device, 2)
  expect(await old(device)).toBeGreaterThan(100)
  expect(await old(device)).toBeLessThan(MANY)
  await wantMonths(device.db, [month()], false)
  expect(await device.pull()).toBe('done')
  expect(await old(device)).toBe(0)
  await device.close()
})

test('I9: losing a right during a first fill removes what came by it', async () => {
  const { people, clinics } = server.world
  const device = openDevice(server, await server.signIn('deskKuzey', 'kuzey.localhost'), people.deskKuzey)
  await wantMonths(device.db, [month()], true)
  // everything else fits on the pages before
  for (let n = 0; n < 6 && (await old(device)) === 0; n++) await pullPages(device, 1)
  expect(await old(device)).toBeGreaterThan(0)
  expect(await old(device)).toBeLessThan(MANY)
  await server.pool.query('update person set clinic_id = $2 where id = $1', [people.deskKuzey.id, clinics.linden])
  expect(await device.pull()).toBe('done')
  expect(await old(device)).toBe(0)
  const kuzey = (await rowsIn(device.db, 'appointment').toArray()).filter((row) => row['clinicId'] === clinics.kuzey)
  expect(kuzey).toEqual([])
  await server.pool.query('update person set clinic_id = $2 where id = $1', [people.deskKuzey.id, clinics.kuzey])
  await device.close()
})

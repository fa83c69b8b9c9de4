// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthsHere, wantMonths } from '../../src/sync/months.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const monthOf = (days: number) => new Date(server.clock.now + days * 86_400_000).toISOString().slice(0, 7)
const deviceOf = async (who: 'deskKuzey' | 'doctorKuzey', host = 'localhost') =>
  openDevice(server, await server.signIn(who, host), server.world.people[who])

/** A visit so many days from today, written directly into the database. */
async function visitIn(days: number): Promise<string> {
  const { people, clinics } = server.world
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select gen_random_uuid(), $1, $2, $3, 'Name', at, at + interval '20 min', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'waiting', 'Test', 'Test'
       from (select $4::timestamptz as at) its returning id`,
    [clinics.kuzey, people.doctorKuzey.id, people.patientKuzey.id, new Date(server.clock.now + days * 86_400_000)],
  )
  return rows[0]!.id
}

test('“keep on this device”: a month beyond the window arrives, changes and leaves with the pulls (rule 89, I1, I9)', async () => {
  const [past, other] = [await visitIn(-200), await visitIn(-300)]
  const device = await deviceOf('deskKuzey', 'kuzey.localhost')
  await device.sync()
  expect(await device.row('appointment', past)).toBeUndefined()

  expect(await wantMonths(device.db, [monthOf(-200)], true)).toBe(true)
  expect(await monthsHere(device.db)).toEqual([])
  await device.sync()
  expect(await monthsHere(device.db)).toEqual([monthOf(-200)])
  expect(await device.row('appointment', past)).toMatchObject({ id: past, status: 'waiting' })
  expect(await device.row('appointment', other)).toBeUndefined()

  await server.pool.query(`update appointment set note = 'Found again' where id = $1`, [past])
  await device.sync()
  expect(await device.row('appointment', past)).toMatchObject({ note: 'Found again' })

  await wantMonths(device.db, [monthOf(-200)], false)
  await device.sync()
  expect([await monthsHere(device.db), await device.row('appointment', past)]).toEqual([[], undefined])
  await device.close()
})

test('a month is kept within its person’s visibility (I9), and only as many as a device may', async () => {
  const past = await visitIn(-230)
  const elsewhere = openDevice(
    server,
    await server.signIn('deskGizli', 'gizli.localhost'),
    server.world.people.deskGizli,
  )
  await wantMonths(elsewhere.db, [monthOf(-230)], true)
  await elsewhere.sync()
  expect(await elsewhere.row('appointment', past)).toBeUndefined()
  const years = Array.from({ length: 13 }, (_, n) => `20${10 + n}-01`)
  expect(await wantMonths(elsewhere.db, years, true)).toBe(false)
  await elsewhere.close()
})

test('invalid months are not requested', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { status } = await desk.request('GET', `/api/sync?keep=${encodeURIComponent("2026-13,x,'; select 1,2026-1")}`)
  expect(status).toBe(200)
})

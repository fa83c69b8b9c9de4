// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Device as AppDevice } from '../../src/screen/device.ts'
import { discardEntry, restoreEntries, saveAsNote, settleConflict } from '../../src/screen/commands-waiting.ts'
import { differing } from '../../src/app/sync-centre/conflict-facts.ts'
import { ended } from '../../src/sync/ended.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  Object.assign(globalThis, { location: { host: 'test' } })
})
afterAll(() => server.stop())

const desk = async () => {
  const device = openDevice(server, await server.signIn('deskKuzey', 'kuzey.localhost'), server.world.people.deskKuzey)
  expect(await device.sync()).toBe('done')
  return device
}
/** The parts of the app's device that the sync centre's commands use. */
const appOf = (device: Device) =>
  ({ db: device.db, now: device.now, kick: () => {}, person: server.world.people.deskKuzey }) as unknown as AppDevice
const clinicRow = async () =>
  (await server.pool.query(`select name, "appName", city from clinic_row where id = $1`, [server.world.clinics.kuzey]))
    .rows[0] as Record<string, unknown>

/** Two desks edit the clinic: both its name, the first also its short name. The first is refused. */
async function meet() {
  const [one, other] = [await desk(), await desk()]
  const { kuzey: id } = server.world.clinics
  const [mine, theirs] = [newId().slice(-6), newId().slice(-6)]
  one.network.online = false
  await one.change('clinic.update', { id, name: `Mine ${mine}`, appName: mine })
  await other.change('clinic.update', { id, name: `Theirs ${theirs}` })
  await other.sync()
  one.network.online = true
  await one.sync()
  const [parked] = await one.db.outbox.toArray()
  expect(parked).toMatchObject({ state: 'parked', problem: { kind: 'conflict', details: { fields: ['name'] } } })
  return { one, other, parked: parked!, mine, theirs: `Theirs ${theirs}` }
}

test('one field chosen, the other left to the server: only the chosen one is sent (rule 83)', async () => {
  const { one, other, parked, mine, theirs } = await meet()
  await settleConflict(appOf(one), parked, ['name'])
  await one.sync()
  expect(await one.db.outbox.toArray()).toEqual([])
  expect(await clinicRow()).toMatchObject({ name: theirs, appName: mine })
  await Promise.all([one.close(), other.close()])
})

test('a change made only on this device is named as such; leaving everything to the server ends the change', async () => {
  const { one, other, parked } = await meet()
  const current = parked.problem!.details['current'] as Record<string, unknown>
  expect(differing(parked, current).map(({ name, theirs }) => [name, theirs])).toEqual([
    ['name', true],
    ['appName', false],
  ])
  await settleConflict(appOf(one), parked, ['name', 'appName'])
  expect(await one.db.outbox.toArray()).toEqual([])
  expect(await ended(one.db)).toMatchObject([{ entry: { id: parked.id }, end: 'discarded' }])
  await Promise.all([one.close(), other.close()])
})

test('discarded and restored: the change waits as before, in its place, with its reason; the view follows each time', async () => {
  const { one, other, parked, theirs } = await meet()
  const given = await discardEntry(appOf(one), parked)
  expect(await one.row('clinic', server.world.clinics.kuzey)).toMatchObject({ pending: 'none', name: theirs })
  await restoreEntries(appOf(one), given)
  expect(await one.db.outbox.toArray()).toEqual([parked])
  expect(await one.db.settled.count()).toBe(0)
  expect(await one.row('clinic', server.world.clinics.kuzey)).toMatchObject({ pending: 'conflict', name: theirs })
  await restoreEntries(appOf(one), given)
  expect(await one.db.outbox.toArray()).toEqual([parked])
  await Promise.all([one.close(), other.close()])
})

test('a move left to the server is given up completely, also if both have one length: its length is no separate change', async () => {
  const { doctorKuzey, patientKuzey } = server.world.people
  const visit = await server.world.visit(
    doctorKuzey.id,
    patientKuzey.id,
    server.world.clinics.kuzey,
    server.world.slot(4, 0),
  )
  const [one, other] = [await desk(), await desk()]
  one.network.online = false
  await one.change('appointment.move', { id: visit, start: server.world.slot(4, 2), duration: 20 })
  await other.change('appointment.move', { id: visit, start: server.world.slot(4, 4), duration: 20 })
  await other.sync()
  one.network.online = true
  await one.sync()
  const [parked] = await one.db.outbox.toArray()
  const [time] = differing(parked!, parked!.problem!.details['current'] as Record<string, unknown>)
  expect(time).toMatchObject({ name: 'time', fields: ['start'] })
  await settleConflict(appOf(one), parked!, [time!.name])
  expect(await one.db.outbox.toArray()).toEqual([])
  expect(await one.row('appointment', visit)).toMatchObject({ start: server.world.slot(4, 4), pending: 'none' })
  await Promise.all([one.close(), other.close()])
})

test('a change that cannot be kept as a note stays where it is', async () => {
  const made = await server.world.visit(
    server.world.people.doctorKuzey.id,
    server.world.people.patientKuzey.id,
    server.world.clinics.kuzey,
    server.world.slot(3, 0),
  )
  const [one, other] = [await desk(), await desk()]
  one.network.online = false
  await one.change('appointment.move', { id: made, start: server.world.slot(3, 2), duration: 20 })
  await other.change('appointment.move', { id: made, start: server.world.slot(3, 4), duration: 20 })
  await other.sync()
  one.network.online = true
  await one.sync()
  const [parked] = await one.db.outbox.toArray()
  const full = one.db.outbox.hook('creating')
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  full.subscribe(refuse)
  await expect(saveAsNote(appOf(one), parked!, 'Wanted 10:40')).rejects.toThrow('not_saved')
  full.unsubscribe(refuse)
  expect(await one.db.outbox.toArray()).toMatchObject([{ id: parked!.id, state: 'parked' }])
  await saveAsNote(appOf(one), parked!, 'Wanted 10:40')
  await one.sync()
  expect(await one.row('appointment', made)).toMatchObject({
    note: 'Wanted 10:40',
    start: server.world.slot(3, 4),
    pending: 'none',
  })
  await Promise.all([one.close(), other.close()])
})

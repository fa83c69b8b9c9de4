// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openCluster, type Cluster } from '../support/cluster.ts'
import { openDevice, type Device } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'

let cluster: Cluster
beforeAll(async () => void (cluster = await openCluster()), 120_000)
afterAll(() => cluster.close())

test('28.4: a lagging replica is promoted: devices offer what it lacks again, once (decision 0057)', async () => {
  const { people, clinics, slot, visit } = cluster.world
  const [seen, lost] = [
    await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(5, 0)),
    await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(5, 1)),
  ]
  const deviceOf = async (who: 'doctorKuzey' | 'deskKuzey', host?: string) =>
    // of a server, a device needs only the clock
    openDevice(cluster as unknown as TestServer, await cluster.signIn(who, host), people[who])
  const [doctor, desk] = [await deviceOf('doctorKuzey'), await deviceOf('deskKuzey', 'kuzey.localhost')]
  const rounds = async () => {
    for (let n = 0; n < 3; n++)
      for (const device of [desk, doctor]) {
        cluster.clock.now += 120_000
        expect(await device.sync()).toBe('done')
      }
  }
  await rounds()
  await doctor.change('appointment.update', { id: seen, note: 'before it lagged' })
  await rounds()
  const patientId = newId()
  await cluster.failOver(async () => {
    await doctor.change('appointment.update', { id: lost, note: 'answered by the one that went' })
    await desk.change('patient.add', { id: patientId, name: 'Of The Lag', phone: '+905550000299' })
    await rounds()
    expect(await notes([seen, lost])).toEqual(['before it lagged', 'answered by the one that went'])
    expect([await doctor.db.outbox.count(), await desk.db.outbox.count()]).toEqual([0, 0])
  })
  expect(await notes([seen, lost])).toEqual(['before it lagged', null])
  await rounds()
  expect(await notes([seen, lost])).toEqual(['before it lagged', 'answered by the one that went'])
  expect(await cluster.sql('select from patient where id = $1', [patientId])).toHaveLength(1)
  expect(
    await cluster.sql(
      `select object_id from audit where outcome = 'done' and made_at is not null
        group by object_id, action, made_at having count(*) > 1`,
    ),
  ).toEqual([])
  for (const device of [desk, doctor]) {
    expect(await device.db.outbox.toArray()).toEqual([])
    expect(await unlike(device)).toEqual([])
    await device.close()
  }
}, 180_000)

const notes = async (ids: readonly string[]) => {
  const rows = await cluster.sql<{ id: string; note: string | null }>(
    'select id, note from appointment where id = any ($1)',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.note)
}

/** Visits of which the device holds another version than the server. */
async function unlike(device: Device) {
  const rows = await cluster.sql<{ id: string; version: number }>('select id, version from appointment')
  const held = await device.holdings()
  return rows.filter(({ id, version }) => held.get(`appointment:${id}`) !== version)
}

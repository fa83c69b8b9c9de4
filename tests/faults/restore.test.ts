// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { newName } from '../../server/ports/files/store.ts'
import { openCluster, type Cluster } from '../support/cluster.ts'
import { openDevice, type Device } from '../support/device.ts'
import { figure } from '../support/figure.ts'
import type { TestServer } from '../support/server.ts'

let cluster: Cluster
beforeAll(async () => void (cluster = await openCluster()), 120_000)
afterAll(() => cluster.close())

const deviceOf = async (who: keyof Cluster['world']['people'], host?: string): Promise<Device> => {
  // of a server, a device needs only the clock
  const device = openDevice(
    cluster as unknown as TestServer,
    await cluster.signIn(who, host),
    cluster.world.people[who],
  )
  expect(await device.sync()).toBe('done')
  return device
}
const visit = (n: number, days: number) =>
  cluster.world.visit(
    cluster.world.people.doctorKuzey.id,
    cluster.world.people.patientKuzey.id,
    cluster.world.clinics.kuzey,
    cluster.world.slot(days, n),
  )
const note = async (id: string) =>
  (await cluster.sql<{ note: string }>('select note from appointment where id = $1', [id]))[0]?.note
const rounds = async (devices: readonly Device[]) => {
  for (let n = 0; n < 3; n++)
    for (const device of devices) {
      cluster.clock.now += 120_000
      expect(await device.sync()).toBe('done')
    }
}
const likeTheServer = async (device: Device) => {
  const rows = await cluster.sql<{ id: string; version: number }>('select id, version from appointment')
  const held = await device.holdings()
  return rows.filter(({ id, version }) => held.get(`appointment:${id}`) !== version)
}

describe('R69, I1, I8: last night’s data folder is restored', () => {
  test('devices offer what was acknowledged since again under its keys; the final state is complete, and nothing is duplicated', async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, (_, n) => visit(n, 1)))
    const { doctorKuzey } = cluster.world.people
    const desk = await deviceOf('deskKuzey', 'kuzey.localhost')
    const doctor = await deviceOf('doctorKuzey')
    // before the copy: the server still knows it, and does not repeat it
    await desk.change('appointment.update', { id: visits[0]!, note: 'before the copy' })
    await desk.sync()
    const copy = await cluster.copy()
    await rounds([desk, doctor])

    for (const [n, id] of visits.entries())
      await (n % 2 ? desk : doctor).change('appointment.update', { id, note: `since the copy ${n}` })
    const patientId = newId()
    await desk.change('patient.add', { id: patientId, name: 'New Since', phone: '+905550000199' })
    const booked = newId()
    await desk.change(
      'appointment.book',
      {
        id: booked,
        paymentId: newId(),
        patientId,
        doctorId: doctorKuzey.id,
        clinicId: cluster.world.clinics.kuzey,
        start: cluster.world.slot(2, 0),
        duration: 20,
        type: 'face-to-face',
        payWith: 'later',
      },
      { patientName: 'New Since' },
    )
    await rounds([desk, doctor])
    // on top of an answered change
    await desk.change('appointment.update', { id: visits[1]!, note: 'twice since the copy' })
    await desk.sync()
    expect(await desk.db.outbox.count()).toBe(0)

    await cluster.putBack(copy)
    expect(await note(visits[1]!)).not.toBe('twice since the copy')
    await rounds([desk, doctor])

    expect(await Promise.all(visits.map(note))).toEqual(
      visits.map((_, n) => (n === 1 ? 'twice since the copy' : `since the copy ${n}`)),
    )
    expect(
      await cluster.sql('select id from appointment where id = $1 and patient_id = $2', [booked, patientId]),
    ).toHaveLength(1)
    expect(
      await cluster.sql(
        `select object_id, action, count(*) from audit where outcome = 'done' and made_at is not null
          group by object_id, action, made_at having count(*) > 1`,
      ),
    ).toEqual([])
    for (const device of [desk, doctor]) {
      expect(await device.db.outbox.toArray()).toEqual([])
      expect(await likeTheServer(device)).toEqual([])
    }
    await Promise.all([desk.close(), doctor.close()])
  }, 120_000)

  test('rule 83: an edit based on undone changes does not overwrite a newer note', async () => {
    const id = await visit(0, 5)
    const doctor = await deviceOf('doctorKuzey')
    const copy = await cluster.copy()
    await doctor.sync()
    for (const text of ['one', 'two', 'three']) {
      await doctor.change('appointment.update', { id, note: text })
      await doctor.sync()
    }
    // the device no longer knows what was answered: it was cleared, or the change is older than it keeps
    await doctor.db.settled.clear()
    await doctor.change('appointment.update', { id, note: 'four, on three' })
    await cluster.putBack(copy)
    const desk = await deviceOf('deskKuzey', 'kuzey.localhost')
    await desk.change('appointment.update', { id, note: 'newer, by the desk' })
    await desk.sync()
    expect(await doctor.sync()).toBe('done')
    expect(await note(id)).toBe('newer, by the desk')
    expect(await doctor.db.outbox.toArray()).toMatchObject([
      { state: 'parked', problem: { kind: 'conflict', code: 'changed_since' } },
    ])
    await Promise.all([desk.close(), doctor.close()])
  }, 120_000)

  test('a device that saw nothing undone continues from where it was', async () => {
    const doctor = await deviceOf('doctorKuzey')
    const copy = await cluster.copy()
    const id = await visit(1, 5)
    await cluster.putBack(copy)
    const before = (await doctor.holdings()).size
    const page = await pageOf(doctor)
    expect(page['reset']).toBeUndefined()
    expect(await doctor.sync()).toBe('done')
    expect((await doctor.holdings()).size).toBe(before)
    expect((await doctor.holdings()).has(`appointment:${id}`)).toBe(false)
    await doctor.close()
  }, 120_000)
})

describe('29.14: the machine is lost, and its last backup is restored on another', () => {
  test('devices bring back what the backup lacks, under their keys; files are there; nothing is duplicated', async () => {
    const visits = await Promise.all(Array.from({ length: 4 }, (_, n) => visit(n, 3)))
    const desk = await deviceOf('deskKuzey', 'kuzey.localhost')
    const doctor = await deviceOf('doctorKuzey')
    await desk.change('appointment.update', { id: visits[0]!, note: 'before the backup' })
    await desk.sync()
    const stored = newName()
    await cluster.files.put(stored, Buffer.from('a picture'))
    await cluster.sql(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
       values ($1, 'article', $2, $2, 'image/webp', 90, 10, 10, 'x', $3, now())`,
      [newId(), cluster.world.people.doctorKuzey.id, stored],
    )
    const backup = await cluster.backUp()
    await rounds([desk, doctor])

    // answered after the copy, by the server that is lost
    for (const [n, id] of visits.entries())
      await (n % 2 ? desk : doctor).change('appointment.update', { id, note: `since the backup ${n}` })
    const patientId = newId()
    await desk.change('patient.add', { id: patientId, name: 'Since The Backup', phone: '+905550000288' })
    await rounds([desk, doctor])
    for (const device of [desk, doctor]) expect(await device.db.outbox.count()).toBe(0)
    // not yet sent when the server was lost
    desk.network.online = false
    await desk.change('appointment.update', { id: visits[1]!, note: 'while it was away' })

    const lost = Date.now()
    await cluster.restoreElsewhere(backup)
    figure('G19', 'a machine lost, its backup restored on another, which answers after', Date.now() - lost, 'ms')
    expect(await Promise.all(visits.map(note))).toEqual(['before the backup', null, null, null])
    expect(await cluster.sql('select id from patient where id = $1', [patientId])).toEqual([])
    desk.network.online = true
    await rounds([desk, doctor])

    const notes = await Promise.all(visits.map(note))
    const brought = notes.filter((text) => text !== null && text !== 'before the backup').length
    figure('G19', `notes since the backup that devices brought back, of ${visits.length}`, brought)
    expect(notes).toEqual(['since the backup 0', 'while it was away', 'since the backup 2', 'since the backup 3'])
    expect(await cluster.sql('select id from patient where id = $1', [patientId])).toHaveLength(1)
    expect(String(await cluster.files.get(stored))).toBe('a picture')
    expect(
      await cluster.sql(
        `select object_id, action, count(*) from audit where outcome = 'done' and made_at is not null
          group by object_id, action, made_at having count(*) > 1`,
      ),
    ).toEqual([])
    for (const device of [desk, doctor]) {
      expect(await device.db.outbox.toArray()).toEqual([])
      expect(await likeTheServer(device)).toEqual([])
    }
    await Promise.all([desk.close(), doctor.close()])
  }, 120_000)
})

describe('28.4: a replica takes over', () => {
  test('no device fetches anything again, and none loses its position', async () => {
    const id = await visit(2, 5)
    const doctor = await deviceOf('doctorKuzey')
    await doctor.change('appointment.update', { id, note: 'before the fail-over' })
    await doctor.sync()
    await cluster.failOver()
    expect(await note(id)).toBe('before the fail-over')
    const page = await pageOf(doctor)
    expect(page['reset']).toBeUndefined()
    expect(JSON.stringify(page).length).toBeLessThan(2000)
    await doctor.change('appointment.update', { id, note: 'after the fail-over' })
    expect(await doctor.sync()).toBe('done')
    expect(await note(id)).toBe('after the fail-over')
    expect(await likeTheServer(doctor)).toEqual([])
    await doctor.close()
  }, 120_000)
})

/** The server's answer to a device's cursor, without the device. */
async function pageOf(device: Device): Promise<Record<string, unknown>> {
  const cursor = String((await device.db.facts.get('cursor'))?.value)
  const client = await cluster.signIn('doctorKuzey')
  return (await client.request('GET', `/api/sync?cursor=${encodeURIComponent(cursor)}`)).body
}

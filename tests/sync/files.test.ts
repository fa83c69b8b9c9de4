// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PART_BYTES } from '../../contract/file.ts'
import { newId } from '../../contract/kernel/id.ts'
import { undo } from '../../src/screen/commands-waiting.ts'
import type { Device as Shell } from '../../src/screen/device.ts'
import { clearRecords } from '../../src/sync/clear.ts'
import { gather, type Cast } from '../api/cast.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast
let device: Device
let desk: { id: string; name: string }
/** A picture of more than two parts: noise does not compress. */
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  desk = server.world.people.deskKuzey
  const noise = {
    width: 480,
    height: 480,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  photo = new Uint8Array(
    await sharp({ create: { ...noise, background: '#000' } })
      .png()
      .toBuffer(),
  )
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  device = openDevice(server, cast.clients.deskPublic, desk)
  await device.sync()
  return () => device.close()
})

const place = () => cast.places['kuzey1']!
const input = (file: object = {}) => ({
  id: newId(),
  patientId: place().patient,
  title: 'Röntgen',
  name: 'IMG_0042.png',
  type: 'image/png' as const,
  size: photo.length,
  clinicId: place().clinic,
  ...file,
})
const facts = () => ({ authorId: desk.id })
const shell = () => ({ db: device.db, person: desk, now: device.now, kick: () => {} }) as unknown as Shell // the parts that the commands use
const waiting = async () =>
  (await device.db.outbox.toArray()).map(({ call, state, carry }) => [call, state, carry?.sent])

describe('SYNC "blobs": a file waits with its change and is sent last', () => {
  test('queued offline, sent in parts after everything else, and stored on the server as checked', async () => {
    device.network.online = false
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    const note = newId()
    await device.change('patient.addNote', { id: note, patientId: place().patient, text: 'Filmi yüklüyorum' }, facts())
    expect(await device.row('patient_file', file.id)).toMatchObject({
      title: 'Röntgen',
      pending: 'waiting',
      type: 'image/png',
    })
    device.network.online = true
    const gone: string[] = []
    device.network.fault = () => (gone.push(''), null)
    // small changes are sent, the file waits
    expect(await device.send()).toBe('empty')
    expect(await waiting()).toEqual([['patient.addFile', 'ready', 0]])
    expect(await device.row('patient_note', note)).toMatchObject({ pending: 'none' })
    expect(await device.carry()).toBe('done')
    expect(await waiting()).toEqual([])
    expect(gone.length).toBeGreaterThanOrEqual(Math.ceil(photo.length / PART_BYTES))
    expect(await device.db.blobs.count()).toBe(0)
    expect(await device.row('patient_file', file.id)).toMatchObject({ type: 'image/webp', pending: 'none' })
    const read = await server.app.inject({
      url: `/api/patient/file/${file.id}`,
      headers: cast.clients.deskPublic.headers,
    })
    expect(read.statusCode).toBe(200)
    expect(await sharp(read.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 })
    const { rows } = await server.pool.query(
      'select (select count(*) from file_upload where id = $1)::int as uploads, (select count(*) from file_part where upload_id = $1)::int as parts',
      [file.id],
    )
    expect(rows).toEqual([{ uploads: 0, parts: 0 }])
  })

  test('interrupted after every part and every reply, it continues where the server is, and arrives once', async () => {
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    let n = 0
    device.network.fault = () => (n++ % 3 === 1 ? 'lose-answer' : n % 4 === 0 ? 'drop' : null)
    const progress: number[] = []
    for (let round = 0; round < 40 && (await device.db.outbox.count()); round++) {
      await device.sync()
      progress.push((await device.db.outbox.toArray())[0]?.carry?.sent ?? photo.length)
      server.clock.now += 120_000
    }
    expect(await waiting()).toEqual([])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    const { rows } = await server.pool.query(
      `select count(*)::int as n from audit where action = 'patient.addFile' and object_id = $1 and outcome = 'done'`,
      [file.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('changes made meanwhile are sent before the next part', async () => {
    await device.change('patient.addFile', input(), facts(), photo)
    const note = newId()
    const firstPart = new Promise<void>((done) => {
      device.network.fault = () => (done(), null)
    })
    const carrying = device.carry()
    await firstPart
    await device.change('patient.addNote', { id: note, patientId: place().patient, text: 'Acele' }, facts())
    expect(await carrying).toBe('done')
    const { rows } = await server.pool.query<{ action: string }>(
      `select action from audit where action in ('patient.addNote', 'patient.addFile') order by seq desc limit 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['patient.addFile', 'patient.addNote'])
  })

  test('a file that is not a picture is refused with a code on arrival, and stays on the device to be saved', async () => {
    const bad = new Uint8Array(PART_BYTES + 10).fill(65)
    const file = input({ size: bad.length })
    await device.change('patient.addFile', file, facts(), bad)
    await device.sync()
    expect(await device.db.outbox.toArray()).toMatchObject([
      { state: 'parked', problem: { code: 'file_error', status: 409 } },
    ])
    expect((await device.db.blobs.get(file.id))?.bytes).toEqual(bad)
    expect(await device.row('patient_file', file.id)).toBeUndefined()
  })

  test('a server that lost the parts gets them again', async () => {
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    let n = 0
    device.network.fault = () => (n++ < 2 ? null : 'drop')
    expect(await device.carry()).toBe('offline')
    await server.pool.query('delete from file_upload where id = $1', [file.id])
    device.network.fault = () => null
    server.clock.now += 120_000
    for (let round = 0; round < 5; round++) {
      await device.sync()
      server.clock.now += 120_000
    }
    expect(await waiting()).toEqual([])
  })

  test('bytes removed by the browser are reported as lost, and the change stays', async () => {
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    await device.db.blobs.clear()
    await device.sync()
    expect(await device.db.outbox.toArray()).toMatchObject([
      { state: 'parked', problem: { kind: 'fault', code: 'file_error' } },
    ])
  })
})

describe('SYNC "create+delete vanish"', () => {
  test('a file that was never sent is gone at once, and back at once on undo', async () => {
    device.network.online = false
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    const id = await device.change('patient.deleteFile', { id: file.id })
    expect(await waiting()).toEqual([])
    expect(await device.row('patient_file', file.id)).toBeUndefined()
    expect(await undo(shell(), id)).toBe(true)
    expect(await waiting()).toEqual([['patient.addFile', 'ready', 0]])
    expect(await device.row('patient_file', file.id)).toMatchObject({ title: 'Röntgen' })
    device.network.online = true
    await device.sync()
    expect(await waiting()).toEqual([])
  })

  test('one that may have been sent is deleted by the server', async () => {
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    await device.sync()
    await device.change('patient.deleteFile', { id: file.id })
    expect(await waiting()).toEqual([['patient.deleteFile', 'ready', undefined]])
    await device.sync()
    expect(await device.row('patient_file', file.id)).toBeUndefined()
    const read = await server.app.inject({
      url: `/api/patient/file/${file.id}`,
      headers: cast.clients.deskPublic.headers,
    })
    expect(read.statusCode).toBe(404)
  })
})

describe('what is kept on the device', () => {
  test('after signing out and in again, a record that only this device has is shown, even while it waits behind a refused one (I5)', async () => {
    device.network.online = false
    const [patient, note] = [newId(), newId()]
    // a phone number that is taken: the change is refused, and the note that depends on it waits
    const { rows } = await server.pool.query<{ phone: string }>('select phone from person where id = $1', [
      place().patient,
    ])
    await device.change('patient.add', { id: patient, name: 'Yeni Kayıt', phone: rows[0]!.phone })
    await device.change('patient.addNote', { id: note, patientId: patient, text: 'Sabah arayın' }, facts())
    device.network.online = true
    await device.sync()
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'parked' }, { state: 'ready' }])
    expect(await device.row('patient_note', note)).toMatchObject({ text: 'Sabah arayın' })
    await clearRecords(device.db.name.replace('bedside-', ''))
    await device.db.open()
    await device.sync()
    expect(await device.row('patient_note', note)).toMatchObject({ text: 'Sabah arayın' })
  })

  test('kept bytes stay after they were sent, and are deleted with the right to see the file (I9)', async () => {
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    await device.db.blobs.update(file.id, { keep: 1 })
    await device.sync()
    expect(await device.db.blobs.count()).toBe(1)
    await server.pool.query('update patient_file set deleted_at = now() where id = $1', [file.id])
    await device.sync()
    expect(await device.db.blobs.count()).toBe(0)
  })

  test('signing out deletes all bytes except those waiting to be sent', async () => {
    device.network.online = false
    const file = input()
    await device.change('patient.addFile', file, facts(), photo)
    await device.db.blobs.put({ id: newId(), bytes: new Uint8Array(10), keep: 1 })
    await clearRecords(device.db.name.replace('bedside-', ''))
    await device.db.open()
    expect((await device.db.blobs.toArray()).map(({ id }) => id)).toEqual([file.id])
  })
})

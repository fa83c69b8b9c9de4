import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { rowsIn } from '../../src/db/database.ts'
import { show } from '../../src/db/row.ts'
import { repointPatient } from '../../src/screen/commands-waiting.ts'
import { ended } from '../../src/sync/ended.ts'
import { discard } from '../../src/sync/settle.ts'
import type { Device as AppDevice } from '../../src/screen/device.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const deskDevice = async () =>
  openDevice(server, await server.as('deskKuzey', 'kuzey.localhost'), server.world.people.deskKuzey)
const doctorDevice = async () =>
  openDevice(server, await server.as('doctorKuzey', 'kuzey.localhost'), server.world.people.doctorKuzey)

/** The parts of the app's device that the sync centre's command uses. */
const appOf = (device: Device) => ({ db: device.db, now: device.now, kick: () => undefined }) as unknown as AppDevice

let phones = 0
const phone = () => `+90543${String(1_000_000 + phones++)}`
const cards = async (device: Device, name: string) =>
  (await rowsIn(device.db, 'patient').toArray())
    .map((stored) => show('patient', stored))
    .filter((card) => card.name === name)
const problems = async (device: Device) =>
  (await device.db.outbox.toArray()).map(({ call, problem }) => [call, problem?.code])

describe('rule 60: the same patient is added offline on two devices', () => {
  test.each(['phone', 'identity'] as const)(
    'found by %s: the second device uses the first’s card, with its visit and its note',
    async (by) => {
      const [one, two] = [await deskDevice(), await deskDevice()]
      await one.sync()
      await two.sync()
      one.network.online = two.network.online = false
      const same = by === 'phone' ? { phone: phone() } : { identity: by === 'identity' ? '10000000146' : '' }
      const name = `Elif ${by}`
      const [first, second] = [newId(), newId()]
      const note = newId()
      const visit = newId()
      await one.change('patient.add', { id: first, name, phone: phone(), ...same })
      await two.change('patient.add', { id: second, name, phone: phone(), ...same })
      await two.change('patient.addNote', { id: note, patientId: second, text: 'Sabah arayın' })
      await two.change('patient.update', { id: second, allergies: 'Polen' })
      await two.change('appointment.book', {
        id: visit,
        paymentId: newId(),
        patientId: second,
        doctorId: server.world.people.doctorKuzey.id,
        clinicId: server.world.clinics.kuzey,
        start: server.world.slot(9, by === 'phone' ? 0 : 1),
        duration: 20,
        type: 'face-to-face',
        payWith: 'later',
      })
      expect((await cards(two, name)).map(({ id }) => id)).toEqual([second])

      one.network.online = two.network.online = true
      await one.sync()
      await two.sync()
      // the refused patient is not shown as existing; changes that depend on it wait with it (I10)
      expect(await problems(two)).toContainEqual(['patient.add', 'patient_exists'])
      const parked = (await two.db.outbox.toArray()).find(({ call }) => call === 'patient.add')!
      expect(parked.problem?.details['id']).toBe(first)

      await repointPatient(appOf(two), parked, first)
      await two.sync()
      await two.sync()
      expect(await problems(two)).toEqual([])
      const [left, ...more] = await cards(two, name)
      expect([left?.id, more]).toEqual([first, []])
      expect(await two.row('patient_note', note)).toMatchObject({
        patientId: first,
        text: 'Sabah arayın',
        pending: 'none',
      })
      expect(await two.row('appointment', visit)).toMatchObject({ patientId: first })
      await one.sync()
      expect(await one.row('patient_note', note)).toMatchObject({ patientId: first })
      const { rows } = await server.pool.query('select count(*)::int as n from person where name = $1', [name])
      expect(rows).toEqual([{ n: 1 }])
      await Promise.all([one.close(), two.close()])
    },
  )
})

describe('notes (rule 50)', () => {
  test('written offline, edited, read by a doctor who treats the patient, deleted for everyone; the view equals the server’s', async () => {
    const { patientKuzey, doctorKuzey } = server.world.people
    await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(11, 0))
    const [desk, doctor] = [await deskDevice(), await doctorDevice()]
    await desk.sync()
    await doctor.sync()
    doctor.network.online = false
    const id = newId()
    await doctor.change(
      'patient.addNote',
      { id, patientId: patientKuzey.id, text: 'Aç gelsin', clinicId: server.world.clinics.kuzey },
      { authorId: doctorKuzey.id },
    )
    const drawn = await doctor.row('patient_note', id)
    expect(drawn).toMatchObject({ text: 'Aç gelsin', authorId: doctorKuzey.id, pending: 'waiting' })
    await doctor.change('patient.editNote', { id, text: 'Aç gelsin, saat dokuzda' })
    // an edit of an unsent change melts into it
    expect((await doctor.db.outbox.toArray()).map(({ call }) => call)).toEqual(['patient.addNote'])
    doctor.network.online = true
    await doctor.sync()
    await desk.sync()
    expect(await desk.row('patient_note', id)).toMatchObject({
      text: 'Aç gelsin, saat dokuzda',
      authorName: doctorKuzey.name,
    })
    const { pending: _, ...here } = (await doctor.row('patient_note', id))!
    const { pending: __, ...there } = (await desk.row('patient_note', id))!
    expect(here).toEqual(there)

    doctor.network.online = false
    await doctor.change('patient.deleteNote', { id })
    expect(await doctor.row('patient_note', id)).toBeUndefined()
    doctor.network.online = true
    await doctor.sync()
    await desk.sync()
    expect([await doctor.row('patient_note', id), await desk.row('patient_note', id)]).toEqual([undefined, undefined])
    await Promise.all([desk.close(), doctor.close()])
  })

  test('a patient’s and an admin’s device get none', async () => {
    const patient = openDevice(server, await server.as('patientKuzey'), server.world.people.patientKuzey)
    const admin = openDevice(server, await server.as('admin'), server.world.people.admin)
    const desk = await deskDevice()
    await desk.change('patient.addNote', {
      id: newId(),
      patientId: server.world.people.patientKuzey.id,
      text: 'kanarya-not',
    })
    await desk.sync()
    for (const device of [patient, admin]) {
      await device.sync()
      expect(await rowsIn(device.db, 'patient_note').count()).toBe(0)
    }
    await Promise.all([patient.close(), admin.close(), desk.close()])
  })
})

describe('rule 83: a card is edited offline', () => {
  test('different facts merge, the person decides about the same fact; no identity number is on disk', async () => {
    const [one, two] = [await deskDevice(), await deskDevice()]
    const id = newId()
    await one.change('patient.add', { id, name: 'Can Öz', phone: phone() })
    await one.sync()
    await two.sync()
    two.network.online = false
    await two.change('patient.update', { id, phone: '+905440000001', identity: '11111111110' })
    await one.change('patient.update', { id, city: 'Bursa' })
    await one.sync()
    two.network.online = true
    await two.sync()
    expect(await two.row('patient', id)).toMatchObject({ city: 'Bursa', phone: '+905440000001', hasIdentity: true })
    for (const table of two.db.tables) expect(JSON.stringify(await table.toArray())).not.toContain('11111111110')

    two.network.online = false
    await two.change('patient.update', { id, phone: '+905440000002' })
    await one.sync()
    await one.change('patient.update', { id, phone: '+905440000003' })
    await one.sync()
    two.network.online = true
    await two.sync()
    expect(await problems(two)).toEqual([['patient.update', 'changed_since']])
    await Promise.all([one.close(), two.close()])
  })
})

describe('an erased patient (G28, I9)', () => {
  test('what other devices did for them leaves the list of finished changes; a waiting change is its author’s, and stays', async () => {
    const { world, pool } = server
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const doctor = await doctorDevice()
    const [gone, other] = [
      await world.patient(`gone.${newId()}`, world.clinics.kuzey),
      await world.patient(`other.${newId()}`, world.clinics.kuzey),
    ]
    await pool.query(`update person set name = 'Kanarya Giden' where id = $1`, [gone.id])
    const visits = new Map<string, string>()
    for (const [i, { id }] of [gone, other].entries())
      visits.set(
        id,
        await world.visit(world.people.doctorKuzey.id, id, world.clinics.kuzey, world.slot(-3, 10 + i), {
          status: 'completed',
        }),
      )
    await doctor.sync()
    const note = (patientId: string, text: string) => doctor.change('patient.addNote', { id: newId(), patientId, text })
    const edited = newId()
    await doctor.change('patient.addNote', { id: edited, patientId: gone.id, text: 'kanarya bir' })
    await doctor.sync()
    // only its text tells whose it is: the note is gone by then
    await doctor.change('patient.editNote', { id: edited, text: 'kanarya iki' })
    await doctor.sync()
    await doctor.change('appointment.update', { id: visits.get(gone.id)!, note: 'kanarya üç' })
    await doctor.change('appointment.update', { id: visits.get(other.id)!, note: 'serçe' })
    await note(other.id, 'serçe')
    await doctor.change('patient.update', { id: gone.id, phone: phone() })
    await doctor.sync()
    await note(gone.id, 'kanarya verilmedi')
    const [last] = await doctor.db.outbox.toArray()
    expect(await discard(doctor.db, [last!], doctor.now())).toBe(true)
    const done = async () =>
      (await ended(doctor.db)).map(({ end, entry }) => `${end} ${entry.call} ${JSON.stringify(entry.input)}`)
    expect((await done()).length).toBe(7)

    doctor.network.online = false
    await note(gone.id, 'kanarya bekliyor')
    const { status, body } = await desk.call('patient.erase', { id: gone.id, name: 'Kanarya Giden', reason: 'asked' })
    expect([status, body]).toEqual([200, { status: true }])
    doctor.network.online = true
    await doctor.pull()
    const left = await done()
    expect(left.filter((line) => line.startsWith('sent'))).toEqual([
      expect.stringContaining('serçe'),
      expect.stringContaining('serçe'),
    ])
    // a change discarded a moment ago can still be restored; it is removed a little later
    expect(left.filter((line) => line.startsWith('discarded'))).toEqual([expect.stringContaining('kanarya verilmedi')])
    server.clock.now += 11 * 60_000
    await doctor.pull()
    expect((await done()).join()).not.toContain('kanarya')
    expect(await done()).toHaveLength(2)
    expect((await doctor.db.outbox.toArray()).map(({ input }) => input['text'])).toEqual(['kanarya bekliyor'])
    await doctor.close()
  })
})

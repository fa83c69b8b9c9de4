import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eligible } from '../../src/sync/eligible.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test('I7: account and card are one person: changes through both are sent in order, and both show them at once', async () => {
  const { patientKuzey } = server.world.people
  const { id } = patientKuzey
  const [phone, desk] = [
    openDevice(server, await server.as('patientKuzey', 'kuzey.localhost'), patientKuzey),
    openDevice(server, await server.as('deskKuzey', 'kuzey.localhost'), server.world.people.deskKuzey),
  ]
  await phone.sync()
  await desk.sync()
  phone.network.online = false
  await phone.change('profile.update', { id, name: 'Adı Değişti', phone: '+905449990001' })
  await phone.change('patient.update', { id, allergies: 'Polen' })
  await phone.change('profile.update', { id, phone: '+905449990003' })
  expect(await phone.row('patient', id)).toMatchObject({
    name: 'Adı Değişti',
    phone: '+905449990003',
    allergies: 'Polen',
  })
  const waiting = await phone.db.outbox.toArray()
  expect(waiting.map(({ call }) => call)).toEqual(['profile.update', 'patient.update', 'profile.update'])
  // two of them are never under way at once
  expect(eligible(waiting, phone.now(), 10)).toHaveLength(1)

  phone.network.online = true
  for (let round = 0; round < 3; round++) await phone.sync()
  expect(await phone.db.outbox.toArray()).toEqual([])
  const shown = { name: 'Adı Değişti', phone: '+905449990003' }
  expect(await phone.row('person', id)).toMatchObject(shown)
  expect(await phone.row('patient', id)).toMatchObject({ ...shown, allergies: 'Polen', pending: 'none' })
  await desk.sync()
  expect(await desk.row('patient', id)).toMatchObject({ ...shown, allergies: 'Polen' })
  await Promise.all([phone.close(), desk.close()])
})

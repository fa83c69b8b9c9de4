import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshKey, startServer, type Client, type TestServer } from '../../tests/support/server.ts'
import { note } from './note.ts'

let server: TestServer
let patient: Client
beforeAll(async () => {
  server = await startServer()
  patient = await server.as('patientKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

test('the list answers as SPEC §7 says: the newest first with title and text in the reader’s language, what fills the text, how many are unread', async () => {
  const userId = server.world.people.patientKuzey.id
  const ring = (args: string[], at: number) =>
    note(server.pool, { userId, kind: 'price_corrected', args }, server.clock.now + at)
  await ring(['18.11.2026 10:00', '<b>900 ₺</b>'], 0)
  await ring(['19.11.2026 10:00', '%s'], 1000)
  const list = async (input = {}) => (await patient.call('notification.list', input)).body
  const body = await list({ limit: 1 })
  expect(body).toMatchObject({ status: true, total: 2, pages: 2, unread: 2 })
  expect(body['notifies']).toMatchObject([
    {
      title: 'Randevunuzun ücreti düzeltildi',
      text: '%s: yeni tutar %s',
      args: ['19.11.2026 10:00', '%s'],
      read: false,
    },
  ])
  await patient.call('profile.update', { id: userId, lang: 'de' }, { key: freshKey() })
  const [, older] = (await list())['notifies'] as { title: string; args: string[] }[]
  expect([older!.title, older!.args[1]]).toEqual(['Der Preis Ihres Termins wurde korrigiert', '<b>900 ₺</b>'])
  expect(await list({ unread: true })).toMatchObject({ total: 2 })
  await patient.call('notification.readAll', {}, { key: freshKey() })
  expect(await list({ unread: true })).toMatchObject({ total: 0, unread: 0, notifies: [] })
})

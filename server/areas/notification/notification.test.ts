import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { note } from './note.ts'

let server: TestServer
let patient: Client
beforeAll(async () => {
  server = await startServer()
  patient = await server.as('patientKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

test('the list follows SPEC §7: newest first, title and text in the reader’s language, the arguments, and the unread count', async () => {
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

test('issue 38: a kind written by a newer build appears as a neutral line and can be marked as read; none is kept longer than 90 days', async () => {
  const { pool, clock } = server
  const userId = server.world.people.patientKuzey.id
  const id = await note(pool, { userId, kind: 'price_corrected', args: [] }, clock.now + 5000)
  const old = await note(pool, { userId, kind: 'price_corrected', args: [] }, clock.now - 91 * 86_400_000)
  await pool.query(`alter table notification drop constraint if exists notification_kind_check`)
  await pool.query(`update notification set kind = 'sent_by_tomorrow' where id = $1`, [id])
  const listed = await patient.call('notification.list', { limit: 1 })
  expect([listed.status, listed.body['notifies']]).toMatchObject([
    200,
    [{ id, kind: 'sent_by_tomorrow', title: 'Neue Mitteilung', text: '' }],
  ])
  const read = await patient.call('notification.read', { id }, { key: freshKey() })
  expect(read).toMatchObject({ status: 200, body: { notification: { id, kind: 'sent_by_tomorrow', read: true } } })
  await cleanUp({ pool, now: () => clock.now })
  const { rows } = await pool.query<{ id: string }>('select id from notification where id = any($1)', [[id, old]])
  expect(rows).toEqual([{ id }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMAIL_DEFAULTS } from '../../contract/email/email.defaults.ts'
import { EMAIL_TEMPLATES } from '../../contract/email/email.templates.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test('whatever of a private clinic the platform’s people touch, its users are notified at once', async () => {
  const { gizli } = server.world.clinics
  const [superadmin, admin] = [await server.as('superadmin'), await server.as('admin')]
  const desk = await server.as('deskGizli', 'gizli.localhost')
  const neighbour = await server.as('deskKuzey', 'kuzey.localhost')
  const public_ = await kindsOf(neighbour)

  expect((await superadmin.call('setting.update', { id: 'mail', data: { port: 2525 } })).status).toBe(200)
  expect(await kindsOf(desk)).toEqual(['platform_messages_changed'])
  expect((await superadmin.call('setting.update', { id: 'sms', data: { header: 'Thief' } })).status).toBe(200)
  const letter = { ...EMAIL_DEFAULTS.password_reset.en, subject: '{house}: thief' }
  expect((await admin.call('email.update', { id: EMAIL_TEMPLATES.password_reset.id, en: letter })).status).toBe(200)
  for (const change of [{ name: 'Başka Ad' }, { css: 'h2 { color: red }' }])
    expect((await admin.call('clinic.update', { id: gizli, ...change })).status).toBe(200)
  expect((await admin.call('clinic.passivate', { id: gizli })).status).toBe(200)
  expect((await admin.call('clinic.activate', { id: gizli })).status).toBe(200)

  const again = await server.signIn('deskGizli', 'gizli.localhost')
  expect((await kindsOf(again)).toSorted()).toEqual([
    ...Array<string>(4).fill('clinic_changed_by_platform'),
    'platform_letter_changed',
    'platform_messages_changed',
    'platform_messages_changed',
  ])
  // who gets the notice is private, and a public clinic is notified in its own way
  expect(await kindsOf(neighbour)).toEqual(public_)
  expect(await kindsOf(admin)).toEqual([])
})

test('changes by its own people, and changes that affect no private clinic, notify no one', async () => {
  const desk = await server.signIn('deskGizli', 'gizli.localhost')
  const before = await kindsOf(desk)
  expect((await desk.call('clinic.update', { id: server.world.clinics.gizli, name: 'Kendi Adımız' })).status).toBe(200)
  const superadmin = await server.as('superadmin')
  expect((await superadmin.call('clinic.update', { id: server.world.clinics.kuzey, name: 'Kuzey' })).status).toBe(200)
  expect(await kindsOf(desk)).toEqual(before)
})

async function kindsOf(client: Client): Promise<string[]> {
  const { body } = await client.call('notification.list', { limit: 100 })
  return (body['notifies'] as { kind: string }[]).map(({ kind }) => kind) // the shape of the reply
}

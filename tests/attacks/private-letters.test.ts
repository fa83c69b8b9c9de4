import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMAIL_TEMPLATES } from '../../contract/email/email.templates.ts'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sentTo } from './support.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

/** What an admin would write in a template to find the code in their own server's log. */
const TRAP = 'https://thief.example/?to='
const trap = { subject: '{house}', content: `Hello,\n\n${TRAP}{link}`, sms: `${TRAP}{link}` }

test('an admin cannot put the link of a letter about an account into an address of their own', async () => {
  const admin = await server.as('admin')
  for (const template of ['password_reset', 'password_invite', 'confirm', 'contact_changed', 'payment_link'] as const) {
    const { status } = await admin.call('email.update', { id: EMAIL_TEMPLATES[template].id, en: trap })
    expect([template, status]).toEqual([template, 409])
    expect((await admin.call('email.update', { id: EMAIL_TEMPLATES[template].id, en: withoutLink })).status).toBe(409)
  }
})

test('text an admin wrote before the rule leads nowhere when sent, and neither does a name', async () => {
  const set = `update email set tr = $2, en = $2, de = $2, ru = $2 where template = $1`
  await server.pool.query(set, ['password_invite', trap])
  await server.pool.query(`update clinic set name = 'Klinik https://thief.example' where id = $1`, [
    server.world.clinics.gizli,
  ])
  const added = { id: newId(), name: 'www.thief.example', email: `${newId()}@test.example`, phone: '+905551000001' }
  // a public clinic, because the platform's mail carries an invitation only there
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  expect((await desk.call('colleague.add', { ...added, lang: 'en' })).status).toBe(200)
  const [mail] = await sentTo(server, added.email)
  expect(mail!.match(/\w+:\/\/\S+|www\.\S+/g)).toEqual([
    expect.stringMatching(/^http:\/\/kuzey\.localhost(:\d+)?\/reset#/),
  ])
})

const withoutLink = { subject: '{house}', content: 'Open thief.example/reset', sms: 'Open www.thief.example' }

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { sentTo } from './support.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

async function tryIn(host: string, type: 'doctor' | 'patient' | 'admin', username: string, password = PASSWORD) {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  const { status, body } = await nobody.call('session.signIn', { type, session, username, password })
  return { status, body }
}

test('on a private host an outsider’s right password gets the same reply as an unknown name', async () => {
  const nobody = await tryIn('gizli.localhost', 'doctor', 'nobody@test.example')
  expect(nobody.status).toBe(409)
  for (const [type, username] of [
    ['doctor', 'doctor.kuzey@test.example'],
    ['doctor', 'doctor.passive@test.example'],
    ['patient', 'patient.kuzey@test.example'],
    ['admin', 'desk.kuzey@test.example'],
    ['admin', 'superadmin@test.example'],
  ] as const)
    expect([username, await tryIn('gizli.localhost', type, username)]).toEqual([username, nobody])
})

test('its own people can sign in: those of its realm, and those of the platform it knows', async () => {
  for (const [type, username] of [
    ['doctor', 'doctor.gizli@test.example'],
    ['doctor', 'doctor.both@test.example'],
    ['patient', 'patient.gizli@test.example'],
    ['admin', 'desk.gizli@test.example'],
  ] as const)
    expect([username, (await tryIn('gizli.localhost', type, username)).status]).toEqual([username, 200])
})

test('a password reset for an outsider sends nothing on a private host', async () => {
  await server.nobody('gizli.localhost').call('session.forget', {
    type: 'doctor',
    username: 'doctor.kuzey@test.example',
    lang: 'en',
  })
  expect(await sentTo(server, 'doctor.kuzey@test.example')).toEqual([])
})

test('an outsider signed in on the host is signed out when it becomes private, and a doctor when they leave', async () => {
  const { pool, world } = server
  const stranger = await server.signIn('doctorKuzey', 'linden.localhost')
  const member = await server.signIn('doctorLinden', 'linden.localhost')
  expect([await typeOf(stranger), await typeOf(member)]).toEqual([200, 200])
  await pool.query('update clinic set private = true where id = $1', [world.clinics.linden])
  expect([await typeOf(stranger), await typeOf(member)]).toEqual([401, 200])
  await pool.query(`update doctor set clinic_ids = '{}' where id = $1`, [world.people.doctorLinden.id])
  expect(await typeOf(member)).toBe(401)
})

const typeOf = async (client: Client) => (await client.call('session.type', {})).status

import { Secret, TOTP } from 'otpauth'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarFile } from '../../contract/calendar-link/calendar-link.ts'
import { callNames, rowOf } from '../../contract/calls.ts'
import { fileRoutes } from '../../contract/file.ts'
import { newId } from '../../contract/kernel/id.ts'
import { receiptPath } from '../../contract/payment/payment.calls.ts'
import { openSockets, type Sockets } from '../../server/http/sockets.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/**
 * TRUST D3, decision 0068: an attacker has the password of a person who must have a second factor and has not set it
 * up.
 */
let server: TestServer
let sockets: Sockets
let base: string
beforeAll(async () => {
  server = await startServer({ requiresFactor: true })
  sockets = openSockets(server.app, server.deps)
  base = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  sockets.close()
  await server.stop()
})
beforeEach(() => refreshLimits(server))

const WHO = ['superadmin', 'admin'] as const
const refusal = { status: false, refused: 'factor_required' }
const at = (path: string) => path.replaceAll(/:\w+/g, newId())
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
async function enrol(client: Client) {
  const { body } = await client.call('session.factorStart', { password: PASSWORD })
  expect((await client.call('session.factorConfirm', { code: codeOf(String(body['secret'])) })).status).toBe(200)
  return String(body['secret'])
}
async function signIn(username: string, type: 'admin' | 'doctor', host = 'localhost') {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', { type, session, username, password: PASSWORD })
}
const requireIn = (clinic: 'kuzey' | 'linden', required: boolean) =>
  server.pool.query('update clinic set factor_required = $2 where id = $1', [server.world.clinics[clinic], required])
/** What a session without the factor gets: the named refusal, or the 200 of an open session. */
const standing = async (client: Client) => {
  const { status, body } = await client.call('session.list', {})
  return body['refused'] ?? status
}

describe('a session without a required factor can only set it up', () => {
  test.each(WHO)('%s: no call of the contract, whatever its row says', async (who) => {
    const client = await server.signIn(who)
    for (const name of callNames) {
      const row = rowOf(name)
      // it would end the session under test
      if (row.roles === 'anyone' || name === 'session.end') continue
      const body = { ...(row.action && { action: row.action }), ...row.means?.[0] }
      const answer = await client.request(row.method, at(row.path), row.method === 'GET' ? undefined : body)
      const isOpen = row.enrolling === true
      const isTheirs = row.roles.includes('admin') && (!row.superadmin || who === 'superadmin')
      const refused = isOpen ? answer.body['refused'] !== 'factor_required' : answer.body['refused']
      expect([name, refused]).toEqual([name, isOpen ? true : isTheirs ? 'factor_required' : 'unauthorized'])
    }
  })

  test('the calls open to them are listed, and read no record', () => {
    expect(callNames.filter((name) => rowOf(name).enrolling).toSorted()).toEqual([
      'session.end',
      'session.factor',
      'session.factorConfirm',
      'session.factorStart',
      'session.passkeyAdd',
      'session.passkeyAddStart',
      'session.type',
      'session.user',
    ])
  })

  test('no pull, no batch, no data download, no upload, no PDF, no receipt, no calendar', async () => {
    const client = await server.signIn('superadmin')
    const roads = [
      ['GET', '/api/sync'],
      ['POST', '/api/batch'],
      ['GET', '/api/profile/data'],
      ['GET', receiptPath(newId())],
      ['POST', calendarFile.path],
      ...Object.values(fileRoutes).map(({ method, path }) => [method, at(path)] as const),
    ] as const
    for (const [method, url] of roads) {
      const { status, body } = await client.request(method, url, method === 'GET' ? undefined : {})
      // a route that takes no JSON refuses the body before it checks the session
      expect([url, status === 415 || status === 400 ? 'unread' : body]).toEqual([
        url,
        status === 415 || status === 400 ? 'unread' : refusal,
      ])
    }
  })

  test('an upload with a real body, and a batch of a real call, are refused with a code', async () => {
    const client = await server.signIn('superadmin')
    const parts = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--x--\r\n'
    for (const { method, path, files } of Object.values(fileRoutes).filter((each) => each.files))
      expect([
        path,
        files,
        (
          await client.request(method, at(path), Buffer.from(parts), {
            'content-type': 'multipart/form-data; boundary=x',
          })
        ).body,
      ]).toEqual([path, files, refusal])
    const call = { call: 'clinic.update', key: newId(), base: null, madeAt: new Date().toISOString() }
    const batch = { calls: [{ ...call, input: { id: server.world.clinics.kuzey, city: 'X' } }] }
    expect((await client.request('POST', '/api/batch', batch)).body).toEqual(refusal)
  })

  test('no socket', async () => {
    const client = await server.signIn('superadmin')
    const socketError = await new Promise<string>((resolve) => {
      const socket = io(base, {
        transports: ['websocket'],
        reconnection: false,
        auth: { token: client.token, session: client.headers['session'] },
      })
      socket.on('connect', () => resolve('connected'))
      socket.on('connect_error', ({ message }) => resolve(message))
    })
    expect(socketError).toBe('factor_required')
  })

  test('a call open to anyone treats them as not signed in', async () => {
    const client = await server.signIn('superadmin')
    const asked = { limit: 100 }
    expect((await client.call('branch.getall', asked)).body).toEqual(
      (await server.nobody().call('branch.getall', asked)).body,
    )
  })

  test('an unfinished factor opens nothing; its first code opens everything, in every session of theirs', async () => {
    const clients = [await server.signIn('superadmin'), await server.signIn('superadmin')] as const
    const { body } = await clients[0].call('session.factorStart', { password: PASSWORD })
    expect((await clients[0].call('session.factorConfirm', { code: 'abcdef' })).body['refused']).toBe('totp_wrong')
    expect(await Promise.all(clients.map(standing))).toEqual(['factor_required', 'factor_required'])
    await clients[0].call('session.factorConfirm', { code: codeOf(String(body['secret'])) })
    expect(await Promise.all(clients.map(standing))).toEqual([200, 200])
    const off = await clients[0].call('session.factorOff', { password: PASSWORD })
    expect(off.body).toEqual({ status: false, refused: 'factor_must_stay' })
    expect((await signIn(server.world.people.superadmin.username, 'admin')).body['refused']).toBe('totp_required')
  })
})

describe('a clinic requires it of its people', () => {
  test('its users and its doctors need it, doctors on every host; other clinics’ people and patients do not', async () => {
    await requireIn('linden', true)
    const desk = await server.signIn('deskLinden', 'linden.localhost')
    const doctor = await server.world.doctor('doctor.linden.factor', [server.world.clinics.linden])
    const onPlatform = await server.enter({ ...doctor, type: 'doctor' })
    const onClinic = await server.enter({ ...doctor, type: 'doctor' }, 'linden.localhost')
    expect(await Promise.all([desk, onPlatform, onClinic].map(standing))).toEqual(Array(3).fill('factor_required'))
    const others = [
      await server.signIn('deskKuzey', 'kuzey.localhost'),
      await server.signIn('doctorKuzey'),
      await server.signIn('patientLinden', 'linden.localhost'),
    ]
    expect(await Promise.all(others.map(standing))).toEqual([200, 200, 200])
    await enrol(onPlatform)
    expect(await Promise.all([onPlatform, onClinic].map(standing))).toEqual([200, 200])
    expect((await onPlatform.call('session.factor', {})).body).toMatchObject({ required: true })
    expect((await onPlatform.call('session.factorOff', { password: PASSWORD })).body['refused']).toBe(
      'factor_must_stay',
    )
    await requireIn('linden', false)
    expect((await onPlatform.call('session.factorOff', { password: PASSWORD })).status).toBe(200)
  })

  test('its own users decide; no admin, doctor or other clinic’s desk relaxes it; no open session ends', async () => {
    const id = server.world.clinics.kuzey
    const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
    expect((await desk.call('clinic.requireFactor', { id, required: true })).status).toBe(200)
    expect(await standing(desk)).toBe(200)
    const admin = await server.enter({ username: server.world.people.admin.username, type: 'admin' })
    await enrol(admin)
    const outsiders = [
      admin,
      await server.signIn('patientKuzey'),
      await server.signIn('deskLinden', 'linden.localhost'),
    ]
    for (const client of outsiders)
      expect((await client.call('clinic.requireFactor', { id, required: false })).status).toBeGreaterThanOrEqual(403)
    expect(await standing(await server.signIn('deskKuzey', 'kuzey.localhost'))).toBe('factor_required')
    expect((await desk.call('clinic.requireFactor', { id, required: false })).status).toBe(200)
  })
})

test('a demo server requires it of no one by itself', async () => {
  const demo = await startServer()
  try {
    expect(await standing(await demo.signIn('superadmin'))).toBe(200)
  } finally {
    await demo.stop()
  }
})

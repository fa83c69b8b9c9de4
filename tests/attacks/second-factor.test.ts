import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callNames, rowOf } from '../../contract/calls.ts'
import { keyRecoveryCodes } from '../../server/areas/session/factor.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/** TRUST D3: an attacker who has the password and not the phone. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const digitsOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

/** A doctor of this test alone, signed in; `on`: with the second factor. */
async function victim(name: string, on = true) {
  const person = await server.world.doctor(name, [server.world.clinics.kuzey])
  const client = await server.enter({ username: person.username, type: 'doctor' })
  const secret = String((await client.call('session.factorStart', { password: PASSWORD })).body['secret'])
  if (!on) return { username: person.username, client, secret, recovery: [] as string[] }
  const { body } = await client.call('session.factorConfirm', { code: digitsOf(secret, -1) })
  return { username: person.username, client, secret, recovery: body['recovery'] as string[] }
}
const start = async () => String((await server.nobody().call('session.start', {})).body['session'])
const signIn = (username: string, session: string, code?: string) =>
  server
    .nobody()
    .call('session.signIn', { type: 'doctor', username, password: PASSWORD, session, ...(code && { code }) })

test('a session that waits for its code opens nothing that needs a person', async () => {
  const { username } = await victim('doctor.waiting')
  const session = await start()
  const { body, status } = await signIn(username, session)
  expect([status, body]).toEqual([409, { status: false, refused: 'totp_required' }])
  for (const name of callNames.filter((each) => rowOf(each).roles !== 'anyone')) {
    const { method, path } = rowOf(name)
    const answer = await server
      .nobody()
      .request(method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {}, {
        authorization: session,
        session,
      })
    expect([name, answer.status === 401 || answer.status === 400]).toEqual([name, true])
  }
})

test('an observed code is worthless once used', async () => {
  const { username, secret } = await victim('doctor.shoulder')
  const code = digitsOf(secret)
  expect((await signIn(username, await start(), code)).status).toBe(200)
  expect((await signIn(username, await start(), code)).body['refused']).toBe('totp_wrong')
})

test('a recovery code works once, and never another person’s', async () => {
  const [own, other] = [await victim('doctor.own'), await victim('doctor.other')]
  expect((await signIn(own.username, await start(), other.recovery[0]!)).body['refused']).toBe('totp_wrong')
  expect((await signIn(own.username, await start(), own.recovery[0]!)).status).toBe(200)
  expect((await signIn(own.username, await start(), own.recovery[0]!)).body['refused']).toBe('totp_wrong')
  expect((await signIn(own.username, await start(), digitsOf(other.secret))).body['refused']).toBe('totp_wrong')
})

test('a dump without the master key does not allow trying recovery codes', async () => {
  const { username, recovery } = await victim('doctor.dump')
  const read = async () => {
    const { rows } = await server.pool.query<{ recovery: string[] }>(
      `select recovery from second_factor where person_id = (select id from person where email = $1)`,
      [username],
    )
    return rows[0]!.recovery
  }
  // the unkeyed hash of a code, which anyone can compute and an earlier build stored
  const plain = (code: string) =>
    createHash('sha256')
      .update(`recovery ${code.replace('-', '')}`)
      .digest('base64url')
  const kept = await read()
  expect(kept).toHaveLength(8)
  expect(recovery.map(plain).filter((hash) => kept.some((its) => its.includes(hash)))).toEqual([])

  // the next start hashes those with the key, and each code still works once
  await server.pool.query(
    `update second_factor set recovery = $2 where person_id = (select id from person where email = $1)`,
    [username, recovery.map(plain)],
  )
  await keyRecoveryCodes(server.deps)
  await keyRecoveryCodes(server.deps)
  expect(await read()).toEqual(kept)
  expect((await signIn(username, await start(), recovery[0])).status).toBe(200)
  expect((await signIn(username, await start(), recovery[0])).body['refused']).toBe('totp_wrong')
})

test('an unattended screen can neither turn it off nor replace the phone without the password', async () => {
  const { client } = await victim('doctor.open')
  const tries: ((its: Client) => ReturnType<Client['call']>)[] = [
    (its) => its.call('session.factorOff', { password: 'wrong' }),
    (its) => its.call('session.factorStart', { password: 'wrong' }),
  ]
  for (const ask of tries) expect((await ask(client)).body['refused']).toBe('password_wrong')
  expect((await client.call('session.factorStart', { password: PASSWORD })).body['refused']).toBe('factor_on')
  expect((await client.call('session.factor', {})).body['since']).not.toBeNull()
})

test('an unfinished factor locks no one out, and its code is asked for nowhere', async () => {
  const { username, secret } = await victim('doctor.begun', false)
  expect((await signIn(username, await start())).status).toBe(200)
  expect((await signIn(username, await start(), digitsOf(secret))).status).toBe(200)
})

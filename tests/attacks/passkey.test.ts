import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshLimits } from '../api/cast.ts'
import { authenticator } from '../support/authenticator.ts'
import { addPasskey, beginPasskey, enterByPasskey } from '../support/passkey.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/** TRUST D3, decision 0078: an attacker at the passkey sign-in, and one at someone's open session. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const HOST = 'kuzey.localhost'
const SITE = `http://${HOST}`
async function victim(name: string) {
  const person = await server.world.doctor(name, [server.world.clinics.kuzey])
  const client = await server.enter({ ...person, type: 'doctor' }, HOST)
  const key = authenticator()
  const { status, body } = await addPasskey(client, key)
  expect([name, status]).toEqual([name, 200])
  return { person, client, key, id: String(body['id']) }
}
type Signed = ReturnType<ReturnType<typeof authenticator>['sign']>
const finish = (session: string, credential: Signed, host = HOST) =>
  server.nobody(host).call('session.passkeySignIn', { session, credential })
const failed = { status: 409, body: { status: false, refused: 'passkey_failed' } }
const answerOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const outcomes = async (personId: string) =>
  (
    await server.pool.query<{ outcome: string; actor: string | null }>(
      `select outcome, actor from audit where object_id = $1 and action = 'session.passkeySignIn' order by seq`,
      [personId],
    )
  ).rows

describe('what a browser elsewhere, or another browser, has signed opens nothing', () => {
  test.each([
    ['a page of another origin', { origin: 'http://kuzey.localhost.evil.example' }],
    ['the same host by another scheme', { origin: `https://${HOST}` }],
    ['the same host by another port', { origin: `${SITE}:8443` }],
    ['a neighbouring host', { origin: 'http://localhost' }],
    ['another relying party', { rpId: 'localhost' }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['whoever holds the device, unverified', { verified: false }],
  ])('%s', async (what, lies) => {
    const { key } = await victim(`doctor.lies${what.replaceAll(/\W/g, '')}`)
    expect(answerOf(await enterByPasskey(server, key, HOST, lies))).toEqual(failed)
    expect((await enterByPasskey(server, key, HOST)).status).toBe(200)
  })

  test.each([
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['another relying party', { rpId: 'localhost' }],
    ['whoever holds the device, unverified', { verified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('it cannot be stored as a passkey either: %s', async (what, lies) => {
    const person = await server.world.doctor(`doctor.makes${what.replaceAll(/\W/g, '')}`, [server.world.clinics.kuzey])
    const client = await server.enter({ ...person, type: 'doctor' }, HOST)
    expect(answerOf(await addPasskey(client, authenticator(), lies))).toEqual(failed)
    expect((await client.call('session.passkeys', {})).body['passkeys']).toEqual([])
  })
})

describe('a challenge is valid once, for its session, purpose and host, for five minutes', () => {
  test('a captured answer is worthless once used', async () => {
    const { key } = await victim('doctor.replayed')
    const { session, options } = await beginPasskey(server, HOST)
    const credential = key.sign(options, SITE)
    expect((await finish(session, credential)).status).toBe(200)
    expect(answerOf(await finish(session, credential))).toEqual(failed)
    const another = await beginPasskey(server, HOST)
    expect(answerOf(await finish(another.session, credential))).toEqual(failed)
  })

  test('one of two simultaneous answers succeeds', async () => {
    const { key } = await victim('doctor.twice')
    const { session, options } = await beginPasskey(server, HOST)
    const answers = [key.sign(options, SITE), key.sign(options, SITE)]
    const both = await Promise.all(answers.map((each) => finish(session, each)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a wrong answer uses it up like a right one, and a new one replaces an older one', async () => {
    const { key } = await victim('doctor.spent')
    const { session, options } = await beginPasskey(server, HOST)
    expect(answerOf(await finish(session, key.sign(options, SITE, { verified: false })))).toEqual(failed)
    expect(answerOf(await finish(session, key.sign(options, SITE)))).toEqual(failed)
    const again = await beginPasskey(server, HOST)
    await server.nobody(HOST).call('session.passkeyStart', { session: again.session })
    expect(answerOf(await finish(again.session, key.sign(again.options, SITE)))).toEqual(failed)
  })

  test('one of another session is refused', async () => {
    const { key } = await victim('doctor.crossed')
    const [own, other] = [await beginPasskey(server, HOST), await beginPasskey(server, HOST)]
    expect(answerOf(await finish(own.session, key.sign(other.options, SITE)))).toEqual(failed)
    expect((await finish(other.session, key.sign(other.options, SITE))).status).toBe(200)
  })

  test('one for enrolment cannot be used to sign in, nor the other way round', async () => {
    const { client, key } = await victim('doctor.purpose')
    const { body } = await client.call('session.passkeyAddStart', { password: PASSWORD })
    const { challenge } = body['options'] as { challenge: string }
    const session = client.headers['session']!
    expect(answerOf(await finish(session, key.sign({ rpId: HOST, challenge }, SITE)))).toEqual(failed)
    // a signed-in session gets no options to sign in, and one that is not gets none to enrol
    expect((await server.nobody(HOST).call('session.passkeyStart', { session })).body['refused']).toBe(
      'session_not_found',
    )
    const begun = await beginPasskey(server, HOST)
    const made = authenticator().make({ challenge: begun.options.challenge, rp: { id: HOST }, user: { id: 'x' } }, SITE)
    expect(answerOf(await client.call('session.passkeyAdd', { name: 'x', credential: made }))).toEqual(failed)
  })

  test('one for another person’s enrolment is refused', async () => {
    const [mine, theirs] = [await victim('doctor.mine'), await victim('doctor.theirs')]
    const start = async ({ client }: typeof mine) =>
      (await client.call('session.passkeyAddStart', { password: PASSWORD })).body['options'] as Parameters<
        typeof mine.key.make
      >[0]
    await start(mine)
    const made = authenticator().make(await start(theirs), SITE)
    expect(answerOf(await mine.client.call('session.passkeyAdd', { name: 'x', credential: made }))).toEqual(failed)
  })

  test('one of another host, or older than five minutes, is refused', async () => {
    const { key } = await victim('doctor.late')
    const elsewhere = await beginPasskey(server, 'localhost')
    expect(answerOf(await finish(elsewhere.session, key.sign({ ...elsewhere.options, rpId: HOST }, SITE)))).toEqual(
      failed,
    )
    const old = await beginPasskey(server, HOST)
    server.clock.now += 5 * 60_000 + 1
    expect(answerOf(await finish(old.session, key.sign(old.options, SITE)))).toEqual(failed)
  })
})

test('every failure gets the same reply, whoever it is', async () => {
  const { gizli } = server.world.clinics
  const attempt = async (key: ReturnType<typeof authenticator>, host: string) => {
    const { session, options } = await beginPasskey(server, host)
    return answerOf(await finish(session, key.sign(options, `http://${host}`, {}, key.keys[0]), host))
  }
  const move = (id: string, host: string) => server.pool.query('update passkey set host = $2 where id = $1', [id, host])
  // a credential that no one has
  const stranger = await victim('doctor.stranger')
  const madeUp = authenticator()
  madeUp.make({ challenge: 'x', rp: { id: HOST }, user: { id: stranger.key.keys[0]!.handle } }, SITE)
  expect(await attempt(madeUp, HOST)).toEqual(failed)
  // a passkey of another host
  expect(await attempt(stranger.key, 'localhost')).toEqual(failed)
  // a person who may no longer sign in
  const passive = await victim('doctor.putout')
  await server.pool.query('update doctor set active = false where id = $1', [passive.person.id])
  expect(await attempt(passive.key, HOST)).toEqual(failed)
  // a stranger on a private host, if their passkey ever belonged to it
  const outsider = await victim('doctor.outsider')
  await move(outsider.id, 'gizli.localhost')
  expect(await attempt(outsider.key, 'gizli.localhost')).toEqual(failed)
  // a person of a private realm, on the platform's host
  const insider = await victim('doctor.insider')
  await server.pool.query('update person set realm = $2 where id = $1', [insider.person.id, gizli])
  expect(await attempt(insider.key, HOST)).toEqual(failed)
  // another key under the credential id of a real one
  const forged = authenticator()
  const real = await victim('doctor.forged')
  forged.make({ challenge: 'x', rp: { id: HOST }, user: { id: real.key.keys[0]!.handle } }, SITE)
  const { session, options } = await beginPasskey(server, HOST)
  const byOther = { ...forged.sign(options, SITE), id: real.key.keys[0]!.id, rawId: real.key.keys[0]!.id }
  expect(answerOf(await finish(session, byOther))).toEqual(failed)
  // someone else's user handle with one's own key
  const [mine, theirs] = [real.key.keys[0]!, stranger.key.keys[0]!]
  const begun = await beginPasskey(server, HOST)
  const posed = real.key.sign(begun.options, SITE, {}, { ...mine, handle: theirs.handle })
  expect(answerOf(await finish(begun.session, posed))).toEqual(failed)
})

test('clinic users and admins can sign in on their own hosts only', async () => {
  const key = authenticator()
  const desk = await server.signIn('deskKuzey', HOST)
  const added = await addPasskey(desk, key)
  const other = 'linden.localhost'
  await server.pool.query('update passkey set host = $2 where id = $1', [added.body['id'], other])
  const { session, options } = await beginPasskey(server, other)
  const credential = key.sign(options, `http://${other}`, {}, key.keys[0])
  expect(answerOf(await finish(session, credential, other))).toEqual(failed)
})

test('a cloned key is detected by its counter, and audited', async () => {
  const { person, key } = await victim('doctor.cloned')
  expect((await enterByPasskey(server, key, HOST, { counter: 40 })).status).toBe(200)
  for (const counter of [40, 39, 0])
    expect(answerOf(await enterByPasskey(server, key, HOST, { counter }))).toEqual(failed)
  expect((await enterByPasskey(server, key, HOST, { counter: 41 })).status).toBe(200)
  expect(await outcomes(person.id)).toEqual([
    { outcome: 'done', actor: person.id },
    ...Array.from({ length: 3 }, () => ({ outcome: 'passkey_counter', actor: null })),
    { outcome: 'done', actor: person.id },
  ])
})

test('a hundred attempts at once count as five, and the owner’s usual device still gets in', async () => {
  const { person, key } = await victim('doctor.tried')
  const begun = await Promise.all(Array.from({ length: 100 }, () => beginPasskey(server, HOST)))
  const statuses = await Promise.all(
    begun.map(
      async ({ session, options }) => (await finish(session, key.sign(options, SITE, { verified: false }))).status,
    ),
  )
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(95)
  expect(await outcomes(person.id)).toHaveLength(5)
  // the right one waits too, and the password has its own tries
  expect((await enterByPasskey(server, key, HOST)).status).toBe(429)
  await server.enter({ ...person, type: 'doctor' }, HOST)
})

test('invented credentials count against the address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) {
    const key = authenticator()
    key.make({ challenge: 'x', rp: { id: HOST }, user: { id: 'x' } }, SITE)
    statuses.push((await enterByPasskey(server, key, HOST)).status)
  }
  expect([statuses.slice(0, 30).every((status) => status === 409), statuses[30]]).toEqual([true, 429])
})

describe('another person’s passkeys', () => {
  test('no one else lists, renames or removes them, or takes their name', async () => {
    const { client, key, id } = await victim('doctor.owner')
    const others: Client[] = [
      (await victim('doctor.colleague')).client,
      await server.as('deskKuzey', HOST),
      await server.as('superadmin'),
    ]
    for (const other of others) {
      expect(JSON.stringify((await other.call('session.passkeys', {})).body)).not.toContain(id)
      expect((await other.call('session.passkeyRename', { id, name: 'x' })).body['refused']).toBe('passkey_not_found')
      expect((await other.call('session.passkeyRemove', { id, password: PASSWORD })).body['refused']).toBe(
        'passkey_not_found',
      )
    }
    expect((await client.call('session.passkeys', {})).body['passkeys']).toMatchObject([{ id, name: 'Telefon' }])
    // one's own key under someone else's credential id
    const started = await others[0]!.call('session.passkeyAddStart', { password: PASSWORD })
    const posing = authenticator({ credentialId: Buffer.from(key.keys[0]!.id, 'base64url') })
    const credential = posing.make(started.body['options'] as Parameters<typeof posing.make>[0], SITE)
    expect(answerOf(await others[0]!.call('session.passkeyAdd', { name: 'x', credential }))).toEqual(failed)
    expect((await enterByPasskey(server, key, HOST)).status).toBe(200)
  })

  test('an unattended screen adds and removes none without the password', async () => {
    const { client, id } = await victim('doctor.open')
    expect((await client.call('session.passkeyAddStart', { password: 'guessed' })).body['refused']).toBe(
      'password_wrong',
    )
    const made = authenticator().make({ challenge: 'x', rp: { id: HOST }, user: { id: 'x' } }, SITE)
    expect(answerOf(await client.call('session.passkeyAdd', { name: 'x', credential: made }))).toEqual(failed)
    for (let i = 0; i < 4; i++) await client.call('session.passkeyRemove', { id, password: 'guessed' })
    expect((await client.call('session.passkeyRemove', { id, password: PASSWORD })).status).toBe(429)
  })

  test('input that is not WebAuthn is refused with a code, never with an error', async () => {
    const { key, client } = await victim('doctor.garbage')
    for (const bytes of [
      '',
      'AA',
      randomBytes(900).toString('base64url'),
      Buffer.from('{"type":1}').toString('base64url'),
    ]) {
      const { session, options } = await beginPasskey(server, HOST)
      const right = key.sign(options, SITE)
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        refreshLimits(server)
        const credential = { ...right, response: { ...right.response, [field]: bytes } }
        expect([field, answerOf(await finish(session, credential))]).toEqual([field, failed])
      }
      const started = await client.call('session.passkeyAddStart', { password: PASSWORD })
      const made = authenticator().make(started.body['options'] as Parameters<typeof key.make>[0], SITE)
      const credential = { ...made, response: { ...made.response, attestationObject: bytes } }
      expect(answerOf(await client.call('session.passkeyAdd', { name: 'x', credential }))).toEqual(failed)
    }
  })
})

test('no pull contains anything of a passkey, and only the owner’s login reads one', async () => {
  const { client, key, id } = await victim('doctor.pulled')
  for (const each of [client, await server.as('deskKuzey', HOST), await server.as('superadmin')]) {
    const pulled = await each.request('GET', '/api/sync')
    expect(pulled.status).toBe(200)
    const body = JSON.stringify(pulled.body)
    expect([id, key.keys[0]!.id].filter((word) => body.includes(word))).toEqual([])
  }
  await expect(server.deps.requests.query('select from passkey')).rejects.toThrow('permission denied')
})

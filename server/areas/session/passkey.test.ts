import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshLimits } from '../../../tests/api/cast.ts'
import { authenticator } from '../../../tests/support/authenticator.ts'
import { addPasskey, beginPasskey, enterByPasskey } from '../../../tests/support/passkey.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'
import { removeFactor } from './remove-factor.ts'
import { hashOf } from '../../identity/secret.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const HOST = 'kuzey.localhost'
/** A doctor of this test alone, signed in, with a passkey for the clinic's host. */
async function withPasskey(name: string, host = HOST) {
  const doctor = await server.world.doctor(name, [server.world.clinics.kuzey])
  const client = await server.enter({ ...doctor, type: 'doctor' }, host)
  const key = authenticator()
  const { status, body } = await addPasskey(client, key)
  expect([name, status]).toEqual([name, 200])
  return { doctor, client, key, id: String(body['id']) }
}
const own = async (client: Client) => (await client.call('session.passkeys', {})).body
const count = async (personId: string) =>
  (await server.pool.query('select from passkey where person_id = $1', [personId])).rowCount
async function signIn(username: string, type: 'doctor' | 'admin' = 'doctor', host = HOST) {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', { type, session, username, password: PASSWORD })
}

describe('a passkey (decision 0078)', () => {
  test('it is created with the password, signs in without it, and its owner lists, renames and removes it', async () => {
    const { doctor, client, key, id } = await withPasskey('doctor.keys')
    expect(await own(client)).toMatchObject({
      passkeys: [{ id, name: 'Telefon', host: HOST, here: true, backedUp: false, usedAt: null }],
      mustKeepOne: false,
    })
    const entered = await enterByPasskey(server, key, HOST)
    expect(entered.body).toMatchObject({ status: true, mustEnrol: false, user: { id: doctor.id, type: 'doctor' } })
    const inside = await server.nobody(HOST).request('GET', '/api/auth', undefined, {
      authorization: String(entered.body['token']),
      session: String(entered.body['session']),
    })
    expect(inside.body['user']).toMatchObject({ id: doctor.id })
    expect((await own(client))['passkeys']).toMatchObject([{ usedAt: expect.any(String) }])
    expect((await client.call('session.passkeyRename', { id, name: ' Tablet ' })).status).toBe(200)
    expect((await own(client))['passkeys']).toMatchObject([{ name: 'Tablet' }])
    expect((await client.call('session.passkeyRemove', { id, password: 'wrong' })).body['refused']).toBe(
      'password_wrong',
    )
    expect((await client.call('session.passkeyRemove', { id, password: PASSWORD })).status).toBe(200)
    expect((await own(client))['passkeys']).toEqual([])
    expect((await enterByPasskey(server, key, HOST)).body['refused']).toBe('passkey_failed')
  })

  test('it requires this host, a verified person, and only one per authenticator', async () => {
    const { client, key } = await withPasskey('doctor.asked')
    const { body } = await client.call('session.passkeyAddStart', { password: PASSWORD })
    expect(body['options']).toMatchObject({
      rp: { id: HOST, name: 'Klinik kuzey' },
      excludeCredentials: [{ id: key.keys[0]!.id, type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const { options } = await beginPasskey(server, HOST)
    expect(options).toMatchObject({ rpId: HOST, userVerification: 'required' })
  })

  test('the counter is checked if the authenticator counts, and ignored if it does not', async () => {
    const doctor = await server.world.doctor('doctor.counts', [server.world.clinics.kuzey])
    const client = await server.enter({ ...doctor, type: 'doctor' }, HOST)
    const silent = authenticator({ counts: false })
    await addPasskey(client, silent)
    for (let i = 0; i < 2; i++) expect((await enterByPasskey(server, silent, HOST)).status).toBe(200)
    const counting = authenticator()
    await addPasskey(client, counting)
    for (let i = 0; i < 2; i++) expect((await enterByPasskey(server, counting, HOST)).status).toBe(200)
  })

  test('its owner is notified, and each step is audited', async () => {
    const { doctor, client, key, id } = await withPasskey('doctor.told')
    await enterByPasskey(server, key, HOST)
    await client.call('session.passkeyRemove', { id, password: PASSWORD })
    const letters = await server.pool.query<{ link: string }>(
      `select args ->> 'link' as link from message where template = 'passkey_added' and recipient = $1`,
      [doctor.username],
    )
    expect(letters.rows.map(({ link }) => new URL(link).pathname)).toEqual(['/doctor-forget'])
    const { rows } = await server.pool.query<{ action: string; outcome: string }>(
      `select action, outcome from audit where (actor = $1 or object_id = $1) and action like 'session.passkey%' order by seq`,
      [doctor.id],
    )
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'session.passkeyAddStart done',
      'session.passkeyAdd done',
      'session.passkeySignIn done',
      'session.passkeyRemove done',
    ])
  })

  test('it replaces the second factor where one is required, and then the password alone opens nothing', async () => {
    const { doctor, client, key, id } = await withPasskey('doctor.required')
    const { kuzey } = server.world.clinics
    await server.pool.query('update clinic set factor_required = true where id = $1', [kuzey])
    try {
      expect((await enterByPasskey(server, key, HOST)).body).toMatchObject({ status: true, mustEnrol: false })
      expect((await signIn(doctor.username)).body['refused']).toBe('passkey_required')
      expect(await own(client)).toMatchObject({ mustKeepOne: true })
      const refused = await client.call('session.passkeyRemove', { id, password: PASSWORD })
      expect(refused.body['refused']).toBe('factor_must_stay')
      // with a second one, the first can be removed; of two that are removed at once, one stays
      const second = await addPasskey(client, authenticator())
      const ids = [id, String(second.body['id'])]
      const both = await Promise.all(
        ids.map((its) => client.call('session.passkeyRemove', { id: its, password: PASSWORD })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await count(doctor.id)).toBe(1)
    } finally {
      await server.pool.query('update clinic set factor_required = false where id = $1', [kuzey])
    }
  })

  test('adding one is a way to satisfy a required factor', async () => {
    const doctor = await server.world.doctor('doctor.enrols', [server.world.clinics.kuzey])
    await server.pool.query('update clinic set factor_required = true where id = $1', [server.world.clinics.kuzey])
    try {
      const client = await server.enter({ ...doctor, type: 'doctor' }, HOST)
      expect((await client.call('session.list', {})).body['refused']).toBe('factor_required')
      expect((await addPasskey(client, authenticator())).status).toBe(200)
      expect((await client.call('session.list', {})).status).toBe(200)
    } finally {
      await server.pool.query('update clinic set factor_required = false where id = $1', [server.world.clinics.kuzey])
    }
  })

  test('a reset, a recovery and “that was not me” remove passkeys of whoever has added one; a new password in an open session does not', async () => {
    const changed = await withPasskey('doctor.changes')
    await changed.client.call('session.changePassword', { current: PASSWORD, password: `${PASSWORD}-yeni` })
    expect(await count(changed.doctor.id)).toBe(1)
    const reset = await withPasskey('doctor.resets')
    await server.pool.query(`insert into password_link values ($1, $2, 'reset', $3, $4)`, [
      hashOf('reset-code'),
      reset.doctor.id,
      new Date(server.clock.now),
      new Date(server.clock.now + 60_000),
    ])
    expect((await server.nobody().call('session.reset', { code: 'reset-code', password: PASSWORD })).status).toBe(200)
    const undone = await withPasskey('doctor.undoes')
    await server.pool.query('select contact_changed($1, $2, $3, null, $4, $5)', [
      undone.doctor.id,
      hashOf('undo-code'),
      undone.doctor.username,
      new Date(server.clock.now),
      new Date(server.clock.now + 60_000),
    ])
    expect((await server.nobody().call('session.undoContact', { code: 'undo-code' })).status).toBe(200)
    for (const { doctor, key } of [reset, undone]) {
      expect(await count(doctor.id)).toBe(0)
      expect((await enterByPasskey(server, key, HOST)).body['refused']).toBe('passkey_failed')
    }
  })

  test('recovery within a private clinic removes it too', async () => {
    const { gizli } = server.world.clinics
    const doctor = await server.world.doctor('doctor.recovered', [gizli])
    const host = 'gizli.localhost'
    const client = await server.enter({ ...doctor, type: 'doctor' }, host)
    const key = authenticator()
    await addPasskey(client, key)
    const desk = await server.as('deskGizli', host)
    const { body } = await desk.call('doctor.recover', { id: doctor.id, password: PASSWORD })
    const recovered = await server
      .nobody(host)
      .call('session.recover', { username: doctor.username, code: String(body['code']), password: PASSWORD })
    expect([recovered.status, await count(doctor.id)]).toEqual([200, 0])
  })

  test('it goes with the second factor that the operator removes, and with the account', async () => {
    const { superadmin } = server.world.people
    const client = await server.signIn('superadmin')
    await addPasskey(client, authenticator())
    expect(await removeFactor(server.pool, superadmin.username, server.clock.now)).toBe('removed')
    expect([await count(superadmin.id), (await client.call('session.list', {})).status]).toEqual([0, 401])
    const { doctor } = await withPasskey('doctor.gone')
    await server.pool.query('update person set deleted_at = now(), active = false where id = $1', [doctor.id])
    expect(await count(doctor.id)).toBe(0)
  })
})

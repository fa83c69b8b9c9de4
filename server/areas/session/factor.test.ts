import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshLimits } from '../../../tests/api/cast.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const digits = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

async function signIn(username: string, code?: string, password = PASSWORD, type: 'doctor' | 'patient' = 'doctor') {
  const nobody = server.nobody()
  const session = String((await nobody.call('session.start', {})).body['session'])
  return nobody.call('session.signIn', {
    type,
    session,
    username,
    password,
    ...(code !== undefined && { code }),
  })
}
/** A doctor of this test alone, with the factor on. */
async function withFactor(name: string) {
  const doctor = await server.world.doctor(name, [server.world.clinics.kuzey])
  Object.assign(server.world.people, { late: doctor })
  const client: Client = await server.signIn('late' as 'admin')
  const { body } = await client.call('session.factorStart', { password: PASSWORD })
  const secret = String(body['secret'])
  const confirmed = await client.call('session.factorConfirm', { code: digits(secret, -1) })
  return { doctor, client, secret, uri: String(body['uri']), recovery: confirmed.body['recovery'] as string[] }
}

describe('the second factor (TRUST D3)', () => {
  test('the first code turns it on, and from then on sign-in asks for one', async () => {
    const { doctor, client, secret, uri, recovery } = await withFactor('doctor.factor')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Bedside/)
    expect([recovery.length, new Set(recovery).size]).toEqual([8, 8])
    expect((await client.call('session.factor', {})).body).toMatchObject({ since: expect.any(String), recoveryLeft: 8 })
    expect((await signIn(doctor.username)).body['refused']).toBe('totp_required')
    expect((await signIn(doctor.username, '000000')).body['refused']).toBe('totp_wrong')
    const code = digits(secret)
    expect((await signIn(doctor.username, code)).status).toBe(200)
    // neither the same time step nor an earlier one is accepted again
    expect((await signIn(doctor.username, code)).body['refused']).toBe('totp_wrong')
    expect((await signIn(doctor.username, digits(secret, -1))).body['refused']).toBe('totp_wrong')
    expect((await signIn(doctor.username, digits(secret, 1))).status).toBe(200)
    expect((await signIn(doctor.username, digits(secret, 4))).body['refused']).toBe('totp_wrong')
  })

  test('six characters that are not digits are a wrong code, in setup and at sign-in', async () => {
    const { doctor } = await withFactor('doctor.signs')
    const other = await server.world.doctor('doctor.letters', [server.world.clinics.kuzey])
    const client = await server.enter({ ...other, type: 'doctor' })
    await client.call('session.factorStart', { password: PASSWORD })
    for (const code of ['⁰⁴⁵₀₁₂', 'straße', '🏳️‍🌈', '١٢٣٤٥٦'])
      expect([
        (await client.call('session.factorConfirm', { code })).body['refused'],
        (await signIn(doctor.username, code)).body['refused'],
      ]).toEqual(['totp_wrong', 'totp_wrong'])
  })

  test('without the right password nothing reveals that it is on', async () => {
    const { doctor } = await withFactor('doctor.silent')
    expect((await signIn(doctor.username, undefined, 'wrong')).body['refused']).toBe('sign_in_failed')
    expect((await signIn(doctor.username, '000000', 'wrong')).body['refused']).toBe('sign_in_failed')
  })

  test('a recovery code works once, in any spelling', async () => {
    const { doctor, client, recovery } = await withFactor('doctor.recovers')
    expect((await signIn(doctor.username, recovery[0]!.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await signIn(doctor.username, recovery[0])).body['refused']).toBe('totp_wrong')
    expect((await signIn(doctor.username, recovery[1])).status).toBe(200)
    expect((await client.call('session.factor', {})).body['recoveryLeft']).toBe(6)
  })

  test('two sign-ins at once with one code: one succeeds', async () => {
    const { doctor, secret } = await withFactor('doctor.race')
    const code = digits(secret)
    const statuses = await Promise.all([signIn(doctor.username, code), signIn(doctor.username, code)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('D4: after five wrong codes the account has to wait, even with the right one', async () => {
    const { doctor, secret } = await withFactor('doctor.guessed')
    for (let i = 0; i < 5; i++) expect((await signIn(doctor.username, '000000')).status).toBe(409)
    expect((await signIn(doctor.username, digits(secret))).status).toBe(429)
  })

  test('turning it on and off needs the password; it is stored encrypted; each step is audited', async () => {
    const { doctor, client, secret, recovery } = await withFactor('doctor.sealed')
    const { rows } = await server.pool.query<{ secret: string; recovery: string[] }>(
      'select * from second_factor where person_id = $1',
      [doctor.id],
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]!.recovery).not.toContain(recovery[0])
    expect((await client.call('session.factorStart', { password: PASSWORD })).body['refused']).toBe('factor_on')
    expect((await client.call('session.factorOff', { password: 'wrong' })).body['refused']).toBe('password_wrong')
    expect((await client.call('session.factorOff', { password: PASSWORD })).status).toBe(200)
    expect((await signIn(doctor.username)).status).toBe(200)
    expect((await client.call('session.factorConfirm', { code: '000000' })).body['refused']).toBe('factor_not_started')
    const audited = await server.pool.query<{ action: string; outcome: string }>(
      `select action, outcome from audit where actor = $1 and action like 'session.factor%' order by seq`,
      [doctor.id],
    )
    expect(audited.rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'session.factorStart done',
      'session.factorConfirm done',
      'session.factorStart factor_on',
      'session.factorOff password_wrong',
      'session.factorOff done',
      'session.factorConfirm factor_not_started',
    ])
  })

  test('everyone can turn it on: a patient’s is asked for at their sign-in', async () => {
    const patient = await server.signIn('patientLinden')
    const secret = String((await patient.call('session.factorStart', { password: PASSWORD })).body['secret'])
    const { body } = await patient.call('session.factorConfirm', { code: digits(secret, -1) })
    expect(body['recovery']).toHaveLength(8)
    const { username } = server.world.people.patientLinden
    expect((await signIn(username, undefined, PASSWORD, 'patient')).body['refused']).toBe('totp_required')
    expect((await signIn(username, digits(secret), PASSWORD, 'patient')).status).toBe(200)
  })
})

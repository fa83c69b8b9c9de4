import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMessages } from '../../server/jobs/send-messages.ts'
import { settleRequests } from '../../server/areas/session/settle-requests.ts'
import { digitsOf } from '../api/account-attempts.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startSmtp, wordsOf, type Smtp } from '../support/smtp.ts'
import { PASSWORD } from '../support/world.ts'

const HOST = 'gizli.localhost'
const NEW_PASSWORD = 'Quiet-lantern-78'
let server: TestServer
/** The private clinic's own mail server, and the platform's. */
let own: Smtp
let platform: Smtp
let secret: string
let recovery: readonly string[]

beforeAll(async () => {
  ;[server, own, platform] = await Promise.all([
    startServer(),
    startSmtp({ user: 'gizli', password: 'sealed-word' }),
    startSmtp(),
  ])
  await server.pool.query(`update setting set data = $1 where id = 'mail'`, [
    { host: '127.0.0.1', port: platform.port, sender: 'platform@test.example' },
  ])
  const doctor = await server.signIn('doctorGizli', HOST)
  secret = String((await doctor.call('session.factorStart', { password: PASSWORD })).body['secret'])
  recovery = (await doctor.call('session.factorConfirm', { code: digitsOf(secret) })).body['recovery'] as string[]
})
beforeEach(async () => {
  refreshLimits(server)
  await keep()
  // a code works only once: let this one work again
  await server.pool.query('update second_factor set last_step = 0')
  for (const { letters } of [own, platform]) letters.length = 0
})
afterEach(() => server.pool.query('delete from clinic_mail'))
afterAll(async () => {
  await Promise.all([server.stop(), own.stop(), platform.stop()])
})

const desk = () => server.signIn('deskGizli', HOST)
const mail = () => ({ host: '127.0.0.1', port: own.port, username: 'gizli', sender: 'gizli@test.example' })
const keep = async (change: object = {}) =>
  (await desk()).call('clinic.keepMail', { password: PASSWORD, secret: 'sealed-word', ...mail(), ...change })

async function forgotten(who: 'deskGizli' | 'doctorGizli' | 'patientGizli') {
  const { username, type } = server.world.people[who]
  await server.nobody(HOST).call('session.forget', {
    type: type === 'clinic' ? 'admin' : (type as 'doctor' | 'patient'),
    username,
    lang: 'en',
  })
  await settleRequests(server.deps)
  await sendMessages(server.deps)
}
const codeIn = ({ letters }: Smtp) => letters.flatMap(({ raw }) => /\/reset#([\w-]+)/.exec(wordsOf(raw))?.[1] ?? [])[0]
const reset = (code: string, factor?: string) =>
  server.nobody(HOST).call('session.reset', { code, password: NEW_PASSWORD, ...(factor !== undefined && { factor }) })

describe('27 A1: a private clinic’s own mail opens an account together with a second factor, and the platform’s never does', () => {
  test('the link is sent by the clinic’s mail server alone, and opens nothing without the factor', async () => {
    await forgotten('doctorGizli')
    const code = codeIn(own)
    expect([own.letters.length, platform.letters.length, typeof code]).toEqual([1, 0, 'string'])
    expect((await reset(code!)).body['refused']).toBe('totp_required')
    expect((await reset(code!, '000000')).body['refused']).toBe('totp_wrong')
    const right = await reset(code!, digitsOf(secret))
    expect([right.status, right.body['message']]).toEqual([200, 'password_reset'])
    expect((await reset(code!, digitsOf(secret))).body['refused']).toBe('reset_link_invalid')
    // the notice of a changed password opens nothing, so the platform may send it
    await sendMessages(server.deps)
    expect([platform.letters.length, codeIn(platform)]).toEqual([1, undefined])
    await server.pool.query(
      'update person set password_hash = (select password_hash from person where id = $2) where id = $1',
      [server.world.people.doctorGizli.id, server.world.people.patientGizli.id],
    )
  })

  test.each(['deskGizli', 'patientGizli'] as const)('%s without a second factor gets no link', async (who) => {
    await forgotten(who)
    expect([own.letters, platform.letters]).toEqual([[], []])
  })

  test('digits cannot be guessed at a link: after five wrong ones the right ones are refused too', async () => {
    await forgotten('doctorGizli')
    const code = codeIn(own)!
    const said: unknown[] = []
    for (let i = 0; i < 7; i++) said.push((await reset(code, `99999${i}`)).body['refused'])
    expect(said.slice(0, 5)).toEqual(Array(5).fill('totp_wrong'))
    expect(said.slice(5)).toEqual(['too_many_tries', 'too_many_tries'])
    expect((await reset(code, digitsOf(secret))).body['refused']).toBe('too_many_tries')
  })

  test('an expired link uses up no recovery code', async () => {
    await forgotten('doctorGizli')
    const code = codeIn(own)!
    await server.pool.query('update password_link set expires_at = $1 where used_at is null', [
      new Date(server.clock.now - 1),
    ])
    expect((await reset(code, recovery[0])).body['refused']).toBe('reset_link_invalid')
    const { rows } = await server.pool.query(
      'select cardinality(recovery) as left from second_factor where person_id = $1',
      [server.world.people.doctorGizli.id],
    )
    expect(rows).toEqual([{ left: recovery.length }])
  })

  test('turning the factor off after the link was sent keeps the link closed', async () => {
    await forgotten('doctorGizli')
    const { rows } = await server.pool.query('delete from second_factor returning *')
    expect((await reset(codeIn(own)!, digitsOf(secret))).body['refused']).toBe('totp_wrong')
    for (const { person_id, secret: sealed, confirmed_at } of rows)
      await server.pool.query('insert into second_factor (person_id, secret, confirmed_at) values ($1, $2, $3)', [
        person_id,
        sealed,
        confirmed_at,
      ])
  })

  test('if a clinic removes its mail server while a letter waits, the letter is not sent', async () => {
    const { username } = server.world.people.doctorGizli
    await server.nobody(HOST).call('session.forget', { type: 'doctor', username, lang: 'en' })
    await settleRequests(server.deps)
    expect((await (await desk()).call('clinic.dropMail', { password: PASSWORD })).status).toBe(200)
    await sendMessages(server.deps)
    expect([own.letters, platform.letters]).toEqual([[], []])
  })

  test('a clinic that becomes private again invalidates links sent by the platform’s mail, with or without its own mail before', async () => {
    const { gizli } = server.world.clinics
    await server.pool.query('update clinic set private = false where id = $1', [gizli])
    await forgotten('doctorGizli')
    const code = codeIn(platform)
    expect([own.letters, typeof code]).toEqual([[], 'string'])
    await server.pool.query('update clinic set private = true where id = $1', [gizli])
    expect((await reset(code!, digitsOf(secret))).body['refused']).toBe('reset_link_invalid')
  })
})

describe('who controls the mail server', () => {
  test('admins, other clinics’ desks, doctors and patients can neither read, set nor remove it', async () => {
    for (const [who, host] of [
      ['superadmin', 'localhost'],
      ['admin', 'localhost'],
      ['deskKuzey', 'kuzey.localhost'],
      ['doctorKuzey', 'kuzey.localhost'],
      ['patientGizli', HOST],
    ] as const) {
      const client = await server.signIn(who, host)
      const input = { password: PASSWORD, ...mail(), host: 'evil.example' }
      expect([who, (await client.call('clinic.mail', {})).status]).toEqual([who, 403])
      expect([who, (await client.call('clinic.keepMail', input)).status]).toEqual([who, 403])
      expect([who, (await client.call('clinic.dropMail', { password: PASSWORD })).status]).toEqual([who, 403])
    }
    const { rows } = await server.pool.query('select host from clinic_mail')
    expect(rows).toEqual([{ host: '127.0.0.1' }])
  })

  test('an unattended screen cannot change it without the password, and its own password is never returned', async () => {
    expect((await keep({ password: 'guessed' })).body['refused']).toBe('password_wrong')
    expect((await (await desk()).call('clinic.dropMail', { password: 'guessed' })).body['refused']).toBe(
      'password_wrong',
    )
    const { body } = await (await desk()).call('clinic.mail', {})
    expect(body['mail']).toEqual({ ...mail(), hasPassword: true })
    const { rows } = await server.pool.query('select sealed from clinic_mail')
    expect(JSON.stringify(rows)).not.toContain('sealed-word')
  })

  test('a server that cannot deliver letters is not stored', async () => {
    expect((await keep({ secret: 'wrong' })).body['refused']).toBe('third_party_failure')
    expect((await keep({ host: '169.254.169.254' })).body['refused']).toBe('host_not_allowed')
    // a request without a password keeps the stored one
    expect((await keep({ secret: undefined })).status).toBe(200)
    const { body } = await (await desk()).call('clinic.mail', {})
    expect(body['mail']).toEqual({ ...mail(), hasPassword: true })
  })
})

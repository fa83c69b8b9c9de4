import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer({ requiresFactor: true })))
afterAll(() => server.stop())

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['tools/remove-factor/main.ts', ...args], {
    env: { DATABASE_URL: server.url },
  })
const emailOf = async (who: 'superadmin' | 'admin') =>
  (await server.pool.query<{ email: string }>('select email from person where id = $1', [server.world.people[who].id]))
    .rows[0]!.email

test('an operator removes a superadmin’s second factor: all sessions end, it is audited, and a new one is set up at sign-in', async () => {
  const owner = await server.signIn('superadmin')
  const started = await owner.call('session.factorStart', { password: PASSWORD })
  const code = new TOTP({ secret: Secret.fromBase32(String(started.body['secret'])) }).generate()
  expect((await owner.call('session.factorConfirm', { code })).status).toBe(200)
  const other = await server.signIn('admin')

  const { stdout } = await run((await emailOf('superadmin')).toUpperCase())
  expect(stdout).toMatch(/^bedside: the second factor of \S+ is removed/i)
  expect((await owner.call('session.user', {})).status).toBe(401)
  expect((await other.call('session.user', {})).status).toBe(200)
  const { rows } = await server.pool.query(
    `select actor, object_table, object_id, fields, outcome from audit where action = 'operator.removeFactor'`,
  )
  expect(rows).toEqual([
    {
      actor: null,
      object_table: 'person',
      object_id: server.world.people.superadmin.id,
      fields: ['second_factor'],
      outcome: 'done',
    },
  ])
  // the password alone only allows setting up a factor
  const again = await server.signIn('superadmin')
  expect((await again.call('session.list', {})).body['refused']).toBe('factor_required')
  expect((await again.call('session.factorStart', { password: PASSWORD })).status).toBe(200)
})

test.each([
  ['nobody', [], /npm run remove-factor -- <e-mail of a superadmin>/],
  ['two', ['a@x.example', 'b@x.example'], /npm run remove-factor -- <e-mail of a superadmin>/],
  ['an address of nobody', ['nobody@x.example'], /no superadmin has the address/],
])('%s is refused with one line', async (_, args, line) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) })
})

test('a person who is not a superadmin, or has no factor, is unchanged', async () => {
  const admin = await emailOf('admin')
  await server.pool.query(`insert into second_factor (person_id, secret, confirmed_at) values ($1, '\\x00', now())`, [
    server.world.people.admin.id,
  ])
  await expect(run(admin)).rejects.toMatchObject({ stderr: expect.stringContaining('no superadmin has the address') })
  const { rowCount } = await server.pool.query('select from second_factor where person_id = $1', [
    server.world.people.admin.id,
  ])
  expect(rowCount).toBe(1)
  await server.pool.query('delete from second_factor')
  await expect(run(await emailOf('superadmin'))).rejects.toMatchObject({
    stderr: expect.stringContaining('has no second factor'),
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { settleRequests } from '../../server/areas/session/settle-requests.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/** An account takeover by its contacts: each call that can change a contact, then a forgotten password. */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
beforeEach(() => server.pool.query('delete from message'))
afterAll(() => server.stop())

const EVIL = { email: 'evil@test.example', phone: '+905429999999' }
let count = 0
const keyed = () => ({ key: freshKey() })

async function account({ email = `owner${count++}@test.example` as string | null } = {}) {
  const { world, pool } = server
  const { id, username } = await world.patient(`owner.${newId()}`, world.clinics.kuzey)
  const phone = `+90542${String(2_000_000 + count++)}`
  const client = await server.enter({ username, type: 'patient' })
  await pool.query('update person set email = null, phone = null where email = $1 or phone = $2', [
    EVIL.email,
    EVIL.phone,
  ])
  await pool.query('update person set email = $2, phone = $3 where id = $1', [id, email, phone])
  return { id, email, phone, client }
}
const letters = async (template?: string) =>
  (
    await server.pool.query<{ channel: string; recipient: string; template: string; args: { link: string } }>(
      'select channel, recipient, template, args from message where $1::text is null or template = $1 order by recipient',
      [template ?? null],
    )
  ).rows
/** Where a link for a new password goes, for each of these logins. */
async function resetsTo(...logins: string[]) {
  await server.pool.query('delete from message')
  for (const username of logins)
    await server.pool.query(
      `insert into account_request (id, kind, type, lang, data, asked_at, expires_at) values ($1, 'forget', 'patient', 'en', $2, now(), now() + interval '1 hour')`,
      [newId(), JSON.stringify({ username })],
    )
  await settleRequests(server.deps)
  return [...new Set((await letters('password_reset')).map(({ recipient }) => recipient))]
}

type Owner = Awaited<ReturnType<typeof account>>
const WAYS: Readonly<Record<string, (its: Owner) => Promise<{ status: number }>>> = {
  'own phone in an open session': ({ client, id }) => client.call('profile.update', { id, phone: EVIL.phone }, keyed()),
  'own e-mail in an open session, with the password': ({ client }) =>
    client.call('profile.secure', { password: PASSWORD, email: EVIL.email }, keyed()),
  'both by the desk': async ({ id }) =>
    (await server.as('deskKuzey', 'kuzey.localhost')).call('patient.update', { id, ...EVIL }, keyed()),
  'the e-mail by an admin': async ({ id }) =>
    (await server.as('admin')).call('patient.update', { id, email: EVIL.email }, keyed()),
}

test.each(Object.entries(WAYS))(
  '%s: no link goes there, every old contact is told, and one press undoes it',
  async (_, change) => {
    const owner = await account()
    expect((await change(owner)).status).toBe(200)
    const warned = await letters()
    expect(warned.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['sms', owner.phone],
      ['mail', owner.email],
    ])
    expect(
      (await resetsTo(EVIL.email, EVIL.phone, owner.email!, owner.phone)).filter((to) => to !== owner.email),
    ).toEqual([])

    const code = new URL(warned[0]!.args.link).hash.slice(1)
    const undo = () => server.nobody('kuzey.localhost').call('session.undoContact', { code })
    await server.pool.query('delete from message')
    expect((await undo()).body).toEqual({ status: true })
    const { rows } = await server.pool.query('select email, phone, held_until from person where id = $1', [owner.id])
    expect(rows).toEqual([{ email: owner.email, phone: owner.phone, held_until: null }])
    // the attacker is signed out, and the owner gets a link for a new password
    expect((await owner.client.call('session.user', {})).status).toBe(401)
    expect((await letters()).map(({ template, recipient }) => [template, recipient])).toEqual([
      ['password_reset', owner.email],
    ])
    // it works once, and the other letter's link is void too
    expect((await undo()).body).toMatchObject({ refused: 'undo_link_invalid' })
  },
)

test('after seven days without an objection the new contact applies', async () => {
  const owner = await account()
  await WAYS['both by the desk']!(owner)
  const args = (await letters())[0]!.args
  await server.pool.query(`update person set held_until = now() - interval '1 second' where id = $1`, [owner.id])
  expect(await resetsTo(EVIL.email)).toEqual([EVIL.email])
  server.clock.now += 8 * 24 * 3_600_000
  const late = await server
    .nobody('kuzey.localhost')
    .call('session.undoContact', { code: new URL(args.link).hash.slice(1) })
  server.clock.now -= 8 * 24 * 3_600_000
  expect(late.body).toMatchObject({ refused: 'undo_link_invalid' })
})

test('merging two cards gives an account no contact of the other card, and a card without an account gets it', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const merged = async (stays: Owner) => {
    const twin = await account({ email: EVIL.email })
    await server.pool.query('update person set password_hash = null where id = $1', [twin.id])
    await twin.client.call('session.end', {})
    expect((await desk.call('patient.merge', { id: stays.id, from: twin.id }, keyed())).status).toBe(200)
    return (await server.pool.query<{ email: string | null }>('select email from person where id = $1', [stays.id]))
      .rows[0]!.email
  }
  const owner = await account({ email: null })
  expect(await merged(owner)).toBeNull()
  expect(await resetsTo(EVIL.email)).toEqual([])
  expect(await resetsTo(owner.phone)).toEqual([owner.phone])
  const card = await account({ email: null })
  await server.pool.query('update person set password_hash = null where id = $1', [card.id])
  expect(await merged(card)).toBe(EVIL.email)
})

test('an invalid code, a used one and a hundred guesses open nothing', async () => {
  const nobody: Client = server.nobody()
  expect((await nobody.call('session.undoContact', { code: newId() })).body).toMatchObject({
    refused: 'undo_link_invalid',
  })
})

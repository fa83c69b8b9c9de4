import type { CallName, Refusal } from '../../contract/calls.ts'
import { PASSKEYS_MOST } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { authenticator } from '../support/authenticator.ts'
import { addPasskey, beginPasskey, enterByPasskey } from '../support/passkey.ts'
import type { Answer, Client, TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { asTwin } from './account-attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `session.passkey${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of passkeys. */
export function passkeyRefusals(server: { server: () => TestServer; cast: () => Cast }): Provoked {
  const twin = async () => (await asTwin(server.server(), 'deskPublic'))!.as
  const start = (client: Client, password = PASSWORD) => client.call('session.passkeyAddStart', { password })
  const key = authenticator()
  const fill = async (client: Client) => {
    const { id } = (await client.call('session.user', {})).body['user'] as { id: string }
    await server.server().pool.query(
      `insert into passkey (id, person_id, host, credential_id, public_key, counter, name, backed_up, created_at)
       select gen_random_uuid(), $1, 'x.example', gen_random_uuid(), '', 0, 'x', false, now() from generate_series(1, $2)`,
      [id, PASSKEYS_MOST],
    )
  }
  const credentialFor = async (client: Client) => {
    const options = (await start(client)).body['options'] as Parameters<typeof key.make>[0]
    return key.make(options, `http://${client.headers['host']}`)
  }
  return {
    'session.passkeys': {},
    'session.passkeyAddStart': {
      password_wrong: async () => start(await twin(), 'x'),
      passkey_too_many: async () => {
        const client = await twin()
        await fill(client)
        return start(client)
      },
    },
    'session.passkeyAdd': {
      passkey_failed: async () => addPasskey(await twin(), key, { origin: 'http://else.example' }),
      passkey_too_many: async () => {
        const client = await twin()
        const credential = await credentialFor(client)
        await fill(client)
        return client.call('session.passkeyAdd', { name: 'x', credential })
      },
    },
    'session.passkeyRename': {
      passkey_not_found: async () => (await twin()).call('session.passkeyRename', { id: newId(), name: 'x' }),
    },
    'session.passkeyRemove': {
      password_wrong: async () => (await twin()).call('session.passkeyRemove', { id: newId(), password: 'x' }),
      passkey_not_found: async () => (await twin()).call('session.passkeyRemove', { id: newId(), password: PASSWORD }),
      factor_must_stay: async () => {
        const client = await twin()
        const id = String((await addPasskey(client, key)).body['id'])
        const { clinic } = server.cast().places.kuzey1
        const require = (is: boolean) =>
          server.server().pool.query('update clinic set factor_required = $2 where id = $1', [clinic, is])
        await require(true)
        const refused = await client.call('session.passkeyRemove', { id, password: PASSWORD })
        await require(false)
        return refused
      },
    },
    'session.passkeyStart': {
      clinic_not_found: async () =>
        server.server().nobody('nowhere.example').call('session.passkeyStart', { session: 'x' }),
      session_not_found: async () => server.server().nobody().call('session.passkeyStart', { session: 'x' }),
    },
    'session.passkeySignIn': {
      clinic_not_found: async () => {
        const { session, options } = await beginPasskey(server.server(), 'kuzey.localhost')
        await addPasskey(await twin(), key)
        const credential = key.sign(options, 'http://kuzey.localhost')
        return server.server().nobody('nowhere.example').call('session.passkeySignIn', { session, credential })
      },
      passkey_failed: async () => {
        await addPasskey(await twin(), key)
        return enterByPasskey(server.server(), key, 'kuzey.localhost', { verified: false })
      },
      session_not_found: async () => {
        await addPasskey(await twin(), key)
        const { session, options } = await beginPasskey(server.server(), 'kuzey.localhost')
        const credential = key.sign(options, 'http://kuzey.localhost')
        // it expires between the challenge and the answer
        await server
          .server()
          .pool.query('update session set expires_at = created_at where challenge = $1', [options.challenge])
        return server.server().nobody('kuzey.localhost').call('session.passkeySignIn', { session, credential })
      },
    },
  }
}

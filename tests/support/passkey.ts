import type { Reply } from '../../contract/calls.ts'
import type { authenticator, Lies } from './authenticator.ts'
import type { Answer, Client, TestServer } from './server.ts'
import { PASSWORD } from './world.ts'

type Authenticator = ReturnType<typeof authenticator>

const originOf = (host: string) => `http://${host}`
const optionsOf = <N extends 'session.passkeyAddStart' | 'session.passkeyStart'>({ body }: Answer) =>
  body['options'] as Reply<N>['options'] // if it is missing, the test fails where it is used

/** Makes a passkey for someone signed in, on their host. */
export async function addPasskey(client: Client, key: Authenticator, lies: Lies = {}): Promise<Answer> {
  const started = await client.call('session.passkeyAddStart', { password: PASSWORD })
  if (started.status !== 200) return started
  const credential = key.make(optionsOf<'session.passkeyAddStart'>(started), originOf(client.headers['host']!), lies)
  return client.call('session.passkeyAdd', { name: 'Telefon', credential })
}

/** A session id, with the options that an authenticator signs. */
export async function beginPasskey(server: Pick<TestServer, 'nobody'>, host = 'localhost') {
  const nobody = server.nobody(host)
  const session = String((await nobody.call('session.start', {})).body['session'])
  const started = await nobody.call('session.passkeyStart', { session })
  return { session, options: optionsOf<'session.passkeyStart'>(started) }
}

/** Signs in with the newest passkey for the host; `lies` changes what the authenticator answers. */
export async function enterByPasskey(
  server: Pick<TestServer, 'nobody'>,
  key: Authenticator,
  host = 'localhost',
  lies: Lies = {},
): Promise<Answer> {
  const { session, options } = await beginPasskey(server, host)
  const credential = key.sign(options, originOf(host), lies)
  return server.nobody(host).call('session.passkeySignIn', { session, credential })
}

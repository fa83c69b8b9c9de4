import type { CallName } from '../../contract/calls.ts'
import { authenticator } from '../support/authenticator.ts'
import { addPasskey, beginPasskey } from '../support/passkey.ts'
import { PASSWORD } from '../support/world.ts'
import { asTwin } from './account-attempts.ts'
import type { Attempt, Try } from './attempts.ts'
import { refreshLimits, type Actor } from './cast.ts'

/** Calls of passkeys: each attempt has a person of its own, as for an account's life. */
export const passkeyAttempts = {
  'session.passkeys': async () => ({ input: {} }),
  'session.passkeyAddStart': async ({ server }, actor) => ({
    input: { password: PASSWORD },
    ...(await asTwin(server, actor)),
  }),
  'session.passkeyAdd': async ({ server }, actor) => {
    const twin = await asTwin(server, actor)
    const key = authenticator()
    const nobody = { challenge: '', rp: { id: 'localhost' }, user: { id: '' } }
    if (!twin) return { input: { name: 'Telefon', credential: key.make(nobody, '') } }
    const { body } = await twin.as.call('session.passkeyAddStart', { password: PASSWORD })
    const options = body['options'] as typeof nobody
    return { input: { name: 'Telefon', credential: key.make(options, `http://${twin.as.headers['host']}`) }, ...twin }
  },
  'session.passkeyRename': async (make, actor) => {
    const { id, as } = await withPasskey(make, actor)
    return { input: { id, name: 'Tablet' }, ...(as && { as }) }
  },
  'session.passkeyRemove': async (make, actor) => {
    const { id, as } = await withPasskey(make, actor)
    return { input: { id, password: PASSWORD }, ...(as && { as }) }
  },
  'session.passkeyStart': async ({ server }) => ({
    input: { session: String((await server.nobody().call('session.start', {})).body['session']) },
    as: server.nobody(),
  }),
  'session.passkeySignIn': async (make) => {
    const { server } = make
    const { key } = await withPasskey(make, 'patientPublic')
    refreshLimits(server)
    const { session, options } = await beginPasskey(server, key.keys[0]!.rpId)
    const credential = key.sign(options, `http://${options.rpId}`)
    return { input: { session, credential }, as: server.nobody(options.rpId) }
  },
} satisfies { [N in CallName]?: (make: Try, actor: Actor) => Promise<Attempt<N>> }

/** A person with one passkey; an actor who cannot sign in has none, and uses another person's. */
async function withPasskey(make: Try, actor: Actor) {
  const key = authenticator()
  const twin = (await asTwin(make.server, actor)) ?? null
  const owner = twin ?? (await asTwin(make.server, 'patientPublic'))!
  const { status, body } = await addPasskey(owner.as, key)
  if (status !== 200) throw new Error(`no passkey: ${JSON.stringify(body)}`)
  return { id: String(body['id']), key, as: twin?.as ?? null }
}

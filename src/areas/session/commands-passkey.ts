import { passkeyCalls } from '../../../contract/session/session.passkey.ts'
import { sessionCalls } from '../../../contract/session/session.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { begin, takeIn } from './commands-sign-in.ts'
import { askPasskey, makePasskey, type Ceremony } from './passkey-browser.ts'

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }> | Exclude<Ceremony<unknown>, { kind: 'made' }>

/** Makes a passkey in this browser and stores it: asks for the password, the browser's dialog, then the name. */
export async function addPasskey(
  password: string,
  name: string,
): Promise<Failed | { readonly kind: 'done'; readonly reply: unknown }> {
  const started = await call(passkeyCalls['session.passkeyAddStart'], { password })
  if (started.kind !== 'done') return started
  const made = await makePasskey(started.reply.options)
  if (made.kind !== 'made') return made
  return call(passkeyCalls['session.passkeyAdd'], { name, credential: made.credential })
}

/**
 * Begins a session, gets the challenge and signs in with it, on a personal device only: what is encrypted here opens by
 * password alone, so its owner is asked for that. `autofill` waits until the person picks a name from the browser's
 * list.
 */
export async function signInByPasskey(
  clinicId: string | null,
  autofill: boolean,
  /** Checked after each wait: false if the caller has given up, or someone has signed in another way meanwhile. */
  mayGoOn: () => boolean,
): Promise<Failed | { readonly kind: 'done' } | { readonly kind: 'sealed' }> {
  const nobody = sendAs(null)
  const begun = await begin(nobody)
  if (begun.kind !== 'done') return begun
  const { session, offset } = begun
  const started = await call(passkeyCalls['session.passkeyStart'], { session }, nobody)
  if (started.kind !== 'done') return started
  if (!mayGoOn()) return { kind: 'cancelled' }
  const answered = await askPasskey(started.reply.options, autofill)
  if (answered.kind !== 'made') return answered
  if (!mayGoOn()) return { kind: 'cancelled' }
  const { credential } = answered
  const outcome = await call(passkeyCalls['session.passkeySignIn'], { session, credential }, nobody)
  if (outcome.kind !== 'done') return outcome
  const { token, session: opened, user } = outcome.reply
  const giveUp = () => call(sessionCalls['session.end'], {}, sendAs({ token, session: opened }))
  if (!mayGoOn()) {
    await giveUp()
    return { kind: 'cancelled' }
  }
  const { prepareAlone } = await import('./commands-shared.ts')
  if (!(await prepareAlone(user.id))) {
    await giveUp()
    return { kind: 'sealed' }
  }
  await takeIn(outcome.reply, { clinicId, offset, shared: false })
  return { kind: 'done' }
}

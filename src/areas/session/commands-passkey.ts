import { passkeyCalls } from '../../../contract/session/session.passkey.ts'
import { sessionCalls } from '../../../contract/session/session.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { begin, takeIn } from './commands-sign-in.ts'
import { askPasskey, makePasskey, type Ceremony } from './passkey-browser.ts'

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }> | Exclude<Ceremony<unknown>, { kind: 'made' }>

/** Makes one in this browser and keeps it: the password again, the browser's own dialog, the name. */
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
 * A session, what is to be signed, and the sign-in with it, on a device of one's own: what is sealed here opens by the password alone, and
 * whoever has any of that here is asked for it. `autofill` waits until the browser's list of names is used.
 */
export async function signInByPasskey(
  clinicId: string | null,
  autofill: boolean,
  /** Asked after each wait: false where no one waits for this any more, or someone comes in by another way meanwhile. */
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

import type { Input } from '../../../contract/calls.ts'
import { accountCalls } from '../../../contract/session/session.account.ts'
import { sessionCalls } from '../../../contract/session/session.ts'
import { passkeyCalls } from '../../../contract/session/session.passkey.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { readSession, writeSession } from '../../api/session.ts'
import { keepLeastPassword, leastPassword } from '../../screen/least-password.ts'
import { knownFace } from '../../screen/queries-face.ts'
import { begin, takeIn } from './commands-sign-in.ts'
import { dropProof, makeProof, readProof } from './register-proof.ts'
import { wasShared } from './shared-choice.ts'

/**
 * Calls about one's account (SPEC §7). Before sign-in they are sent as no one, afterwards as the person of this device.
 */
const nobody = sendAs(null)

/** Registers. For a patient the browser keeps a proof, so that opening the link signs it in. */
export const register = async (input: Input<'session.register'>) =>
  learnt(
    await call(
      accountCalls['session.register'],
      { ...input, ...(input.type === 'patient' && { proof: makeProof() }) },
      nobody,
    ),
    input.type === 'doctor',
  )
/**
 * Opens the account of a link. The browser that registered has kept the proof and is signed in at once
 * (docs/decisions/0132), unless someone is signed in there or others use the device too, since a shared device encrypts
 * what it stores with the password. `isIn` says whether.
 */
export async function confirm(code: string) {
  const proof = wasShared('patient') || (await readSession()) ? null : readProof()
  const begun = proof ? await begin(nobody) : null
  if (begun && begun.kind !== 'done') return begun
  const outcome = await call(
    accountCalls['session.confirm'],
    { code, ...(proof && begun && { proof, session: begun.session }) },
    nobody,
  )
  if (outcome.kind !== 'done') return outcome
  const { signedIn, type, waiting } = outcome.reply
  if (!signedIn || !begun) return { kind: 'done' as const, type, waiting, isIn: false }
  dropProof()
  const { prepareAlone } = await import('./commands-shared.ts')
  if (!(await prepareAlone(signedIn.user.id))) {
    await call(sessionCalls['session.end'], {}, sendAs({ token: signedIn.token, session: signedIn.session }))
    return { kind: 'done' as const, type, waiting, isIn: false }
  }
  // the page that opened the link already knows whose host this is
  await takeIn(signedIn, { clinicId: knownFace()?.id ?? null, offset: begun.offset, shared: false })
  return { kind: 'done' as const, type, waiting, isIn: true }
}
export const undoContact = (code: string) => call(accountCalls['session.undoContact'], { code }, nobody)
export const forget = (input: Input<'session.forget'>) => call(accountCalls['session.forget'], input, nobody)
/** `factor`: digits or a recovery code, if the account of a private clinic requires them. */
export const reset = (code: string, password: string, factor: string) =>
  call(accountCalls['session.reset'], { code, password, ...(factor && { factor }) }, nobody)
export const recover = (input: Input<'session.recover'>) => call(accountCalls['session.recover'], input, nobody)

/** Changes the password; from now on it also opens a shared device. */
export async function changePassword(current: string, password: string) {
  const session = await readSession()
  const isStaff = session !== null && session.person.type !== 'patient'
  const outcome = learnt(await call(accountCalls['session.changePassword'], { current, password }), isStaff)
  if (outcome.kind === 'done' && session?.shared)
    await (await import('./commands-shared.ts')).takePassword(session.person.id, password)
  return outcome
}
/**
 * Ends one of one's own sessions, or without an id all others. With `wipe` the device also destroys the data it holds
 * of this person.
 */
export const endSessions = (id?: string, wipe = false) =>
  call(accountCalls['session.endOther'], { ...(id && { id }), ...(wipe && { wipe }) })

export const startFactor = (password: string) => call(accountCalls['session.factorStart'], { password })
export const confirmFactor = (code: string) => call(accountCalls['session.factorConfirm'], { code })
export const turnFactorOff = (password: string) => call(accountCalls['session.factorOff'], { password })

export const renamePasskey = (id: string, name: string) => call(passkeyCalls['session.passkeyRename'], { id, name })
export const removePasskey = (id: string, password: string) =>
  call(passkeyCalls['session.passkeyRemove'], { id, password })

/** The required second factor is set up: unlocks this device. */
export async function noteEnrolled(): Promise<void> {
  const session = await readSession()
  if (session) await writeSession({ ...session, mustEnrol: false })
}

/** After a refusal of a short password, remembers the minimum length for the forms. */
function learnt<R>(outcome: Outcome<R>, isStaff: boolean): Outcome<R> {
  const least = outcome.kind === 'refused' && outcome.code === 'password_short' ? outcome.details['least'] : null
  if (typeof least === 'number') keepLeastPassword(isStaff ? leastPassword(false) : least, least)
  return outcome
}

import type { Input, Reply } from '../../../contract/calls.ts'
import { COOKIE_SECONDS } from '../../../contract/kernel/constants.ts'
import { sessionCalls, type LoginType } from '../../../contract/session/session.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs, type Send } from '../../api/http.ts'
import { keepLoginType, writeSession } from '../../api/session.ts'
import type { Prepared } from './commands-shared.ts'

/**
 * Begins a session, then signs in (SPEC §4). On success the device has been prepared, shared or personal, and the
 * session record is stored; `device` is its state.
 */
export async function signIn(
  type: LoginType,
  username: string,
  password: string,
  clinicId: string | null,
  shared: boolean,
  /** The code of the second factor, if required. */
  code?: string,
): Promise<
  | Exclude<Outcome<unknown>, { kind: 'done' }>
  | { readonly kind: 'done'; readonly person: string; readonly device: Prepared }
> {
  const nobody = sendAs(null)
  const begun = await begin(nobody)
  if (begun.kind !== 'done') return begun
  const { session, offset } = begun
  const outcome = await call(
    sessionCalls['session.signIn'],
    { type, session, username, password, clinic: clinicId, ...(code && { code }) },
    nobody,
  )
  if (outcome.kind !== 'done') return outcome
  const { prepareDevice } = await import('./commands-shared.ts')
  const { user } = outcome.reply
  const device = await prepareDevice(user.id, password, shared)
  await takeIn(outcome.reply, { clinicId, offset, shared: device.kind !== 'personal' })
  return { kind: 'done', person: user.id, device }
}

/** Begins a session without a person, and measures how far this device's clock is off. */
export async function begin(
  nobody: Send,
): Promise<
  | Exclude<Outcome<unknown>, { kind: 'done' }>
  | { readonly kind: 'done'; readonly session: string; readonly offset: number }
> {
  const startedAt = Date.now()
  const started = await call(sessionCalls['session.start'], {}, nobody)
  if (started.kind !== 'done') return started
  const { session, now } = started.reply
  // half the round trip is the best guess of when the server looked at its clock (rule 91)
  return { kind: 'done', session, offset: Date.parse(now) - (startedAt + Date.now()) / 2 }
}

/** Stores the session on a prepared device, however the person has proved who they are. */
export async function takeIn(
  { token, session, user, mustEnrol }: Reply<'session.signIn'>,
  { clinicId, offset, shared }: { clinicId: string | null; offset: number; shared: boolean },
): Promise<void> {
  const { comeBack } = await import('./commands-shared.ts')
  // clinic users sign in on the admins' page
  keepLoginType(user.type === 'clinic' ? 'admin' : user.type)
  await writeSession({
    token,
    session,
    person: user,
    clinicId,
    expiresAt: Date.now() + COOKIE_SECONDS * 1000,
    offset: Math.abs(offset) < 1000 ? 0 : offset,
    ...(shared && { shared }),
    ...(mustEnrol && { mustEnrol }),
  })
  await comeBack(user.id, token, shared)
}

/** Makes the first superadmin of an empty server with the code of its address. */
export const setUp = (input: Input<'session.setUp'>) => call(sessionCalls['session.setUp'], input, sendAs(null))

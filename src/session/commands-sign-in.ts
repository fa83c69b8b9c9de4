import type { Input } from '../../contract/calls.ts'
import { COOKIE_SECONDS } from '../../contract/constants.ts'
import { sessionCalls, type LoginType } from '../../contract/session.ts'
import { call, type Outcome } from '../api/call.ts'
import { sendAs } from '../api/http.ts'
import { keepLoginType, writeSession } from '../api/session.ts'
import type { Prepared } from './commands-shared.ts'

/**
 * A session first, then the sign-in (SPEC §4). On success the session record is on this device, after it has been made ready for a person
 * who shares it, or who does not: `device` says how it stands.
 */
export async function signIn(
  type: LoginType,
  username: string,
  password: string,
  clinicId: string | null,
  shared: boolean,
  /** Of the second factor, where it was asked for. */
  code?: string,
): Promise<
  | Exclude<Outcome<unknown>, { kind: 'done' }>
  | { readonly kind: 'done'; readonly person: string; readonly device: Prepared }
> {
  const nobody = sendAs(null)
  const asked = Date.now()
  const started = await call(sessionCalls['session.start'], {}, nobody)
  if (started.kind !== 'done') return started
  const { session, now } = started.reply
  // half the round trip is the best guess of when the server looked at its clock (rule 91)
  const offset = Date.parse(now) - (asked + Date.now()) / 2
  const outcome = await call(
    sessionCalls['session.signIn'],
    { type, session, username, password, clinic: clinicId, ...(code && { code }) },
    nobody,
  )
  if (outcome.kind !== 'done') return outcome
  keepLoginType(type)
  const { token, session: opened, user } = outcome.reply
  const { comeBack, prepareDevice } = await import('./commands-shared.ts')
  const device = await prepareDevice(user.id, password, shared)
  await writeSession({
    token,
    session: opened,
    person: user,
    clinicId,
    expiresAt: Date.now() + COOKIE_SECONDS * 1000,
    offset: Math.abs(offset) < 1000 ? 0 : offset,
    ...(device.kind !== 'personal' && { shared: true }),
  })
  await comeBack(user.id, token, device.kind !== 'personal')
  return { kind: 'done', person: user.id, device }
}

/** Makes the first superadmin of an empty house with the code of its address. */
export const setUp = (input: Input<'session.setUp'>) => call(sessionCalls['session.setUp'], input, sendAs(null))

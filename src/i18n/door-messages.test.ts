import { expect, test } from 'vitest'
import { accountCalls } from '../../contract/session/session.account.ts'
import { passkeyCalls } from '../../contract/session/session.passkey.ts'
import { sessionCalls } from '../../contract/session/session.ts'
import { doorMessages } from './door-messages.ts'

/** What a sign-in page calls: before a person is there, and to end a session that it does not keep. */
const CALLS = [
  sessionCalls['session.start'],
  sessionCalls['session.signIn'],
  sessionCalls['session.user'],
  sessionCalls['session.end'],
  passkeyCalls['session.passkeyStart'],
  passkeyCalls['session.passkeySignIn'],
  accountCalls['session.lock'],
]
/** What any address may answer (server/app/openapi/errors.ts), and what a call without an answer is shown as. */
const ANYWHERE = [
  'bad_input',
  'token_invalid',
  'unauthorized',
  'factor_required',
  'too_many_tries',
  'server_error',
  'busy',
]
const UNANSWERED = ['offline', 'generic_refresh']

test('a sign-in page has texts for every code its calls may be refused with', () => {
  const codes = [...CALLS.flatMap(({ refusals }) => [...refusals]), ...ANYWHERE, ...UNANSWERED]
  expect(codes.filter((code) => !Object.hasOwn(doorMessages, code))).toEqual([])
})

import { BUILD, UNLOCK_HEADER } from '../../contract/kernel/constants.ts'
import { attendance } from './attended.ts'
import { positionHeader } from './position.ts'
import type { SessionRecord } from './session-record.ts'

/** What every request to the server carries, signed in or not. */
export const headersOf = (
  session: Pick<SessionRecord, 'token' | 'session' | 'unlock'> | null,
): Readonly<Record<string, string>> => ({
  'bedside-build': String(BUILD),
  traceparent: newTrace(),
  ...attendance(),
  ...positionHeader(),
  ...(session?.token && { authorization: session.token, session: session.session }),
  ...(session?.unlock && { [UNLOCK_HEADER]: session.unlock }),
})

/** W3C Trace Context: new for each request; finds its lines at the proxy, in the server's log and in PostgreSQL's. */
const newTrace = () => `00-${randomHex(16)}-${randomHex(8)}-01`

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

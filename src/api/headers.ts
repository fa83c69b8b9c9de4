import { BUILD, UNLOCK_HEADER } from '../../contract/kernel/constants.ts'
import { attendance } from './attended.ts'
import type { SessionRecord } from './session-record.ts'

/** What every request to the server carries, as this person or as nobody. */
export const headersOf = (
  session: Pick<SessionRecord, 'token' | 'session' | 'unlock'> | null,
): Readonly<Record<string, string>> => ({
  'bedside-build': String(BUILD),
  ...attendance(),
  ...(session?.token && { authorization: session.token, session: session.session }),
  ...(session?.unlock && { [UNLOCK_HEADER]: session.unlock }),
})

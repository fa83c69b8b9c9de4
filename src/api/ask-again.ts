import { sessionCalls } from '../../contract/session/session.ts'
import { sendAs } from './http.ts'
import { dropToken, readOverdue, readSession, renewSession } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * A session that has expired only by this device's clock may still be valid: if the server accepts its token it goes
 * on, otherwise it ends here too. Null then, and without a connection.
 */
export async function askAgain(): Promise<SessionRecord | null> {
  const overdue = await readOverdue()
  if (!overdue) return null
  const { method, path } = sessionCalls['session.user']
  const answer = await sendAs(overdue)({ method, url: path })
  if (answer.kind !== 'answer') return null
  if (answer.status === 200) await renewSession(overdue.token)
  else if (answer.status === 401) await dropToken(overdue.token)
  return readSession()
}

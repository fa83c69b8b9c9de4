import { sendAs } from '../api/http.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { dropToken, renewSession } from '../api/session.ts'
import type { Database } from '../db/database.ts'
import type { Context } from './cycle.ts'
import { endPause } from './hold.ts'

/**
 * What a round needs from a browser, in a tab and in the worker: one session's network, the server's clock, the host's
 * locks.
 */
export const contextOf = (session: SessionRecord): Context => ({
  person: session.person.id,
  send: sendAs(session),
  now: () => Date.now() + session.offset,
  lock: (name, work) => navigator.locks.request(name, work),
  onAccepted: () => renewSession(session.token),
  // another person may have signed in on this host meanwhile: their token stays
  signedOut: () => dropToken(session.token),
})

/** Called on reconnect: entries that wait for their next attempt may go now (SYNC "Answers"). */
export async function retryNow(db: Database): Promise<void> {
  await endPause(db)
  await db.outbox
    .where('seq')
    .above(0)
    .modify((entry) => {
      // false: not written again, since most of a long queue need not be
      if (entry.state !== 'ready' || entry.nextTry === 0) return false
      Object.assign(entry, { nextTry: 0 })
      return true
    })
}

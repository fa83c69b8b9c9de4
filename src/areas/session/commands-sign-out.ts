import { accountCalls } from '../../../contract/session/session.account.ts'
import { sessionCalls } from '../../../contract/session/session.ts'
import { call } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { forgetLeft } from '../../api/left.ts'
import { lockWord } from '../../api/sealed-token.ts'
import { dropToken, readSession } from '../../api/session.ts'
import { releaseKey } from '../../db/held-key.ts'
import type { Device } from '../../screen/device.ts'
import { clearRecords } from '../../sync/clear.ts'
import { countWaiting } from '../../sync/seal-over.ts'

/**
 * Ends the session on the server if it can be reached, forgets the person, and removes their records from the device.
 * What has not been sent stays, for this person alone (rule 88, I11); with `discard`, only ever at their own request,
 * it goes too. The screens close when the token is deleted; the records are deleted after that.
 */
export async function signOut({ person }: Pick<Device, 'person'>, { discard = false } = {}): Promise<void> {
  const { shared = false } = (await readSession()) ?? {}
  const stays = shared && !discard && (await countWaiting(person.id)).changes > 0
  await call(sessionCalls['session.end'], stays ? { sealed: 'true' } : {})
  if (!stays) await forgetLeft(person.id)
  await dropToken()
  releaseKey()
  if (discard) await (await import('../../sync/wipe.ts')).wipePerson(person.id)
  else await clearRecords(person.id)
}

/**
 * Makes room for someone else on a locked device: ends the session. What is encrypted here stays so until its owner
 * signs in.
 */
export async function leaveSealed(): Promise<void> {
  const word = await lockWord()
  await dropToken()
  // do not wait for a connection that hangs
  if (word) void call(accountCalls['session.lock'], { token: word.token, lock: word.lock, leave: true }, sendAs(null))
}

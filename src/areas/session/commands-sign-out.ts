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
 * Ends the session on the server where it can be reached, forgets who it was, and takes this person's records off the device. What
 * has not been sent stays, for this person alone (rule 88, I11); with `discard`, only ever on their own word, it goes too. The screens
 * leave when the token goes; the records go behind them.
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

/** Makes room for someone else on a locked device: the session ends, and all that lies here sealed stays so until its owner signs in. */
export async function leaveSealed(): Promise<void> {
  const word = await lockWord()
  await dropToken()
  // no one waits for a line that hangs
  if (word) void call(accountCalls['session.lock'], { token: word.token, lock: word.lock, leave: true }, sendAs(null))
}

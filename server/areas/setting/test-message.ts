import { newId } from '../../../contract/kernel/id.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { HostNotAllowed, safeAddress } from '../../kernel/safe-host.ts'
import { NotSent, sendMailNow, sendSmsNow } from '../../ports/message/send.ts'
import { readTransports } from './transport.ts'

/** One mail or SMS to the one who asks, by the settings as they are stored. Whatever the other side says stays unsaid (R51). */
export const sendTest: Handler<'setting.test'> = async ({ by }, { db, deps, who, now, refuse }) => {
  const wait = await deps.limits.spend('upload', who.id)
  if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
  const transports = await readTransports(deps)
  const { rows } = await db.query<{ email: string | null; phone: string | null }>(
    'select email, phone from person where id = $1',
    [who.id],
  )
  const id = newId(now)
  try {
    if (by === 'mail') {
      const to = rows[0]?.email
      if (!transports.mail || !to) return refuse('setting_incomplete')
      await sendMailNow(transports.mail, { id, to, subject: TEST_WORDS, text: TEST_WORDS }, deps.privateHosts)
    } else {
      const to = rows[0]?.phone
      if (!transports.sms || !to) return refuse('setting_incomplete')
      await sendSmsNow(transports.sms, { id, to, text: TEST_WORDS }, deps.privateHosts)
    }
  } catch (error) {
    if (error instanceof NotSent) return refuse('third_party_failure')
    throw error
  }
  return { status: true }
}

/**
 * Whether the server may contact this host (TRUST R51): a public one, or one that the operator has named. Ignores port
 * and path.
 */
export async function mayDial(typed: string, privateHosts: ReadonlySet<string>): Promise<boolean> {
  const host = URL.parse(/^https?:\/\//.test(typed) ? typed : `https://${typed}`)?.hostname
  if (!host) return false
  return safeAddress(host, privateHosts).then(
    () => true,
    (error: unknown) => {
      if (error instanceof HostNotAllowed) return false
      throw error
    },
  )
}

/** The same in every language, like the product's name: the operator looks whether it has come, not what it says. */
export const TEST_WORDS = 'Bedside: test ✓'

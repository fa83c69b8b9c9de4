import type { CallName } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { answer } from '../../http/loop.ts'
import type { Outside } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { Refused } from '../../kernel/refused.ts'

type Needs = Pick<Outside<'appointmentlink.open'>, 'deps' | 'now'> & { readonly origin: Origin }

/**
 * Makes a call as the patient, through the usual steps: rate, rules, one transaction with their visibility, an audit
 * line in their name. Returns its reply; throws Refused if it was refused.
 */
export async function asPatient<Reply>(
  { deps, now, origin }: Needs,
  who: Who,
  call: CallName,
  input: object,
): Promise<Reply> {
  const callRequest = { call, input, who, origin, key: newId(now), base: null, madeAt: null, moment: null }
  const { status, body } = await answer(deps, callRequest)
  if (status === 200) return body as Reply // as its row describes it
  const { refused, status: _, ...details } = body as { refused: MessageCode; status: false }
  throw new Refused(refused, details, status)
}

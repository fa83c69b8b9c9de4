import { whyGuessed, whyNotPassword } from '../../../contract/kernel/password.rules.ts'
import { isMessageCode, type MessageCode } from '../../../contract/kernel/messages.ts'
import { leastPassword } from '../../screen/least-password.ts'

/** The two fields of a new password. */
export type TwoPasswords = { readonly password: string; readonly repeat: string }

/** Why a password cannot be taken, by what the platform has set and by how soon it is guessed; null where it can. */
export async function whyNotTaken(password: string, isStaff: boolean): Promise<MessageCode | null> {
  const why = whyNotPassword(password, leastPassword(isStaff))
  if (why) return why
  // without a network the lists may be missing: the server judges anyway
  const lists = await import('./zxcvbn.ts').catch(() => null)
  return lists && whyGuessed(lists.guessesOf(password), isStaff)
}

/** What is wrong with them, by field, in the codes of SPEC §8. */
export async function passwordFaults(
  { password, repeat }: TwoPasswords,
  isStaff: boolean,
): Promise<ReadonlyMap<keyof TwoPasswords, MessageCode>> {
  const why = await whyNotTaken(password, isStaff)
  return new Map([
    ...(why ? [['password', why] as const] : []),
    ...(password === repeat ? [] : [['repeat', 'password_mismatch'] as const]),
  ])
}

/** A form's own judgement as react-hook-form takes it: a code for each field that is wrong. */
export const resolverOf =
  <Form extends object>(faultsOf: (form: Form) => Promise<ReadonlyMap<keyof Form & string, string>>) =>
  async (values: Form) => {
    const faults = await faultsOf(values)
    if (faults.size === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries([...faults].map(([name, message]) => [name, { type: 'wrong', message }])),
    }
  }

/** The code an error carries, where it is one of ours. */
export const codeOf = (error: { readonly message?: string | undefined } | undefined): MessageCode | null =>
  error?.message && isMessageCode(error.message) ? error.message : null

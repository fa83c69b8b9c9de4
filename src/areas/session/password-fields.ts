import { whyGuessed, whyNotPassword } from '../../../contract/kernel/password.rules.ts'
import { isMessageCode, type MessageCode } from '../../../contract/kernel/messages.ts'
import { leastPassword } from '../../screen/least-password.ts'

/** The two fields of a new password. */
export type TwoPasswords = { readonly password: string; readonly repeat: string }

/** Why a password is refused, by the platform's minimum and by how soon it is guessed; null if it is accepted. */
export async function whyNotTaken(password: string, isStaff: boolean): Promise<MessageCode | null> {
  const why = whyNotPassword(password, leastPassword(isStaff))
  if (why) return why
  // without a network the lists may be missing; the server checks anyway
  const lists = await import('./zxcvbn.ts').catch(() => null)
  return lists && whyGuessed(lists.guessesOf(password), isStaff)
}

/** The errors by field, with the codes of SPEC §8. */
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

/** Turns a form's own check into a react-hook-form resolver: one code for each invalid field. */
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

/** The code of an error, if it is one of the app's. */
export const codeOf = (error: { readonly message?: string | undefined } | undefined): MessageCode | null =>
  error?.message && isMessageCode(error.message) ? error.message : null

import { whyNotPassword } from '../../contract/password.rules.ts'
import { isMessageCode, type MessageCode } from '../../contract/messages.ts'
import { leastPassword } from './least-password.ts'

/** The two fields of a new password. */
export type TwoPasswords = { readonly password: string; readonly repeat: string }

/** What is wrong with them, by field, in the codes of SPEC §8, by the least length this house has set. */
export function passwordFaults({ password, repeat }: TwoPasswords): ReadonlyMap<keyof TwoPasswords, MessageCode> {
  const why = whyNotPassword(password, leastPassword())
  return new Map([
    ...(why ? [['password', why] as const] : []),
    ...(password === repeat ? [] : [['repeat', 'password_mismatch'] as const]),
  ])
}

/** A form's own judgement as react-hook-form takes it: a code for each field that is wrong. */
export const resolverOf =
  <Form extends object>(faultsOf: (form: Form) => ReadonlyMap<keyof Form & string, string>) =>
  (values: Form) => {
    const faults = faultsOf(values)
    if (faults.size === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries([...faults].map(([name, message]) => [name, { type: 'wrong', message }])),
    }
  }

/** The code an error carries, where it is one of ours. */
export const codeOf = (error: { readonly message?: string | undefined } | undefined): MessageCode | null =>
  error?.message && isMessageCode(error.message) ? error.message : null

import { COMMON_PASSWORDS } from './password.common.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './constants.ts'

/**
 * Why a password cannot be taken, or null (SPEC §5, TRUST D3): under the least length (six, or what the house has set), or one of those
 * that are tried first. That it could be stronger is advice, never a reason.
 */
export function whyNotPassword(
  password: string,
  least: number = PASSWORD_MIN,
): 'password_short' | 'password_common' | null {
  if ([...password].length < Math.max(least, PASSWORD_MIN)) return 'password_short'
  return isCommon(password) ? 'password_common' : null
}

/** From 0 (cannot be taken) to 4. SPEC §5: stronger is longer than six and mixes letters, numbers and the signs *!?., */
export function passwordStrength(password: string, least: number = PASSWORD_MIN): 0 | 1 | 2 | 3 | 4 {
  if (password.length > PASSWORD_MAX || whyNotPassword(password, least)) return 0
  const length = [...password].length
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const variety = new Set(password.toLowerCase()).size
  if (length <= PASSWORD_MIN || variety < 4) return 1
  if (length >= 16 && variety >= 8) return 4
  if (kinds >= 3) return length >= 10 ? 4 : 3
  return kinds === 2 || length >= 12 ? (length >= 12 && kinds === 2 ? 3 : 2) : 1
}

const KINDS = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** A common word with a number or signs behind it is as common as the word. */
function isCommon(password: string): boolean {
  const typed = password.toLowerCase()
  const bare = typed.replace(/[\p{N}*!?.,_\-@#$]+$/u, '')
  return COMMON_PASSWORDS.has(typed) || (bare.length >= 4 && COMMON_PASSWORDS.has(bare))
}

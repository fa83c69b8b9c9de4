import { COMMON_PASSWORDS } from './password.common.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './constants.ts'
import { composed } from './line.rules.ts'

/**
 * Why a password is not accepted, or null (SPEC §5, TRUST D3): it is too short (six, or what the platform has set), or
 * one of those that are tried first. That it could be stronger is advice, never a reason.
 */
export function whyNotPassword(
  password: string,
  least: number = PASSWORD_MIN,
): 'password_short' | 'password_common' | null {
  const kept = composed(password)
  const length = [...kept].length
  if (length < PASSWORD_MIN) return 'password_short'
  if (isCommon(kept)) return 'password_common'
  return length < least ? 'password_short' : null
}

/**
 * Why a password that an attacker finds after so many guesses is not accepted, or null. No password may be among the
 * first hundred thousand guesses; those of people who work with patients' records must withstand the first hundred
 * million (TRUST D3).
 */
export const whyGuessed = (guessesLog10: number, isStaff: boolean): 'password_common' | 'password_guessable' | null =>
  guessesLog10 < 5 ? 'password_common' : isStaff && guessesLog10 < 8 ? 'password_guessable' : null

/** How many letters of a password are judged, which bounds the time: a good one is good by then. */
export const JUDGED_LETTERS = 32

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

/** A common word followed by a number or punctuation is as common as the word. */
function isCommon(password: string): boolean {
  const typed = password.toLowerCase()
  const bare = typed.slice(
    0,
    [...typed.matchAll(/[^\p{N}*!?.,_\-@#$]+/gu)].map((word) => word.index + word[0].length).at(-1) ?? 0,
  )
  return COMMON_PASSWORDS.has(typed) || (bare.length >= 4 && COMMON_PASSWORDS.has(bare))
}

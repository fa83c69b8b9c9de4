import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { COMMON_PASSWORDS } from '../../../contract/kernel/password.common.ts'
import { JUDGED_LETTERS } from '../../../contract/kernel/password.rules.ts'

const judge = new ZxcvbnFactory({
  dictionary: { ...dictionary, house: [...COMMON_PASSWORDS] },
  graphs: adjacencyGraphs,
})

/**
 * How many guesses an attacker needs for a password, as a power of ten, counted as the server counts. The lists are
 * large: import this lazily.
 */
export const guessesOf = (password: string): number =>
  judge.check([...password].slice(0, JUDGED_LETTERS).join('')).guessesLog10

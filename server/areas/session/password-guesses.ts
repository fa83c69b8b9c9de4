import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { COMMON_PASSWORDS } from '../../../contract/kernel/password.common.ts'
import { JUDGED_LETTERS } from '../../../contract/kernel/password.rules.ts'

/** How many tries an attacker needs for a password, as a power of ten (zxcvbn). The lists are read at the first question. */
export function guessesOf(password: string): number {
  judge ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, house: [...COMMON_PASSWORDS] },
    graphs: adjacencyGraphs,
  })
  return judge.check([...password].slice(0, JUDGED_LETTERS).join('')).guessesLog10
}

let judge: ZxcvbnFactory | null = null

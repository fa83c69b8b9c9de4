import { findsName, nameTokens, nameWords } from '../../contract/kernel/name.rules.ts'

type Card = { readonly name: string; readonly phone: string | null }

/**
 * Finds cards while a person types: every typed word begins a word of the name, in any alphabet and spelling; three or
 * more digits are searched in the phone. The cards are folded once, so that thousands answer within a key press.
 */
export function cardFinder<C extends Card>(cards: readonly C[]): (typed: string) => C[] {
  const index = cards.map((card) => ({ card, tokens: nameTokens(card.name), digits: digitsOf(card.phone ?? '') }))
  return (typed) => {
    const digits = digitsOf(typed).replace(/^0+/, '')
    if (!/\p{L}/u.test(typed))
      return digits.length < 3 ? [] : index.filter((each) => each.digits.includes(digits)).map(({ card }) => card)
    const wanted = nameWords(typed)
    return index.filter(({ tokens }) => findsName(tokens, wanted)).map(({ card }) => card)
  }
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

import type { Language } from '../../../contract/kernel/constants.ts'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** What a pasted line is: a new word, one that exists already (in the list or above), or no valid word. */
export type PastedLine = {
  readonly line: string
  readonly kind: 'new' | 'known' | 'repeated' | 'invalid'
}

/** The most lines of a paste, and the most letters of a word (contract/catalog/catalog.ts). */
export const MOST_LINES = 500
const MOST_LETTERS = 200

/**
 * Reads a pasted list in one language, one word per line; bullets and numbers at the start are removed, empty lines are
 * left out. Pure.
 */
export function readPaste(
  typed: string,
  lang: Language,
  known: readonly { readonly name: Multilingual }[],
): PastedLine[] {
  const have = new Set(
    known.flatMap(({ name }) => name.filter((text) => text.lang === lang).map(({ value }) => foldText(value.trim()))),
  )
  const above = new Set<string>()
  return typed
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–·]|\d{1,4}[.)])?\s+/, '').trim())
    .filter((line) => line !== '')
    .map((line, i): PastedLine => {
      const folded = foldText(line)
      if (
        !/\p{L}/u.test(line) ||
        line.length > MOST_LETTERS ||
        i >= MOST_LINES ||
        !line.isWellFormed() ||
        line.includes('\0')
      )
        return { line, kind: 'invalid' }
      if (have.has(folded)) return { line, kind: 'known' }
      if (above.has(folded)) return { line, kind: 'repeated' }
      above.add(folded)
      return { line, kind: 'new' }
    })
}

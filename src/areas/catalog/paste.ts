import type { Language } from '../../../contract/kernel/constants.ts'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** What becomes of a pasted line: a new word, one that is there already (in the list or above), or nothing that can be a word. */
export type PastedLine = {
  readonly line: string
  readonly kind: 'new' | 'known' | 'repeated' | 'invalid'
}

/** Most lines of one paste, and letters of a word (contract/catalog/catalog.ts). */
export const MOST_LINES = 500
const MOST_LETTERS = 200

/**
 * Reads a pasted list, one word a line, in one language; bullets and numbers in front are taken off, empty lines left out. Pure.
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

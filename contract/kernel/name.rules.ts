import { inLatin } from './latin.rules.ts'

/**
 * A name as it is searched by. Case and accents do not count; all Turkish i's are one letter, ё is е, й stays й, ß is
 * ss; apostrophes, hyphens and blanks end a word. `spellings` are all its spellings, word by word as in `plain`: ä ö ü
 * ø written out (mueller), and a Cyrillic name in Latin letters. The server's `name_tokens` does the same; tests
 * compare the two (server/areas/patient/search.test.ts).
 */
export function nameWords(text: string): NameWords {
  const { plain, written, latin } = spelled(text)
  // typing Latin letters finds a Cyrillic name by its Latin spelling; two Cyrillic names never match by one
  const abroad = plain.map((word) => LATIN_MARK + word)
  const all = plain.length ? [plain, written, abroad, ...latin] : []
  const whole = all.filter(({ length }) => length === plain.length)
  return { plain, spellings: [...new Map(whole.map((words) => [words.join(' '), words])).values()] }
}

export type NameWords = { readonly plain: readonly string[]; readonly spellings: readonly (readonly string[])[] }

/**
 * From the start of each word to the end of the name without blanks. A typed word must be a prefix of one, so that
 * "maryann" finds "Mary-Ann".
 */
export function nameTokens(name: string): readonly string[] {
  const { plain, written, latin } = spelled(name)
  const tokens = (words: readonly string[], mark = '') => words.map((_, i) => mark + words.slice(i).join(''))
  return [...new Set([...tokens(plain), ...tokens(written), ...latin.flatMap((words) => tokens(words, LATIN_MARK))])]
}

/** Whether every typed word, in one of its spellings, begins a word of the name. An empty query finds no one. */
export function findsName(tokens: readonly string[], { plain, spellings }: NameWords): boolean {
  if (plain.length === 0) return false
  for (let i = 0; i < plain.length; i++) {
    if (!spellings.some((words) => tokens.some((token) => token.startsWith(words[i]!)))) return false // all have the same length
  }
  return true
}

/** Marks a spelling that differs from the name as written; no word contains it. */
const LATIN_MARK = '~'

function spelled(text: string) {
  const whole = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return {
    plain: wordsOf(whole),
    written: wordsOf(whole.replaceAll(/[äöüø]/giu, (letter) => `${WRITTEN[letter]}`)),
    latin: inLatin(whole).map(wordsOf),
  }
}

function wordsOf(text: string): string[] {
  // most names are in Latin letters, and there are thousands to fold
  if (/^[ -~]*$/.test(text))
    return text
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter(Boolean)
  return text
    .replaceAll(/[йЙ]/gu, SHORT_I)
    .replaceAll(/[ıİ]/gu, 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþ]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(SHORT_I, 'й')
    .split(/[^\p{L}\p{N}]+|[ʼʻʽ]/u)
    .filter(Boolean)
}

const WRITTEN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  Ø: 'Oe',
}
/** Letters that are not a base letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}
/** A private-use letter that replaces й while marks are removed. */
const SHORT_I = '\uE000'

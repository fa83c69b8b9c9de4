/**
 * A name as it is searched by, in two spellings: without accents (müller → muller), and with ä ö ü ø written out (mueller). No case; the
 * Turkish i's are one letter, ё is е, й stays й, ß is ss; apostrophes, hyphens and blanks end a word. The server's `name_words` is the
 * same law; one list of names tests both (server/patient/search.test.ts).
 */
export function nameWords(text: string): { readonly plain: readonly string[]; readonly written: readonly string[] } {
  const whole = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return { plain: wordsOf(whole), written: wordsOf(whole.replaceAll(/[äöüø]/giu, (letter) => `${WRITTEN[letter]}`)) }
}

/** From each word's beginning to the name's end without blanks: what a typed word must begin, so that "maryann" finds "Mary-Ann". */
export function nameTokens(name: string): readonly string[] {
  const { plain, written } = nameWords(name)
  const tokens = (words: readonly string[]) => words.map((_, i) => words.slice(i).join(''))
  return [...new Set([...tokens(plain), ...tokens(written)])]
}

/** Whether every typed word, in one of its spellings, begins a word of the name. Nothing typed finds nobody. */
export function findsName(tokens: readonly string[], typed: ReturnType<typeof nameWords>): boolean {
  return (
    typed.plain.length > 0 &&
    typed.plain.every((word, i) => {
      const other = typed.written[i] ?? word
      return tokens.some((token) => token.startsWith(word) || token.startsWith(other))
    })
  )
}

const wordsOf = (text: string) =>
  text
    .replaceAll(/[йЙ]/gu, SHORT_I)
    .replaceAll(/[ıİ]/gu, 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþ]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(SHORT_I, 'й')
    .split(/[^\p{L}\p{N}]+|[ʼʻʽ]/u)
    .filter(Boolean)

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
/** Letters that are no letter with a mark. */
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
/** A private letter й hides behind while marks are taken off. */
const SHORT_I = '\uE000'

import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'

/** Found by the words of its `name`, in any alphabet and spelling, and by three or more of its `digits`. */
export type Entry<T> = { readonly name: string; readonly digits: string; readonly what: T }

type Name<T> = { readonly tokens: readonly string[]; readonly rows: T[] }

/**
 * Searches everything a device holds while a person types. Names are folded once (name.rules.ts), shared names only
 * once, and indexed by how their words begin, so that a letter examines few of them. 50,000 rows answer within 50 ms
 * (finder.test.ts).
 */
export function makeFinder<T>() {
  const names = new Map<string, Name<T>>()
  const byBeginning = new Map<string, Set<Name<T>>>()
  const withDigits: Entry<T>[] = []

  function addName(name: string): Name<T> {
    const made = { tokens: nameTokens(name), rows: [] }
    names.set(name, made)
    for (const token of made.tokens)
      for (const beginning of beginningsOf(token)) {
        const held = byBeginning.get(beginning)
        if (held) held.add(made)
        else byBeginning.set(beginning, new Set([made]))
      }
    return made
  }

  /** The entries whose names may contain the rarest typed word. */
  function candidates({ plain, spellings }: ReturnType<typeof nameWords>): Iterable<Name<T>> {
    const perWord = plain.map((_, i) => {
      const beginnings = new Set(spellings.map((words) => beginningsOf(words[i]!).at(-1)!))
      return [...beginnings].flatMap((beginning) => byBeginning.get(beginning) ?? [])
    })
    const size = (sets: readonly Set<Name<T>>[]) => sets.reduce((sum, set) => sum + set.size, 0)
    const rarest = perWord.toSorted((a, b) => size(a) - size(b))[0] ?? []
    return rarest.length === 1 ? rarest[0]! : new Set(rarest.flatMap((set) => [...set]))
  }

  return {
    add({ name, digits, what }: Entry<T>): void {
      const named = names.get(name) ?? addName(name)
      named.rows.push(what)
      if (digits) withDigits.push({ name, digits, what })
    },
    /** The matches in the order they were added, at most `most`. */
    find(typed: string, most: number): readonly T[] {
      const found: T[] = []
      if (!/\p{L}/u.test(typed)) {
        const digits = digitsOf(typed).replace(/^0+/, '')
        if (digits.length < FEWEST_DIGITS) return []
        for (const entry of withDigits) {
          if (entry.digits.includes(digits) && found.push(entry.what) === most) return found
        }
        return found
      }
      const words = nameWords(typed)
      for (const { tokens, rows } of candidates(words)) {
        if (!findsName(tokens, words)) continue
        for (const what of rows) if (found.push(what) === most) return found
      }
      return found
    },
  }
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

const FEWEST_DIGITS = 3

/** The first letter of a word, and its first two; a mark before it (name.rules.ts) does not count. */
function beginningsOf(word: string): readonly string[] {
  const mark = /^[\p{L}\p{N}]/u.test(word) ? 0 : 1
  const one = word.slice(0, mark + 1)
  const two = word.slice(0, mark + 2)
  return one === two ? [one] : [one, two]
}

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A passage that engineers write for engineers: a comment, or a paper without its code. `at` is its file and, for a comment, its line. */
export type Passage = { readonly at: string; readonly text: string }

/** A word that comments and papers avoid, and what to write instead: the rows of "Not written" in docs/words.md. */
export type Avoided = { readonly word: RegExp; readonly instead: string }

export function readAvoided(doc: string): Avoided[] {
  const rows = doc.matchAll(/^\| prose \| `([^`]+)` \| (.+?) \|$/gm)
  return [...rows].map(([, word = '', instead = '']) => ({
    word: new RegExp(word.replaceAll(String.raw`\|`, '|'), 'i'),
    instead,
  }))
}

/** The comments of a source text, without their code spans. Strings and templates are skipped, so that an address in one is no comment. */
export function commentsIn(file: string, source: string): Passage[] {
  return [...source.matchAll(COMMENT_OR_STRING)]
    .filter(({ 0: found }) => found.startsWith('/'))
    .map(({ 0: found, index }) => ({
      at: `${file}:${source.slice(0, index).split('\n').length}`,
      text: withoutCode(found).replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '),
    }))
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** Fences and code spans hold names and commands, which keep their own words. */
const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '`')

/** Every comment of the source, and every paper except those that list the words themselves. */
export function allPassages(): Passage[] {
  const sources = globSync('{contract,server,src,tools,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const papers = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root }).filter(
    (file) => !/^docs\/(?:words|words-answers|names)\.md$/.test(file.replaceAll('\\', '/')),
  )
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return [
    ...sources.flatMap((file) => commentsIn(file, read(file))),
    ...papers.map((file) => ({ at: file, text: withoutCode(read(file)).replaceAll(/\s+/g, ' ') })),
  ]
}

/** Where a passage uses an avoided word, each with what to write instead. */
export const avoidedIn = (passages: readonly Passage[], avoided: readonly Avoided[]): string[] =>
  passages.flatMap(({ at, text }) =>
    avoided.flatMap(({ word, instead }) => {
      const found = word.exec(text)
      return found ? [`${at}: “${found[0]}” (write: ${instead})`] : []
    }),
  )

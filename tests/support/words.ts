import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Language } from '../../contract/kernel/constants.ts'

const root = resolve(import.meta.dirname, '../..')

/** One text of a catalog: `id` is the English one, `translation` this language's, `files` where it is used. */
export type Entry = {
  readonly context: string | null
  readonly id: string
  readonly translation: string
  readonly files: readonly string[]
}

/** All texts of the app in a language, without those of the component gallery. */
export const entriesOf = (language: Language): readonly Entry[] =>
  ['door', 'open', 'messages'].flatMap((name) =>
    readEntries(readFileSync(join(root, 'locales', language, `${name}.po`), 'utf8')),
  )

function readEntries(po: string): Entry[] {
  const found = po.matchAll(/((?:^#.*\n)*)(?:^msgctxt ((?:".*"\n)+))?^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
  return [...found]
    .map(([, notes = '', context, id = '', translation = '']) => ({
      context: context ? joined(context) : null,
      id: joined(id),
      translation: joined(translation),
      files: [...notes.matchAll(/^#: (.*)$/gm)].map(([, file = '']) => file),
    }))
    .filter(({ id }) => id !== '')
}

/** A word that is avoided in a language, and its replacement: the rows of "Not said" in docs/words.md. */
export type Banned = { readonly language: Language; readonly word: RegExp; readonly instead: string }

export function readBanned(doc: string): Banned[] {
  const rows = doc.matchAll(/^\| (tr|en|de|ru) \| `([^`]+)` \| (.+?) \|$/gm)
  return [...rows].map(([, language, word = '', instead = '']) => ({
    language: language as Language, // the pattern allows no other
    word: new RegExp(word.replaceAll(String.raw`\|`, '|').replaceAll(String.raw`\b`, EDGE), 'u'),
    instead,
  }))
}

/** The edge of a word in any script: JavaScript's own knows only Latin letters. */
const EDGE = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`

/** The texts that contain a banned word, each with its replacement. Placeholders are not words. */
export const bannedIn = (entries: readonly Entry[], banned: readonly Banned[]): string[] =>
  entries.flatMap(({ translation }) =>
    banned
      .filter(({ word }) => word.test(translation.replaceAll(/\{\w+(?=[,}])/g, '{')))
      .map(({ instead }) => `${translation} (say: ${instead})`),
  )

/** A correction that readers asked for, and what became of it: the rows of docs/words-answers.md. */
export type Answer = {
  readonly language: string
  readonly wanted: string
  readonly answer: string
  readonly now: string
  readonly why: string
}

export const readAnswers = (doc: string): Answer[] =>
  doc
    .split('\n')
    .filter((line) => /^\| (?:all|tr|en|de|ru) \|/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')),
    )
    .map(([language = '', wanted = '', answer = '', now = '', why = '']) => ({ language, wanted, answer, now, why }))

/**
 * Texts of one or two words that occur in two areas without a context, so that each could mean something else there.
 */
export const twinsIn = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ context, id }) => context === null && !/[{<]/.test(id) && id.split(' ').length <= 2)
    .filter(({ files }) => new Set(files.map(areaOf)).size > 1)
    .map(({ id }) => id)

const areaOf = (file: string) => /^src\/(?:areas\/)?([^/]+)/.exec(file)?.[1] ?? file

/** Turkish texts that attach a suffix to a placeholder: it would have to follow the vowels of the inserted value. */
export const gluedIn = (entries: readonly Entry[]): string[] =>
  entries
    .map(({ translation }) => translation)
    .filter((translation) => /(?:\{\w+\}|%s|<\/\d+>|<\d+\/>)['’]?\p{Ll}/u.test(translation))

/** Texts that contain a span of time in figures or as "an hour", which may be a setting. */
export const deadlinesIn = (entries: readonly Entry[]): string[] =>
  entries
    .map(({ id }) => id)
    .filter((id) =>
      /(?<![#{\w])(?:\d+|an|one|two|seven) (?:minute|hour|day|week)s?\b|hour’s/i.test(
        id.replaceAll(/\{\w+, plural.*\}/g, ''),
      ),
    )

const joined = (quoted: string) =>
  [...quoted.matchAll(/^"(.*)"$/gm)].map(([, part = '']) => part.replaceAll(String.raw`\"`, '"')).join('')

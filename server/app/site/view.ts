import { intlTag, type Language } from '../../../contract/kernel/constants.ts'
import { html, type Html } from './html.ts'
import type { Facets, PageLine, Texts } from './read.ts'
import type { Site } from './site.ts'
import type { SiteWords } from './words/site-words.ts'
import { WORDS } from './words/words.ts'

/** What every page knows: its site, its language, and its links. */
export type View = {
  readonly site: Site
  readonly language: Language
  readonly words: SiteWords
  readonly facets: Facets
  /** The platform's published pages; none on a clinic's host. */
  readonly menu: readonly PageLine[]
  /** Epoch ms. */
  readonly now: number
  /** Its day, YYYY-MM-DD in UTC. */
  readonly today: string
  /** What is special about a page below /embed; null on the site's own pages. */
  readonly embed: Embed | null
}

/** Booking of one clinic on a page that other websites may frame (decision 0157). */
export type Embed = {
  readonly slug: string
  /** Null is the clinic's own. */
  readonly colour: string | null
  /** Origins whose pages may frame it. */
  readonly framedBy: readonly string[]
  /** This visitor's secret, in place of a cookie: browsers keep those of framed pages back. Every form carries it. */
  readonly key: string
}

/** A kind of appointment in words, of hours (`physical`) or of an appointment (`face-to-face`). */
export const kindName = ({ words }: View, type: 'online' | 'physical' | 'face-to-face'): string =>
  type === 'online' ? words.online : words.inPerson

export const viewOf = (facts: Omit<View, 'words' | 'today'>): View => ({
  ...facts,
  today: dayOf(facts.now),
  words: WORDS[facts.language],
})
/** The day of a moment in UTC, YYYY-MM-DD. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

/** Rule 80: the reader's language, else Turkish, else the first one with text. */
export function pick(texts: Texts, language: Language): Texts[number] | null {
  const filled = texts.filter(({ value }) => value.trim() !== '')
  return filled.find(({ lang }) => lang === language) ?? filled.find(({ lang }) => lang === 'tr') ?? filled[0] ?? null
}

export const valueOf = (texts: Texts, language: Language): string => pick(texts, language)?.value ?? ''

/** A text in the reader's language; if it exists only in another, marked as such. */
export function say(texts: Texts, language: Language): Html | null {
  const found = pick(texts, language)
  if (!found) return null
  return found.lang === language ? html`${found.value}` : html`<span lang="${found.lang}">${found.value}</span>`
}

/** The language that `say` marks, for a separate element. */
export const langOf = (texts: Texts, language: Language): Html | null => {
  const found = pick(texts, language)
  return found && found.lang !== language ? html` lang="${found.lang}"` : null
}

export const fullName = ({ title, name }: { readonly title: string; readonly name: string }) =>
  [title, name].filter(Boolean).join(' ')

export const languageName = (language: Language, code: string) => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export const listOf = (language: Language, parts: readonly string[]) =>
  new Intl.ListFormat(intlTag(language), { type: 'conjunction' }).format(parts)

/** The beginning of a text that search engines show, cut between words. */
export function shortened(text: string, most: number): string {
  // removing a tag between a word and its comma leaves a space
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;:!?])/g, '$1')
    .trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > most / 2 ? cut.lastIndexOf(' ') : most - 1)}…`
}

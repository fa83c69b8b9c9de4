import { PAGE_CONTENT_MOST, type PageSection } from '../../../contract/page/page.rules.ts'
import { DEFAULT_LANGUAGE } from '../../../contract/kernel/constants.ts'
import { isBlank } from '../../../contract/kernel/rich-text.rules.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'
import type { ShownPage } from './queries.ts'

/** The form's values; the place is text as typed. */
export type PageValues = {
  readonly title: Multilingual
  readonly content: Multilingual
  readonly metaDescription: Multilingual
  readonly inMenu: boolean
  readonly section: PageSection
  readonly place: string
}

export const BLANK: PageValues = {
  title: [],
  content: [],
  metaDescription: [],
  inMenu: false,
  section: 'main',
  place: '0',
}

export const valuesOf = (page: ShownPage): PageValues => ({
  title: page.title,
  content: page.content,
  metaDescription: page.metaDescription,
  inMenu: page.inMenu,
  section: page.section,
  place: String(page.place),
})

/** The fields as they are sent: an empty language has no entry (SPEC §5). */
export const fieldsOf = ({ title, content, metaDescription, inMenu, section, place }: PageValues) => ({
  title: filled(title),
  content: content.filter(({ value }) => !isBlank(value)),
  metaDescription: filled(metaDescription),
  inMenu,
  section,
  place: Number(place),
})

/** The fields that differ, which are what an edit sends. */
export function changedFields(start: PageValues, values: PageValues) {
  const [before, after] = [fieldsOf(start), fieldsOf(values)]
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  ) // Object.keys loses the type of the keys
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<typeof after>
}

export type WrongField = 'title' | 'content' | 'place'

/**
 * The fields that cannot be saved: a page needs a Turkish title (SCREENS B0), a text that is not too long, and a place
 * from 0 to 999.
 */
export function wrongIn({ title, content, place }: PageValues): readonly WrongField[] {
  const hasTitle = title.some(({ lang, value }) => lang === DEFAULT_LANGUAGE && value.trim() !== '')
  const fits = content.every(({ value }) => value.length <= PAGE_CONTENT_MOST)
  return [
    ...(hasTitle ? [] : (['title'] as const)),
    ...(fits ? [] : (['content'] as const)),
    ...(/^\d{1,3}$/.test(place) ? [] : (['place'] as const)),
  ]
}

const filled = (texts: Multilingual) =>
  texts.flatMap(({ lang, value }) => (value.trim() === '' ? [] : [{ lang, value: value.trim() }]))

import { slugOf } from '../../../contract/clinic/clinic.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { Filter } from './read.ts'

/**
 * The addresses of the public pages. They begin with the language, with which no address of the app begins (decision
 * 0137). A named thing has its name in the address, followed by the last twelve letters of its id, which identify it;
 * an address with an outdated name redirects to the right one.
 */
export const keyOf = (id: string) => id.slice(-12)
/** The key at the end of an address; null if there is none. */
export const keyIn = (part: string): string | null => /(?:^|-)([\da-f]{12})$/.exec(part)?.[1] ?? null
const partOf = (id: string, name: string) => [slugOf(name), keyOf(id)].filter(Boolean).join('-')

export const paths = {
  home: (language: Language) => `/${language}`,
  doctors: (language: Language, filter: Filter = {}, page = 1) => `/${language}/doctors${queryOf(filter, page)}`,
  doctor: (language: Language, { id, name }: Thing) => `/${language}/doctors/${partOf(id, name)}`,
  book: (language: Language, { id }: { readonly id: string }) => `/${language}/book/${keyOf(id)}`,
  ask: (language: Language, { id }: { readonly id: string }) => `/${language}/ask/${keyOf(id)}`,
  asking: (language: Language, id: string, act?: string) => `/${language}/asking/${id}${act ? `/${act}` : ''}`,
  question: (language: Language, id: string, mark?: string) => `/${language}/questions/${id}${mark ? `/${mark}` : ''}`,
  seen: (id: string) => `/site/seen/${id}`,
  booking: (language: Language, id: string, act?: string) => `/${language}/booking/${id}${act ? `/${act}` : ''}`,
  list: (language: Language, list: NamedList, page = 1) => `/${language}/${list}${queryOf({}, page)}`,
  named: (language: Language, list: NamedList, { id, name }: Thing, page = 1) =>
    `/${language}/${list}/${partOf(id, name)}${queryOf({}, page)}`,
  articles: (language: Language, page = 1) => `/${language}/articles${queryOf({}, page)}`,
  feed: (language: Language) => `/${language}/articles.atom`,
  article: (language: Language, { id, title }: { readonly id: string; readonly title: string }) =>
    `/${language}/articles/${partOf(id, title)}`,
  page: (language: Language, { id, name }: Thing) => `/${language}/pages/${partOf(id, name)}`,
  legal: (language: Language, which: 'terms' | 'policy') => `/${language}/legal/${which}`,
  embed: (slug: string, language: Language, page = 1) =>
    `/embed/${slug}?lang=${language}${page > 1 ? `&page=${page}` : ''}`,
  embedBook: (slug: string, language: Language, { id }: { readonly id: string }) =>
    `/embed/${slug}/${keyOf(id)}?lang=${language}`,
  embedBooking: (slug: string, language: Language, id: string, act: string) =>
    `/embed/${slug}/booking/${id}/${act}?lang=${language}`,
  picture: (id: string, size: 96 | 480 | 2048) => `/site/picture/${id}?size=${size}`,
} as const

/** The media type of a feed (RFC 4287). */
export const ATOM = 'application/atom+xml'

type Thing = { readonly id: string; readonly name: string }

/** Lists of words that lead to doctors, by their part of an address. */
export const NAMED_LISTS = ['specialties', 'diseases', 'treatments', 'clinics'] as const
export type NamedList = (typeof NAMED_LISTS)[number]

/** In the filter's own order, so that each list has one address. */
function queryOf(filter: Filter, page: number): string {
  const query = new URLSearchParams()
  for (const name of FILTERS) if (filter[name]) query.set(name, filter[name])
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}
/** The orders of the list of doctors, besides that by name. */
export const SORTS = ['soonest', 'price'] as const
export const FILTERS = ['branch', 'city', 'clinic', 'language', 'type', 'sort'] as const

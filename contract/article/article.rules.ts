import { slugOf } from '../clinic/clinic.rules.ts'
import { foldText } from '../kernel/fold.rules.ts'

/**
 * What an article is about: a closed list, so that the public pages can group by it and the app can name it in four
 * languages.
 */
export const ARTICLE_CATEGORIES = [
  'health',
  'prevention',
  'nutrition',
  'movement',
  'mind',
  'children',
  'women',
  'men',
  'treatment',
  'news',
] as const
export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[number]

export const ARTICLE_TITLE_MOST = 160
/** Length of the HTML, UTF-16 units: about twenty printed pages. */
export const ARTICLE_CONTENT_MOST = 60_000
const ARTICLE_SLUG_MOST = 120

/** A title as it is stored: one line, single spaces. */
export const titleOf = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

/**
 * The part of the address that names an article; two titles are the same if this is. Small Latin letters and digits. A
 * title in another alphabet keeps its own letters; one without any letter or digit has none.
 */
export function articleSlug(title: string): string {
  const latin = slugOf(title, ARTICLE_SLUG_MOST)
  if (latin) return latin
  return foldText(title)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, ARTICLE_SLUG_MOST)
    .replaceAll(/^-|-$/g, '')
}

/** Rule 79: what a doctor changes in their article is read again before others see it. */
export const staysPublished = (article: { readonly authorType: 'admin' | 'doctor' }, byAuthor: boolean): boolean =>
  article.authorType === 'admin' || !byAuthor

import { slugOf } from '../clinic/clinic.rules.ts'
import { foldText } from '../kernel/fold.rules.ts'

/** What an article is about: a closed list, so that the booking site can group by it and the panel can say it in four languages. */
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
/** Of the HTML, UTF-16 units: some twenty printed pages. */
export const ARTICLE_CONTENT_MOST = 60_000
const ARTICLE_SLUG_MOST = 120

/** A title as it is kept: one line, one space between words. */
export const titleOf = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

/**
 * The part of its address an article is known by, and by which two titles are the same: small Latin letters and digits. A title in another
 * alphabet keeps its own letters; one without any letter or digit has none.
 */
export function articleSlug(title: string): string {
  const latin = slugOf(title, ARTICLE_SLUG_MOST)
  if (latin) return latin
  return foldText(title)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, ARTICLE_SLUG_MOST)
    .replaceAll(/^-|-$/g, '')
}

/** Rule 79: what an author who is a doctor changes is read again by whoever publishes, before others see it. */
export const staysPublished = (article: { readonly authorType: 'admin' | 'doctor' }, byAuthor: boolean): boolean =>
  article.authorType === 'admin' || !byAuthor

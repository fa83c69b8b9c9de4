import type { ArticleCategory } from '../../../contract/article/article.rules.ts'
import { articleSlug } from '../../../contract/article/article.rules.ts'
import { ARTICLE_CONTENT_MOST } from '../../../contract/article/article.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { isBlank } from '../../../contract/kernel/rich-text.rules.ts'
import type { ShownArticle } from './queries.ts'

/** The values of the form; `clinicId` empty for the platform. */
export type ArticleValues = {
  readonly title: string
  readonly category: ArticleCategory
  readonly language: Language
  readonly content: string
  readonly promoId: string | null
  readonly clinicId: string
}

export const valuesOf = (article: ShownArticle): ArticleValues => ({
  title: article.title,
  category: article.category,
  language: article.language,
  content: article.content,
  promoId: article.promoId,
  clinicId: article.clinicId ?? '',
})

/** The changed fields, for an edit. An article's publisher is set once. */
export function changedFields(start: ArticleValues, values: ArticleValues) {
  const { title, category, language, content, promoId } = values
  return {
    ...(title !== start.title && { title }),
    ...(category !== start.category && { category }),
    ...(language !== start.language && { language }),
    ...(content !== start.content && { content }),
    ...(promoId !== start.promoId && { promoId }),
  }
}

export type WrongField = 'title' | 'content'

/** Why it cannot be saved: `taken` is SPEC's "change the title", as far as this device knows. */
export function wrongIn(
  { title, language, content, clinicId }: ArticleValues,
  all: readonly ShownArticle[],
  id: string | null,
): readonly { readonly field: WrongField; readonly why: 'required' | 'taken' | 'long' }[] {
  const slug = articleSlug(title)
  const isTaken = all.some(
    (other) =>
      other.id !== id && other.slug === slug && other.language === language && (other.clinicId ?? '') === clinicId,
  )
  return [
    ...(slug === '' ? [{ field: 'title', why: 'required' } as const] : []),
    ...(slug !== '' && isTaken ? [{ field: 'title', why: 'taken' } as const] : []),
    ...(isBlank(content) ? [{ field: 'content', why: 'required' } as const] : []),
    ...(content.length > ARTICLE_CONTENT_MOST ? [{ field: 'content', why: 'long' } as const] : []),
  ]
}

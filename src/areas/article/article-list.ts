import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import type { ArticleSearch } from '../../screen/search.ts'
import type { ShownArticle } from './queries.ts'

/**
 * The articles that pass the filters, sorted as requested: by title in the language's order, or by their last change.
 */
export function filterArticles(
  articles: readonly ShownArticle[],
  { q = '', published, language, category, author, sort = '-updated' }: ArticleSearch,
  collator: Intl.Collator,
): readonly ShownArticle[] {
  const found = articles.filter(
    (article) =>
      (q.trim() === '' || matchesQuery(article.title, q)) &&
      (published === undefined || article.published === published) &&
      (!language || article.language === language) &&
      (!category || article.category === category) &&
      (!author || article.authorId === author),
  )
  const by = (a: ShownArticle, b: ShownArticle) =>
    (sort.endsWith('title') ? 0 : a.updatedAt.localeCompare(b.updatedAt)) || collator.compare(a.title, b.title)
  return found.toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
}

/** The languages an article is available in, with each title; the dots show them. */
export const translationsOf = (articles: readonly ShownArticle[], { groupId }: Pick<ShownArticle, 'groupId'>) =>
  articles.flatMap((article) => (article.groupId === groupId ? [{ lang: article.language, value: article.title }] : []))

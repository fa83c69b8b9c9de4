import { Trans, useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { FileImage } from '../file/file-image.tsx'
import { formatDate } from '../../i18n/format.ts'
import { LANGUAGE_NAMES } from '../../../contract/kernel/constants.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { LangDots } from '../../ui/lang-dots.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Sort } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { translationsOf } from './article-list.ts'
import { CATEGORY_WORDS } from './article-words.ts'
import { PublishedBadge } from './published-badge.tsx'
import type { ShownArticle } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** Articles with their cover pictures (SCREENS B17); the dots show the languages of each. */
export function ArticleTable({
  articles,
  all,
  sort,
  onSort,
  onOpen,
  itemsOf,
}: {
  articles: readonly ShownArticle[]
  /** The whole list, which contains the translations. */
  all: readonly ShownArticle[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  onOpen: (article: ShownArticle) => void
  itemsOf: (article: ShownArticle) => readonly MenuItem[]
}) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  return (
    <Table
      label={t`Articles`}
      rows={articles}
      keyOf={({ id }) => id}
      sort={sort}
      {...(onSort && { onSort })}
      markOf={changeOf}
      tagOf={(article) => <RecordChange of={article} />}
      columns={[
        {
          id: 'title',
          head: <Trans>Article</Trans>,
          sorts: true,
          card: 'title',
          cell: (article) => (
            <span className="article-cell">
              <FileImage
                id={article.promoId}
                size={96}
                of={{ table: 'article', id: article.id }}
                alt=""
                className="article-thumb"
                fallback={<Newspaper aria-hidden="true" />}
              />
              <span className="article-title">
                <button type="button" className="article-open" lang={article.language} onClick={() => onOpen(article)}>
                  {article.title}
                </button>
                <LangDots label={article.title} value={translationsOf(all, article)} />
              </span>
            </span>
          ),
        },
        {
          id: 'category',
          head: <Trans>Category</Trans>,
          priority: 2,
          card: 'detail',
          cell: ({ category }) => i18n._(wordOf(CATEGORY_WORDS, category)),
        },
        {
          id: 'language',
          head: <Trans>Language</Trans>,
          priority: 2,
          cell: ({ language }) => LANGUAGE_NAMES[language],
        },
        { id: 'author', head: <Trans>Author</Trans>, card: 'detail', cell: ({ authorName }) => authorName },
        {
          id: 'published',
          head: <Trans>Published</Trans>,
          card: 'status',
          cell: ({ published }) => <PublishedBadge published={published} />,
        },
        {
          id: 'updated',
          head: <Trans>Changed</Trans>,
          sorts: true,
          priority: 3,
          card: 'time',
          cell: ({ updatedAt }) => <span className="dim nowrap">{formatDate(updatedAt, zone)}</span>,
        },
      ]}
      menuOf={(article) => ({ name: article.title, items: itemsOf(article) })}
    />
  )
}

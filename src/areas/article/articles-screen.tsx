import './article.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Newspaper, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import { ArticleSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { ArticleDialogs } from './article-dialogs.tsx'
import { ArticleFilters } from './article-filters.tsx'
import { filterArticles } from './article-list.ts'
import { ArticleTable } from './article-table.tsx'
import { useArticles } from './queries.ts'
import { type OpenArticle, useArticleActs } from './use-article-acts.tsx'

/** /article (SCREENS B17): a doctor's own, an admin's all but the private clinics' (rule 77). */
export function ArticlesScreen() {
  const { t } = useLingui()
  const language = useLanguage()
  const articles = useArticles()
  const { search, set } = useListAddress('article', ArticleSearch)
  const typed = useDeferredValue(search.q ?? '')
  const [open, setOpen] = useState<OpenArticle | null>(null)
  const { itemsOf } = useArticleActs(articles ?? [], setOpen)
  if (!articles) return <ListSkeleton />

  const found = filterArticles(articles, { ...search, q: typed }, nameCollator(language))
  const size = search.size ?? 20
  const { page, pages, rows } = pageOf(found, { page: search.page ?? 1, size })
  const sort = search.sort ?? '-updated'
  const clear = () =>
    set({ q: undefined, published: undefined, language: undefined, category: undefined, author: undefined })
  const add = (
    <Link to="/article/$id" params={{ id: 'new' }} search={{}} className="btn primary">
      <Plus aria-hidden="true" />
      <Trans>New article</Trans>
    </Link>
  )
  return (
    <>
      <div className="article-head">
        <SearchInput
          label={t`Search by title`}
          placeholder={t`Words of the title`}
          autoComplete="off"
          maxLength={100}
          value={search.q ?? ''}
          onChange={({ target }) => set({ q: target.value || undefined })}
        />
        {articles.length > 0 && add}
      </div>
      {articles.length > 0 && <ArticleFilters articles={articles} search={search} set={set} onClear={clear} />}
      <OfflineBar />
      {articles.length === 0 ? (
        <NeverFilled>
          <Empty icon={<Newspaper className="icon-lg" />} title={<Trans>No articles yet</Trans>} action={add}>
            <Trans>Write what patients ask again and again. An article is public once it has been published.</Trans>
          </Empty>
        </NeverFilled>
      ) : (
        <Card
          flush
          title={<Trans>Articles</Trans>}
          count={<Plural value={found.length} one="# article" other="# articles" />}
          aside={<Freshness />}
        >
          {found.length === 0 ? (
            <EmptyByFilter onClear={clear}>
              <Trans>There are {articles.length} without filters.</Trans>
            </EmptyByFilter>
          ) : (
            <>
              <ArticleTable
                articles={rows}
                all={articles}
                sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
                onSort={
                  ({ column, descending }) =>
                    set({ sort: `${descending ? '-' : ''}${column}` as NonNullable<ArticleSearch['sort']> }) // only columns of the schema can be sorted
                }
                onOpen={(article) => setOpen({ kind: 'preview', article })}
                itemsOf={itemsOf}
              />
              <Pager
                page={page}
                pages={pages}
                shown={rows.length}
                total={found.length}
                size={size}
                onPage={(next) => set({ page: next })}
                onSize={(next) => set({ size: next })}
              />
            </>
          )}
        </Card>
      )}
      <ArticleDialogs all={articles} open={open} onOpen={setOpen} />
    </>
  )
}

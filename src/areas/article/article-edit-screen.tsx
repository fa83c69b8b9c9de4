import './article.css'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Newspaper } from 'lucide-react'
import { useLanguage } from '../../i18n/locale.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { ArticleForm } from './article-form.tsx'
import { valuesOf, type ArticleValues } from './article-values.ts'
import { useArticles } from './queries.ts'
import { usePublishers } from './use-publishers.ts'

const route = getRouteApi('/signed-in/article/$id')

/** /article/new, also as a translation of another, and /article/:id (SCREENS B17). */
export function ArticleEditScreen() {
  const { id } = route.useParams()
  const { from, lang } = route.useSearch()
  const language = useLanguage()
  const articles = useArticles()
  const { isReady, first } = usePublishers()
  const back = (
    <Link to="/article" search={{}} className="btn quiet sm">
      <ArrowLeft aria-hidden="true" />
      <Trans>All articles</Trans>
    </Link>
  )
  if (!articles || !isReady) return <ListSkeleton />
  const isNew = id === 'new'
  const article = articles.find((each) => each.id === (isNew ? from : id))
  const blank: ArticleValues = {
    title: '',
    category: 'health',
    language: lang ?? language,
    content: '',
    promoId: null,
    clinicId: first,
  }
  const copied = isNew && article ? { ...valuesOf(article), language: lang ?? language } : null
  return (
    <>
      <div className="row wrap">
        {back}
        <h2 className="grow">
          {!isNew ? (
            article?.title
          ) : copied ? (
            <Trans>Translation of “{article?.title}”</Trans>
          ) : (
            <Trans>New article</Trans>
          )}
        </h2>
      </div>
      <OfflineBar />
      {isNew ? (
        <ArticleForm
          key={`${from} ${lang}`}
          name={copied ? `article:new:${from}:${lang}` : 'article:new'}
          article={null}
          start={copied ?? blank}
          groupId={article?.groupId}
          all={articles}
        />
      ) : article ? (
        <ArticleForm
          key={article.id}
          name={`article:${article.id}`}
          article={article}
          start={valuesOf(article)}
          all={articles}
        />
      ) : (
        <NeverFilled>
          <Empty icon={<Newspaper />} title={<Trans>This article does not exist</Trans>} action={back} />
        </NeverFilled>
      )}
    </>
  )
}

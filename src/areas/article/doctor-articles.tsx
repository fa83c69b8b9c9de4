import './article.css'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useClinic } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { ArticleDialogs } from './article-dialogs.tsx'
import { ArticleTable } from './article-table.tsx'
import { useArticles } from './queries.ts'
import { type OpenArticle, useArticleActs } from './use-article-acts.tsx'

/**
 * For the users of a private clinic, on a doctor's page: the doctor's articles there, to be read and published (rule
 * 77). Draws nothing for others.
 */
export function DoctorArticles({ doctorId }: { doctorId: string }) {
  const { person } = useDevice()
  const clinic = useClinic(person.type === 'clinic' ? person.clinicId : null)
  const articles = useArticles()
  const [open, setOpen] = useState<OpenArticle | null>(null)
  const { itemsOf } = useArticleActs(articles ?? [], setOpen)
  const theirs = articles?.filter(({ authorId }) => authorId === doctorId) ?? []
  if (!clinic?.private || theirs.length === 0) return null
  return (
    <Card
      flush
      title={<Trans>Articles</Trans>}
      count={<Plural value={theirs.length} one="# article" other="# articles" />}
    >
      <ArticleTable
        articles={theirs}
        all={theirs}
        onOpen={(article) => setOpen({ kind: 'preview', article })}
        itemsOf={itemsOf}
      />
      <ArticleDialogs all={theirs} open={open} onOpen={setOpen} />
    </Card>
  )
}

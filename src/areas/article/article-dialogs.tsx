import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { translationsOf } from './article-list.ts'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleQuestion } from './article-question.tsx'
import type { ShownArticle } from './queries.ts'
import { type OpenArticle, useArticleActs } from './use-article-acts.tsx'

/** What has been opened from a list of articles. The article is the one on the device now, not the one that was pressed. */
export function ArticleDialogs({
  all,
  open,
  onOpen,
}: {
  all: readonly ShownArticle[]
  open: OpenArticle | null
  onOpen: (open: OpenArticle | null) => void
}) {
  const { publishes, whyNotPublish } = useArticleActs(all, onOpen)
  const article = open && all.find(({ id }) => id === open.article.id)
  if (!open || !article) return null
  const close = () => onOpen(null)
  if (open.kind === 'translate') return <TranslateDialog all={all} article={article} onClose={close} />
  if (open.kind !== 'preview') return <ArticleQuestion kind={open.kind} article={article} onClose={close} />
  const ask = (kind: 'publish' | 'unpublish') => () => onOpen({ kind, article })
  return (
    <ArticlePreview article={article} onClose={close}>
      {article.published ? (
        <Button whyDisabled={whyNotPublish(article)} onClick={ask('unpublish')}>
          <CircleSlash aria-hidden="true" />
          <Trans>Withdraw</Trans>
        </Button>
      ) : publishes ? (
        <Button look="primary" whyDisabled={whyNotPublish(article)} onClick={ask('publish')}>
          <CircleCheck aria-hidden="true" />
          <Trans>Publish</Trans>
        </Button>
      ) : null}
    </ArticlePreview>
  )
}

/** Into which language: those that have none yet. The copy opens in the editor and is saved there. */
function TranslateDialog({
  all,
  article,
  onClose,
}: {
  all: readonly ShownArticle[]
  article: ShownArticle
  onClose: () => void
}) {
  const navigate = useNavigate()
  const has = new Set(translationsOf(all, article).map(({ lang }) => lang))
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={<Trans>Copy “{article.title}” into another language</Trans>}
      description={<Trans>The copy opens with this text, to be translated. Both stay connected.</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <div className="row wrap">
        {LANGUAGES.filter((lang) => !has.has(lang)).map((lang) => (
          <Button
            key={lang}
            onClick={() =>
              void navigate({ to: '/article/$id', params: { id: 'new' }, search: { from: article.id, lang } })
            }
          >
            {LANGUAGE_NAMES[lang]}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

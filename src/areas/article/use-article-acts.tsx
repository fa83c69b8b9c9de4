import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleCheck, CircleSlash, Languages, Pencil, Trash2 } from 'lucide-react'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import { translationsOf } from './article-list.ts'
import type { ArticleQuestionKind } from './article-question.tsx'
import type { ShownArticle } from './queries.ts'

export type OpenArticle = {
  readonly kind: 'preview' | 'translate' | ArticleQuestionKind
  readonly article: ShownArticle
}

/** What the reader may do with an article, and why not now (rules 77, 79). */
export function useArticleActs(all: readonly ShownArticle[], onOpen: (open: OpenArticle) => void) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const navigate = useNavigate()
  const writes = person.type !== 'clinic'
  const publishes = person.type !== 'doctor'
  /** Publishing is decided by the server, and only for text that it has received. */
  const whyNotPublish = ({ pending }: ShownArticle) =>
    offline
      ? t`You need to be online to publish or withdraw.`
      : pending === 'none'
        ? null
        : t`Its last change has not been sent yet.`
  return {
    writes,
    publishes,
    whyNotPublish,
    itemsOf: (article: ShownArticle): readonly MenuItem[] => {
      const open = (kind: OpenArticle['kind']) => () => onOpen({ kind, article })
      const isWhole = translationsOf(all, article).length >= LANGUAGES.length
      return [
        { id: 'preview', label: <Trans>Preview</Trans>, icon: <BookOpen />, onSelect: open('preview') },
        ...(writes
          ? [
              {
                id: 'edit',
                label: <Trans>Edit</Trans>,
                icon: <Pencil />,
                onSelect: () => void navigate({ to: '/article/$id', params: { id: article.id }, search: {} }),
              },
              {
                id: 'translate',
                label: <Trans>Copy into another language</Trans>,
                icon: <Languages />,
                whyDisabled: isWhole ? t`It is there in all languages.` : null,
                onSelect: open('translate'),
              },
            ]
          : []),
        ...(publishes && !article.published
          ? [
              {
                id: 'publish',
                label: <Trans>Publish</Trans>,
                icon: <CircleCheck />,
                whyDisabled: whyNotPublish(article),
                onSelect: open('publish'),
              },
            ]
          : []),
        ...(article.published
          ? [
              {
                id: 'unpublish',
                label: <Trans>Withdraw</Trans>,
                icon: <CircleSlash />,
                whyDisabled: whyNotPublish(article),
                onSelect: open('unpublish'),
              },
            ]
          : []),
        ...(writes
          ? [
              {
                id: 'delete',
                label: <Trans>Delete</Trans>,
                icon: <Trash2 />,
                danger: true,
                onSelect: open('delete'),
              },
            ]
          : []),
      ]
    },
  }
}

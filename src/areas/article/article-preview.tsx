import './article.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Article } from '../../../contract/article/article.ts'
import { FileImage } from '../file/file-image.tsx'
import { LANGUAGE_NAMES } from '../../../contract/kernel/constants.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { ArticlePicture } from './article-picture.tsx'
import { CATEGORY_WORDS } from './article-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

type Read = Pick<Article, 'title' | 'language' | 'category' | 'content' | 'promoId' | 'authorName'>

/** The article as its readers see it. `children` are the acts. */
export function ArticlePreview({
  article,
  children,
  onClose,
}: {
  article: Read
  children?: ReactNode
  onClose: () => void
}) {
  const { i18n } = useLingui()
  const { title, language, category, content, promoId, authorName } = article
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={<span lang={language}>{title}</span>}
      description={
        <span className="sm dim">
          {[authorName, i18n._(wordOf(CATEGORY_WORDS, category)), LANGUAGE_NAMES[language]].filter(Boolean).join(' · ')}
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {children}
        </>
      }
    >
      <div className="article-sheet">
        {promoId && <FileImage id={promoId} size={2048} alt="" className="article-banner" />}
        <RichText html={content} lang={language} under={2} picture={ArticlePicture} />
      </div>
    </Dialog>
  )
}

import { Trans } from '@lingui/react/macro'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Stars } from '../../ui/stars.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { ArticlePicture } from '../article/article-picture.tsx'
import { ClinicAnswer } from '../comment/clinic-answer.tsx'
import { FileImage } from '../file/file-image.tsx'
import { useArticleText } from './queries.ts'

/** The text as its readers would see it. */
export function WaitingText({ waiting }: { waiting: Waiting }) {
  const { kind, id, content, answer, rate } = waiting
  if (kind === 'article') return <ArticleText id={id} />
  if (kind === 'answer') return <AnswerText waiting={waiting} />
  return (
    <>
      {rate !== null && <Stars value={rate} />}
      {content ? (
        <p className="waiting-whole">{content}</p>
      ) : (
        <p className="dim">
          <Trans>Stars alone, no text.</Trans>
        </p>
      )}
      {answer && <RichText html={answer} under={2} />}
    </>
  )
}

/** A clinic's answer, under the comment that it is to. */
function AnswerText({ waiting: { content, about, rate } }: { waiting: Waiting }) {
  return (
    <>
      {rate !== null && <Stars value={rate} />}
      {about ? (
        <p className="waiting-whole">{about}</p>
      ) : (
        <p className="dim">
          <Trans>Stars alone, no text.</Trans>
        </p>
      )}
      <ClinicAnswer comment={{ answer: content, answerPublished: false }} />
    </>
  )
}

function ArticleText({ id }: { id: string }) {
  const { value, problem, again } = useArticleText(id)
  if (problem)
    return (
      <NotKeptNote problem={problem} onRetry={again}>
        <Trans>The text of this article is not kept on this device.</Trans>
      </NotKeptNote>
    )
  if (!value) return <ListSkeleton rows={3} />
  const { content, language, promoId } = value.article
  return (
    <>
      {promoId && <FileImage id={promoId} size={2048} alt="" className="article-banner" />}
      <RichText html={content} lang={language} under={2} picture={ArticlePicture} />
    </>
  )
}

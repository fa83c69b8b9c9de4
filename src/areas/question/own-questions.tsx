import './question.css'
import { Trans } from '@lingui/react/macro'
import { formatDate } from '../../i18n/format.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { RichText } from '../../ui/rich-text.tsx'
import type { ShownQuestion } from './queries.ts'

/** A patient's own questions, the newest first, each with its public answer or what it waits for. */
export function OwnQuestions({
  questions,
  nameOf,
}: {
  questions: readonly ShownQuestion[]
  /** Whom it was put to, where that is not said above. */
  nameOf?: (question: ShownQuestion) => string | null
}) {
  const { zone } = useDevice()
  return (
    <ul className="own-questions">
      {questions.map((question) => (
        <li key={question.id} className="own-question">
          <p className="row wrap sm dim">
            {[nameOf?.(question), formatDate(question.createdAt, zone)].filter(Boolean).join(' · ')}
            <RecordChange of={question} />
          </p>
          <p className="question-whole">{question.content}</p>
          {question.published && question.answer ? (
            <div className="own-answer">
              <p className="sm dim">
                {[question.answeredBy, question.answeredAt && formatDate(question.answeredAt, zone)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <RichText html={question.answer} under={2} />
            </div>
          ) : (
            question.pending === 'none' && (
              <p className="sm dim">
                <Trans>Waiting for an answer. You are told once it is published.</Trans>
              </p>
            )
          )}
        </li>
      ))}
    </ul>
  )
}

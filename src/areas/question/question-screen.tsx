import './question.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { CircleQuestionMark, Eye, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { whyNotAnswer } from '../../../contract/question/question.rules.ts'
import { formatDate, formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Empty, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useQuestionActs } from './question-acts.tsx'
import { PublishedBadge } from './question-table.tsx'
import { useQuestion, type ShownQuestion } from './queries.ts'
import { useAsked } from './use-asked.ts'

const route = getRouteApi('/signed-in/question/$id')

/** One question: its text, the answer or a form for it, and the acts. */
export function QuestionScreen() {
  const { id } = route.useParams()
  const question = useQuestion(id)
  const status = useSyncStatus()
  if (question === undefined) return <ListSkeleton rows={3} />
  if (question) return <QuestionText key={question.id} question={question} />
  if (!status?.pulledAt || status.filling) return <NotOnDevice />
  return (
    <Empty icon={<CircleQuestionMark className="icon-lg" />} title={<Trans>This question is not on this device</Trans>}>
      <Trans>It was deleted, or is not yours to see.</Trans>
    </Empty>
  )
}

function QuestionText({ question }: { question: ShownQuestion }) {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const language = useLanguage()
  const navigate = useNavigate()
  const questionTitle = useAsked()(question)
  const [writing, setWriting] = useState(useLocation().hash === 'answer')
  const { itemsOf, dialogs } = useQuestionActs({
    onAnswer: () => setWriting(true),
    onGone: () =>
      void navigate(person.type === 'clinic' ? { to: '/doctor', search: {} } : { to: '/question', search: {} }),
  })
  const mayWrite = person.type === 'doctor' && whyNotAnswer(question, person) === null
  const shown = itemsOf(question).filter(({ id }) => id !== 'answer' || !writing)
  return (
    <div className="stack">
      {person.type !== 'clinic' && (
        <p>
          <Link to="/question" search={{}}>
            <Trans>All questions</Trans>
          </Link>
        </p>
      )}
      <Card
        title={<Trans>Question</Trans>}
        count={[formatDate(question.createdAt, zone), questionTitle].filter(Boolean).join(' · ')}
        aside={<RecordChange of={question} />}
      >
        <div className="stack-2">
          <p className="question-whole">{question.content}</p>
          <p className="row wrap sm dim question-counts">
            <PublishedBadge published={question.published} />
            <span title={t`Likes`}>
              <ThumbsUp aria-hidden="true" /> <span className="vh">{t`Likes`}:</span>{' '}
              {formatNumber(question.likes, language)}
            </span>
            <span title={t`Dislikes`}>
              <ThumbsDown aria-hidden="true" /> <span className="vh">{t`Dislikes`}:</span>{' '}
              {formatNumber(question.dislikes, language)}
            </span>
            <span title={t`Views`}>
              <Eye aria-hidden="true" /> <span className="vh">{t`Views`}:</span>{' '}
              {formatNumber(question.views, language)}
            </span>
          </p>
          {shown.length > 0 && (
            <div className="row wrap">
              {shown.map(({ id, label, icon, danger, whyDisabled, onSelect }) => (
                <Button
                  key={id}
                  look={id === 'answer' ? 'primary' : danger ? 'danger' : 'default'}
                  whyDisabled={whyDisabled ?? null}
                  onClick={onSelect}
                >
                  {icon}
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      </Card>
      {question.answer && (
        <Card
          title={<Trans>Answer</Trans>}
          count={
            question.answeredAt &&
            [question.answeredBy, formatDateTime(question.answeredAt, zone)].filter(Boolean).join(' · ')
          }
        >
          <RichText html={question.answer} under={2} />
        </Card>
      )}
      {person.type === 'doctor' && (
        <AnswerForm question={question} open={writing && mayWrite} onClose={() => setWriting(false)} />
      )}
      {dialogs}
    </div>
  )
}

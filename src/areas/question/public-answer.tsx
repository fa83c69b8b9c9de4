import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { DoctorVoices } from '../../../contract/question/question.ts'
import type { Vote } from '../../../contract/question/question.lists.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import type { Problem } from '../../screen/problem.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { markQuestion } from './commands.ts'

/** A published question that opens to its answer, with the votes on it. Opening it counts as having read it. */
export function PublicAnswer({ question }: { question: DoctorVoices['questions'][number] }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords(true)
  const [counts, setCounts] = useState<Pick<typeof question, 'likes' | 'dislikes' | 'vote'>>(question)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [seen, setSeen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function vote(wanted: Vote) {
    if (busy) return
    setBusy(true)
    const outcome = await markQuestion(question.id, counts.vote === wanted ? 'none' : wanted)
    setBusy(false)
    setProblem(outcome.kind === 'done' ? null : outcome)
    if (outcome.kind === 'done') setCounts(outcome.reply)
  }
  const button = (wanted: 'like' | 'dislike', label: string, icon: React.ReactNode, count: number) => (
    <Button
      small
      aria-pressed={counts.vote === wanted}
      aria-busy={busy || undefined}
      whyDisabled={offline ? t`You can vote once you are back online.` : null}
      showWhy={false}
      onClick={() => void vote(wanted)}
    >
      {icon} {label} <span aria-hidden="true">({formatNumber(count, language)})</span>
      <span className="vh">
        <Plural value={count} one="# vote" other="# votes" />
      </span>
    </Button>
  )
  return (
    <details
      className="public-answer"
      onToggle={(event) => {
        if (!event.currentTarget.open || seen) return
        setSeen(true)
        // a read that is not counted is not missed
        void markQuestion(question.id, 'seen')
      }}
    >
      <summary>{question.content}</summary>
      <div className="stack-2">
        <p className="sm dim">
          {[question.answeredBy, formatDate(question.answeredAt, zone)].filter(Boolean).join(' · ')}
        </p>
        <RichText html={question.answer} under={2} />
        <div className="row wrap" role="group" aria-label={t`Did this answer help?`}>
          <span className="sm dim" aria-hidden="true">
            <Trans>Did this answer help?</Trans>
          </span>
          {button(
            'like',
            t({ message: 'Yes', context: 'answer helped' }),
            <ThumbsUp aria-hidden="true" />,
            counts.likes,
          )}
          {button(
            'dislike',
            t({ message: 'No', context: 'answer helped' }),
            <ThumbsDown aria-hidden="true" />,
            counts.dislikes,
          )}
        </div>
        {problem && <FieldError id={`vote-${question.id}`}>{words(problem)}</FieldError>}
      </div>
    </details>
  )
}

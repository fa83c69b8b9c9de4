import '../comment/comment.css'
import './question.css'
import { Trans } from '@lingui/react/macro'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Stars } from '../../ui/stars.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { ClinicAnswer } from '../comment/clinic-answer.tsx'
import { PublicAnswer } from './public-answer.tsx'
import { useVoices } from './queries-voices.ts'

/** What others wrote about a doctor and what is public. No device holds it: it is read from the server, and not kept. */
export function Voices({ doctorId }: { doctorId: string }) {
  const { zone } = useDevice()
  const words = useProblemWords(true)
  const { value, problem, again } = useVoices(doctorId)
  if (!value)
    return problem ? (
      <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
        <p>
          <Trans>Comments and answers are not kept on this device. They are read online.</Trans>
        </p>
        <Button small onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Note>
    ) : (
      <ListSkeleton rows={3} />
    )
  const { comments, questions } = value
  return (
    <>
      <Card flush title={<Trans>Questions and answers</Trans>} count={questions.length || null}>
        {questions.length === 0 ? (
          <p className="card-body dim">
            <Trans>No answers have been published yet.</Trans>
          </p>
        ) : (
          <ul className="own-questions">
            {questions.map((question) => (
              <li key={question.id}>
                <PublicAnswer question={question} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card flush title={<Trans>Comments of patients</Trans>} count={comments.length || null}>
        {comments.length === 0 ? (
          <p className="card-body dim">
            <Trans>No comments have been published yet.</Trans>
          </p>
        ) : (
          <ul className="own-questions">
            {comments.map(({ author, rate, content, createdAt, answer }) => (
              <li key={`${createdAt} ${author}`} className="own-question">
                <p className="row wrap sm dim">
                  <Stars value={rate} /> {author}, {formatDate(createdAt, zone)}
                </p>
                {content && <p className="comment-whole">{content}</p>}
                {answer && <ClinicAnswer comment={{ answer, answerPublished: true }} />}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { EntryPage, useHostFace } from '../session/entry-page.tsx'
import { useLinkCode } from '../session/link-code.ts'
import { openAppointment } from './commands.ts'
import { LinkedActs } from './linked-acts.tsx'
import { LinkedFacts } from './linked-facts.tsx'

/**
 * /a#token (issue 35, 4): one appointment, opened from a message on any phone without signing in. If its patient is
 * signed in, they go on to their record.
 */
export function AppointmentLinkScreen() {
  const token = useLinkCode()
  const face = useHostFace()
  const words = useProblemWords()
  const navigate = useNavigate()
  const [appointment, setAppointment] = useState<LinkedAppointment | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const hasSent = useRef(false)

  async function ask() {
    setProblem(null)
    const outcome = await openAppointment(token)
    if (outcome.kind !== 'done') return setProblem(outcome)
    const { appointment: found } = outcome.reply
    if (found.isOwn) return navigate({ to: '/appointment/$id', params: { id: found.id }, replace: true })
    setAppointment(found)
  }
  useEffect(() => {
    if (hasSent.current || !token) return
    hasSent.current = true
    void ask()
  })

  const page = (title: ReactNode, children: ReactNode) => (
    <EntryPage face={face} title={title} intro={appointment?.clinicName}>
      {children}
    </EntryPage>
  )
  if (!token || problem?.kind === 'refused')
    return page(
      <Trans>This link opens no appointment</Trans>,
      <>
        <Note tone="failed" alert>
          {problem ? (
            words(problem)
          ) : (
            <Trans>Part of the address is missing. Open the link again as you received it.</Trans>
          )}
        </Note>
        <Link to="/patient-login" search={{ back: '/appointment' }} className="btn block">
          <Trans>Sign in as a patient</Trans>
        </Link>
      </>,
    )
  if (problem)
    return page(
      <Trans>Your appointment</Trans>,
      <>
        <Note tone="offline" alert>
          {words(problem)}
        </Note>
        <Button look="primary" block onClick={() => void ask()}>
          <Trans>Try again</Trans>
        </Button>
      </>,
    )
  if (!appointment)
    return page(
      <Trans>Your appointment</Trans>,
      <p role="status">
        <Trans>One moment, please.</Trans>
      </p>,
    )
  return page(
    appointment.status === 'cancelled' ? <Trans>Your appointment is cancelled</Trans> : <Trans>Your appointment</Trans>,
    <>
      <LinkedFacts appointment={appointment} />
      <LinkedActs token={token} appointment={appointment} onChange={setAppointment} lookAgain={() => void ask()} />
    </>,
  )
}

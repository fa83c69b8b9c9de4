import './linked.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck, CalendarClock, CalendarPlus, CalendarX2, CreditCard, MapPin, Phone, Video } from 'lucide-react'
import { useState } from 'react'
import { termsIn } from '../../../contract/appointment/terms.ts'
import type { LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { saveEvent } from '../../screen/save-event.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMinute, useViewerZone } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { cancelIt, confirmIt, joinRoom, payFor } from './commands.ts'
import { LinkedMove } from './linked-move.tsx'

/**
 * What a patient may do with the appointment from here, by the same rules as when signed in; acts that are not possible
 * say why.
 */
export function LinkedActs({
  token,
  appointment,
  onChange,
  lookAgain,
}: {
  token: string
  appointment: LinkedAppointment
  onChange: (appointment: LinkedAppointment) => void
  /** Called if it has changed elsewhere while the page was open. */
  lookAgain: () => void
}) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const viewer = useViewerZone()
  const minute = useMinute()
  const words = useProblemWords()
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null)
  const [busy, setBusy] = useState<'pay' | 'join' | 'confirm' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [result, setOutcome] = useState<'moved' | 'cancelled' | 'confirmed' | null>(null)
  const { status, doctorName, toPay, meeting, way, clinicPhone: phone, whyNotCancel, whyNotMove } = appointment
  const amount = toPay && formatMoney(toPay.amount, toPay.currency, language)
  const when = formatDateTime(appointment.start, appointment.type === 'online' ? viewer : appointment.zone)
  const canConfirm = status === 'waiting' && !appointment.confirmedAt && minute < Date.parse(appointment.start)
  // one full button: the open room, else what is to be paid, else the yes
  const isOpen = meeting && Date.parse(meeting.opensAt) <= minute && minute <= Date.parse(meeting.closesAt)

  function failed(outcome: Problem) {
    setProblem(outcome)
    if (outcome.kind === 'refused') lookAgain()
  }
  async function pay() {
    if (busy || !toPay) return
    setBusy('pay')
    setProblem(null)
    const outcome = await payFor(token, toPay)
    // the button stays busy while the browser leaves for the provider's page
    if (outcome.kind === 'done') return location.assign(outcome.reply.paymentUrl)
    setBusy(null)
    failed(outcome)
  }
  async function join() {
    if (busy) return
    setBusy('join')
    setProblem(null)
    const outcome = await joinRoom(token)
    if (outcome.kind === 'done') return location.assign(outcome.reply.link)
    setBusy(null)
    failed(outcome)
  }
  async function confirm() {
    if (busy) return
    setBusy('confirm')
    setProblem(null)
    const outcome = await confirmIt(token)
    setBusy(null)
    if (outcome.kind !== 'done') return failed(outcome)
    setOutcome('confirmed')
    onChange(outcome.reply.appointment)
  }
  async function cancel(reason: string) {
    setProblem(null)
    const outcome = await cancelIt(token, reason)
    if (outcome.kind !== 'done') return failed(outcome)
    setOutcome('cancelled')
    onChange(outcome.reply.appointment)
  }
  const keep = () =>
    saveEvent({
      id: appointment.id,
      sequence: appointment.version,
      start: appointment.start,
      end: appointment.end,
      stamp: Date.now(),
      summary: [doctorName, appointment.clinicName].filter(Boolean).join(' · '),
      location: appointment.place,
      url: null,
      cancelled: status === 'cancelled',
    })

  return (
    <div className="stack">
      {result === 'moved' && (
        <Note tone="saved" alert>
          <Trans>Moved. You will get a message about the new time.</Trans>
        </Note>
      )}
      {result === 'confirmed' && (
        <Note tone="saved" alert>
          <Trans>Confirmed. Thank you for letting us know.</Trans>
        </Note>
      )}
      {result === 'cancelled' && (
        <Note tone="cancelled" alert>
          <Trans>Cancelled. You will get a message about it.</Trans>
        </Note>
      )}
      {problem && (
        <Note tone="failed" alert>
          {words(problem)}
        </Note>
      )}
      {canConfirm && (
        <Button
          look={toPay || isOpen ? 'default' : 'primary'}
          block
          aria-busy={busy === 'confirm' || undefined}
          onClick={() => void confirm()}
        >
          <CalendarCheck />
          {busy === 'confirm' ? <Trans>One moment…</Trans> : <Trans>Confirm the appointment</Trans>}
        </Button>
      )}
      {status === 'waiting' && toPay && (
        <Button
          look={isOpen ? 'default' : 'primary'}
          block
          aria-busy={busy === 'pay' || undefined}
          onClick={() => void pay()}
        >
          <CreditCard />
          {busy === 'pay' ? <Trans>One moment…</Trans> : <Trans>Pay {amount} by card</Trans>}
        </Button>
      )}
      {meeting && (
        <Button
          look={isOpen ? 'primary' : 'default'}
          block
          aria-busy={busy === 'join' || undefined}
          whyDisabled={
            isOpen
              ? null
              : t`The room is open from ${formatDateTime(meeting.opensAt, viewer)} to ${formatDateTime(meeting.closesAt, viewer)}.`
          }
          onClick={() => void join()}
        >
          <Video />
          <Trans>Join the video call</Trans>
        </Button>
      )}
      {open === 'move' ? (
        <LinkedMove
          token={token}
          appointment={appointment}
          onMoved={(moved) => {
            setOpen(null)
            setOutcome('moved')
            setProblem(null)
            onChange(moved)
          }}
          onKeep={() => setOpen(null)}
          onLost={failed}
        />
      ) : (
        status === 'waiting' && (
          <>
            <Button
              block
              whyDisabled={whyNotMove && i18n._(messages[whyNotMove])}
              onClick={() => {
                setOutcome(null)
                setOpen('move')
              }}
            >
              <CalendarClock />
              <Trans>Choose another time</Trans>
            </Button>
            <Button
              look="danger"
              block
              whyDisabled={whyNotCancel && i18n._(messages[whyNotCancel])}
              showWhy={whyNotCancel !== whyNotMove}
              onClick={() => setOpen('cancel')}
            >
              <CalendarX2 />
              <Trans>Cancel the appointment</Trans>
            </Button>
          </>
        )
      )}
      <div className="linked-ways">
        {status === 'waiting' && (
          <Button look="quiet" onClick={keep}>
            <CalendarPlus />
            <Trans>Add to calendar</Trans>
          </Button>
        )}
        {way && status !== 'cancelled' && (
          <a className="btn quiet" href={way} target="_blank" rel="noreferrer">
            <MapPin aria-hidden="true" />
            <Trans>Directions</Trans>
          </a>
        )}
        {phone && (
          <a className="btn quiet" href={`tel:${phone}`}>
            <Phone aria-hidden="true" />
            <Trans>Call the clinic: {phone}</Trans>
          </a>
        )}
      </div>
      {status === 'waiting' && <p className="help">{termsIn(language, appointment, appointment, minute)}</p>}
      <ConfirmDialog
        open={open === 'cancel'}
        danger
        onOpenChange={(shown) => setOpen(shown ? 'cancel' : null)}
        title={<Trans>Cancel your appointment with {doctorName}?</Trans>}
        keep={<Trans>Keep the appointment</Trans>}
        act={<Trans>Cancel the appointment</Trans>}
        reason={{ label: <Trans>Reason</Trans> }}
        onConfirm={cancel}
      >
        <Trans>{when}. The time becomes free for others at once.</Trans>
      </ConfirmDialog>
    </div>
  )
}

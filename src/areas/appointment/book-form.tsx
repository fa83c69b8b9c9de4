import './book.css'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { bookedTypeOf } from '../../../contract/visittype/visittype.rules.ts'
import { messages } from '../../i18n/messages.ts'
import { useKeptCard } from '../doctor/use-kept-card.ts'
import type { ChosenPatient } from '../patient/chosen-patient.ts'
import { PatientPicker } from '../patient/patient-picker.tsx'
import { bookPaid } from '../payment/commands-book.ts'
import type { Way } from '../payment/wallet-for.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { Note } from '../../ui/note.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { BookBar } from './book-bar.tsx'
import { BookDoctor } from './book-doctor.tsx'
import { type FieldId, type Problem, useBookingFacts } from './book-facts.ts'
import { BookLeave } from './book-leave.tsx'
import { DraftNote, WrongNote } from './book-notes.tsx'
import { BookPart, headId, StepHead } from './book-part.tsx'
import { BookPayment } from './book-payment.tsx'
import { BookSummary } from './book-summary.tsx'
import { BookTerms } from './book-terms.tsx'
import { BookTime } from './book-time.tsx'
import { isAnswered, useParts } from './use-parts.ts'
import { HoldLine } from './hold-line.tsx'
import { minutesOf, type Booking, type Part } from './booking.ts'
import { payNow } from './book-pay-now.ts'
import { book } from './commands.ts'
import type { BookingDraft } from './use-booking.ts'

/** A booking that has been queued on this device. */
export type Booked = {
  readonly visitId: string
  /** The ids of the further visits, in order. */
  readonly further: readonly string[]
  readonly booking: Booking
}

/** All parts on one page with a summary next to them; on phones one part at a time. */
export function BookForm({ draft, onBooked }: { draft: BookingDraft; onBooked: (booked: Booked) => void }) {
  const { i18n } = useLingui()
  const device = useDevice()
  const narrow = useNarrow()
  const { booking, change } = draft
  const facts = useBookingFacts(booking)
  const isPatient = device.person.type === 'patient'
  useKeptCard(isPatient ? booking.doctorId : null)
  const parts = useParts(booking)
  // skips what the address has already answered
  const [first] = useState(() => parts.findIndex((part) => !isAnswered(part, booking)))
  const [at, setAt] = useState(first)
  const [tried, setTried] = useState<ReadonlySet<Part>>(new Set())
  const [failed, setFailed] = useState<string | null>(null)
  const problemWords = useProblemWords(isPatient)
  const [busy, setBusy] = useState(false)
  // a second click may come before the first is drawn
  const underWay = useRef(false)
  // by start: if the device runs full within a series, the next attempt continues after what is already queued
  const put = useRef(new Map<string, string>())
  const step = Math.min(at, parts.length - 1)
  const now = parts[step] ?? 'review'
  const isLast = step === parts.length - 1
  const shown = (part: Part) => parts.includes(part) && (!narrow || part === now)
  const wrong = facts.problems.filter(({ part }) => tried.has(part))
  const withoutPatient = facts.problems.filter(({ field }) => field !== 'book-patient')
  const errorOf = (field: FieldId) => wrong.find((problem) => problem.field === field)?.text ?? null

  function go(to: number) {
    setAt(to)
    // after the step is drawn
    requestAnimationFrame(() => {
      scrollTo({ top: 0 })
      document.getElementById(headId(parts[to] ?? 'review'))?.focus()
    })
  }
  function show({ part, field }: Problem) {
    if (narrow) setAt(parts.indexOf(part))
    requestAnimationFrame(() => document.getElementById(field)?.focus())
  }
  function next() {
    setTried(new Set([...tried, now]))
    const problem = facts.problems.find(({ part }) => part === now)
    if (problem) show(problem)
    else go(step + 1)
  }
  /** After doctor and time were chosen together, goes to the part after the time. */
  function taken() {
    if (narrow) return go(parts.indexOf('payment'))
    requestAnimationFrame(() => {
      const time = document.getElementById('book-time')
      time?.scrollIntoView({ block: 'nearest' })
      time?.focus({ preventScroll: true })
    })
  }
  // on a patient's press on a time, goes to the next step, as when doctor and time are chosen together; warnings
  // about the time come first
  const goesOn = useRef(false)
  useEffect(() => {
    if (!goesOn.current || !booking.slot) return
    goesOn.current = false
    if (!facts.problems.some(({ part }) => part === 'time') && !facts.sameDay) go(step + 1)
    // once per chosen time
    // oxlint-disable-next-line react/exhaustive-deps
  }, [booking.slot])
  /** Time first, then the patient, as on the phone. */
  function timePressed() {
    if (narrow) goesOn.current = isPatient
    else if (!booking.patient && parts.includes('patient')) document.getElementById('book-patient')?.focus()
  }
  /**
   * `added`: a patient who was added just now and is not in the drawn booking yet. `payWith`: the payment method of the
   * pressed button.
   */
  async function submit({ added, payWith = booking.payWith }: { added?: ChosenPatient; payWith?: Way } = {}) {
    setTried(new Set(ALL))
    const [wrongFirst] = added ? withoutPatient : facts.problems
    if (wrongFirst) return show(wrongFirst)
    const { doctorId, slot, type, visitType, bankId, note, overlapSeen, overrides } = booking
    const patient = added ?? booking.patient
    if (!patient || !doctorId || !slot || underWay.current) return
    underWay.current = true
    setBusy(true)
    setFailed(null)
    try {
      const paid = payNow({ ...booking, payWith }, facts.wallet)
      if (paid) {
        const made = await bookPaid(device, {
          ...paid,
          patientId: patient.id,
          doctorId,
          clinicId: slot.clinicId,
          start: slot.start,
          duration: minutesOf(slot),
          type,
          ...(visitType && { visitTypeId: visitType.id }),
          patientNote: note.trim() || null,
          ...(overlapSeen && { overlapSeen: true }),
          ...(overrides && { overrides: [...overrides] }),
        })
        if (made.kind === 'refused') return setFailed(problemWords(made.problem))
        await draft.done()
        // the visit waits meanwhile; a person who returns without having paid finds it with its pay button
        if (made.page) return location.assign(made.page)
        onBooked({ visitId: made.visitId, further: [], booking: { ...booking, patient } })
        return scrollTo({ top: 0 })
      }
      const wishes = [{ slot, overlapSeen }, ...(facts.series ?? [])]
      for (const wish of wishes) {
        if (!wish.slot || put.current.has(wish.slot.start)) continue
        const made = await book(
          device,
          {
            patientId: patient.id,
            doctorId,
            clinicId: wish.slot.clinicId,
            start: wish.slot.start,
            duration: minutesOf(wish.slot),
            type,
            ...(visitType && { visitTypeId: visitType.id }),
            payWith: payWith === 'bank_transfer' ? payWith : 'later',
            bankId: payWith === 'bank_transfer' ? bankId : null,
            patientNote: note.trim() || null,
            ...(wish.overlapSeen && { overlapSeen: true }),
            ...(overrides && { overrides: [...overrides] }),
          },
          {
            patientName: patient.name,
            zone: wish.slot.zone,
            price: wish.slot.price,
            currency: wish.slot.currency,
            ...(visitType && { visitType: bookedTypeOf(visitType) }),
          },
        )
        put.current.set(wish.slot.start, made.visit)
      }
      const [visitId = '', ...further] = put.current.values()
      put.current = new Map()
      await draft.done()
      onBooked({ visitId, further, booking: { ...booking, patient } })
      scrollTo({ top: 0 })
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(i18n._(messages.not_saved))
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return (
    <div className="book">
      {narrow && <StepHead parts={parts} at={step} onBack={() => go(step - 1)} />}
      <div className="book-main">
        {narrow && step === first && <DraftNote draft={draft} />}
        <div className="card book-parts">
          {shown('patient') && (
            <BookPart part="patient" narrow={narrow}>
              <PatientPicker
                id="book-patient"
                zone={facts.zone}
                value={booking.patient}
                error={errorOf('book-patient')}
                onChange={(patient) => change({ patient })}
                onAddedToBook={
                  !narrow && withoutPatient.length === 0 ? (patient) => void submit({ added: patient }) : undefined
                }
              />
            </BookPart>
          )}
          {shown('doctor') && (
            <BookPart part="doctor" narrow={narrow}>
              <BookDoctor
                booking={booking}
                clinicId={facts.clinicId}
                error={errorOf('book-doctor')}
                onChange={change}
                onTaken={taken}
              />
            </BookPart>
          )}
          {shown('time') && (
            <BookPart part="time" narrow={narrow}>
              <BookTime
                booking={booking}
                facts={facts}
                errors={{
                  time: errorOf('book-time'),
                  overlap: errorOf('book-overlap'),
                  series: errorOf('book-series'),
                }}
                holds={!narrow}
                onChange={change}
                onPressed={timePressed}
              />
            </BookPart>
          )}
          {shown('payment') && (
            <BookPart part="payment" narrow={narrow}>
              <BookPayment
                booking={booking}
                facts={facts}
                errors={{ bank: errorOf('book-bank'), pay: errorOf('book-pay') }}
                onChange={change}
              />
            </BookPart>
          )}
        </div>
        {/* across all steps, since going to the next one must not release the time */}
        {narrow && booking.doctorId && booking.slot && !booking.overrides && (
          <HoldLine doctorId={booking.doctorId} slot={booking.slot} visitTypeId={booking.visitType?.id} />
        )}
      </div>
      <aside className="stack book-aside">
        {(!narrow || isLast) && (
          <>
            <BookSummary booking={booking} facts={facts} />
            <BookTerms slot={booking.slot} />
          </>
        )}
        {!narrow && wrong.length > 0 && <WrongNote wrong={wrong} onShow={show} />}
        {failed && (
          <Note tone="failed" alert>
            {failed}
          </Note>
        )}
        {!narrow && <DraftNote draft={draft} />}
      </aside>
      <BookBar
        booking={booking}
        next={narrow && !isLast ? parts[step + 1] : undefined}
        busy={busy}
        onNext={next}
        onBook={() => void submit()}
        onPay={() => {
          change({ payWith: 'credit_card' })
          void submit({ payWith: 'credit_card' })
        }}
      />
      <BookLeave
        dirty={draft.dirty}
        stepBack={() => {
          if (!narrow || step === 0) return false
          go(step - 1)
          return true
        }}
      />
    </div>
  )
}

const ALL: readonly Part[] = ['patient', 'doctor', 'time', 'payment']

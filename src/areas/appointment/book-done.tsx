import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import './book.css'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { stateOf } from '../../../contract/appointment/appointment.rules.ts'
import { useClinics } from '../clinic/queries.ts'
import { fullName, useSpecialty } from '../doctor/doctor-words.ts'
import { useDoctors } from '../doctor/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { KnownAlready } from '../patient/known-already.tsx'
import { PayOpen } from '../payment/pay-open.tsx'
import { TransferProof } from '../payment/transfer-proof.tsx'
import { useDevice } from '../../screen/device.ts'
import { changeInstallMemory } from '../../screen/install-offer.ts'
import { useEntriesOf } from '../../screen/queries-waiting.ts'
import { ChangeTag, VisitBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { AtDesk, isAtDesk } from './book-at-desk.tsx'
import type { Booked } from './book-form.tsx'
import { FurtherVisits } from './book-further.tsx'
import { HandOn } from './book-hand-on.tsx'
import { BookRefused } from './book-refused.tsx'
import { SlotWords } from './book-summary.tsx'
import { CheckInCode, codeOf } from './check-in-code.tsx'
import { type ShownVisit, usePaymentsOf, useVisits } from './queries.ts'
import { useVisitAnywhere } from './queries-anywhere.ts'
import { TransferInfo } from './transfer-info.tsx'
import { FromServer } from './visit-beyond.tsx'
import { ChangeMark } from './visit-row.tsx'
import { VisitTypeInstructions } from '../visittype/visit-type-instructions.tsx'
import { VisitTypeMark } from '../visittype/visit-type-mark.tsx'
import { PaymentWord, TypeWord } from './visit-words.tsx'

type BookDoneProps = { booked: Booked; onAnother: () => void; onChange: () => void }

/**
 * The state of the booking as it changes: waiting for the server, confirmed, or refused with other times (rules 14,
 * 22).
 */
export function BookDone({ booked: { visitId, further, booking }, onAnother, onChange }: BookDoneProps) {
  const { person, now } = useDevice()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  useEffect(() => changeInstallMemory((memory) => ({ ...memory, booked: true })), [])
  const { visit, at, problem, again } = useVisitAnywhere(visitId)
  const entry = useEntriesOf(`appointment:${visitId}`)?.find((each) => each.call === 'appointment.book')
  const same = useVisits({ patientId: booking.patient?.id ?? 'nobody' })?.find(
    (each) => each.start === booking.slot?.start && each.status !== 'cancelled',
  )
  const state =
    entry?.state === 'parked' ? 'refused' : entry ? 'tentative' : visit ? 'confirmed' : same ? 'open' : 'unknown'
  const made = state === 'confirmed' ? visit : same
  const leads = person.type !== 'patient' && made && isAtDesk(made, now())
  return (
    <div className="book-done">
      <h2 ref={head} tabIndex={-1} aria-live="polite">
        {state === 'refused' ? (
          <Trans>Not booked</Trans>
        ) : state === 'tentative' ? (
          <Trans>Booked on this device</Trans>
        ) : state === 'unknown' ? (
          <Trans>One moment…</Trans>
        ) : (
          <Trans>Booked</Trans>
        )}
      </h2>
      {booking.patient && <KnownAlready patientId={booking.patient.id} onKnown={() => undefined} />}
      {state === 'refused' && entry ? <BookRefused entry={entry} onChange={onChange} /> : null}
      {state === 'tentative' && (
        <Note tone="tentative">
          <Trans>Not confirmed yet; no message is sent until the clinic’s server has accepted it.</Trans>
        </Note>
      )}
      {state === 'unknown' && problem ? (
        <Note tone="waiting" title={<Trans>The server cannot be asked about it</Trans>}>
          <p>
            <Trans>Please do not book it again before it answers.</Trans>
          </p>
          <Button small onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </Note>
      ) : state === 'unknown' && visit === undefined ? (
        <ListSkeleton rows={3} />
      ) : null}
      {state === 'confirmed' ? <FromServer since={at} /> : null}
      {state === 'open' && same ? (
        <Note tone="waiting">
          <Trans>This time was booked for the same patient before. It is the same appointment, none was added.</Trans>
        </Note>
      ) : null}
      {visit && state !== 'refused' ? (
        <DoneCard visit={visit} tentative={state === 'tentative'} byLink={booking.payWith === 'link'} />
      ) : state === 'open' && same ? (
        <DoneCard visit={same} tentative={false} byLink={false} />
      ) : null}
      {further.length > 0 && <FurtherVisits ids={further} />}
      <div className="row wrap no-print">
        {state === 'confirmed' || state === 'open' ? (
          <Link
            className={(booking.payWith === 'link' && state === 'confirmed') || leads ? 'btn' : 'btn primary'}
            to="/appointment/$id"
            params={{ id: visit?.id ?? same?.id ?? visitId }}
          >
            <Trans>Open the appointment</Trans>
          </Link>
        ) : state === 'tentative' ? (
          <Link className="btn" to="/appointment/$id" params={{ id: visitId }}>
            <Trans>Open the appointment</Trans>
          </Link>
        ) : null}
        <Button onClick={onAnother}>
          <Trans>Book another</Trans>
        </Button>
        <Link className="btn quiet" to="/appointment" search={{}}>
          <Trans>To the appointments</Trans>
        </Link>
      </div>
    </div>
  )
}

function DoneCard({ visit, tentative, byLink }: { visit: ShownVisit; tentative: boolean; byLink: boolean }) {
  const { person, now } = useDevice()
  const language = useLanguage()
  const specialty = useSpecialty()
  const doctor = useDoctors()?.get(visit.doctorId)
  const clinic = useClinics()?.get(visit.clinicId ?? '')
  const transfer = usePaymentsOf(visit.id)?.find(
    (payment) => payment.type === 'bank_transfer' && payment.status === 'waiting',
  )
  const code = codeOf(visit)
  const price = (
    <>
      <b>{formatMoney(visit.price, visit.currency, language)}</b>
      {person.type !== 'patient' && !tentative && (
        <>
          {' · '}
          <PaymentWord visit={visit} />
        </>
      )}
    </>
  )
  return (
    <Card
      className={tentative ? 'tentative' : ''}
      title={<SlotWords slot={visit} />}
      aside={
        tentative ? (
          <>
            <VisitBadge state="tentative" />
            <ChangeTag state="pending" />
          </>
        ) : (
          <>
            <VisitBadge state={stateOf(visit, now())} /> <ChangeMark visit={visit} />
          </>
        )
      }
    >
      <div className="stack">
        <KeyValues
          items={[
            ...(person.type === 'patient' ? [] : [{ key: <Trans>Patient</Trans>, value: <b>{visit.patientName}</b> }]),
            {
              key: <Trans>Doctor</Trans>,
              value: doctor ? (
                <>
                  <b>{fullName(doctor)}</b>
                  <br />
                  <span className="dim">{specialty(doctor)}</span>
                </>
              ) : (
                ''
              ),
            },
            ...(visit.visitType
              ? [{ key: <Trans>Appointment type</Trans>, value: <VisitTypeMark type={visit.visitType} /> }]
              : []),
            { key: <Trans context="visit">Type</Trans>, value: <TypeWord type={visit.type} /> },
            ...(clinic
              ? [
                  {
                    key: <Trans>Place</Trans>,
                    value: (
                      <>
                        {clinic.name}
                        {visit.type === 'face-to-face' ? (
                          <>
                            <br />
                            <span className="dim">{placeOf(clinic)}</span>
                          </>
                        ) : null}
                      </>
                    ),
                  },
                ]
              : []),
            ...(code ? [{ key: <Trans>Check-in code</Trans>, value: <CheckInCode visit={visit} code={code} /> }] : []),
            { key: <Trans>Price</Trans>, value: price },
            ...(visit.patientNote
              ? [{ key: <Trans>Note</Trans>, value: <span className="pre">{visit.patientNote}</span> }]
              : []),
          ]}
        />
        <VisitTypeInstructions type={visit.visitType} />
        {transfer ? <TransferInfo payment={transfer} zone={visit.zone} /> : null}
        {transfer && !tentative ? <TransferProof payment={transfer} /> : null}
        {!tentative && !transfer ? <PayOpen visit={visit} /> : null}
        {tentative ? null : <AtDesk visit={visit} />}
        {byLink ? (
          tentative ? (
            <p className="sm">
              <Trans>The payment link can be made once the appointment is confirmed.</Trans>
            </p>
          ) : (
            <Link className="btn primary start" to="/paymentlink" search={{ visit: visit.id }}>
              <Link2 aria-hidden="true" />
              <Trans>Make the payment link</Trans>
            </Link>
          )
        ) : null}
        <HandOn
          visit={visit}
          confirmed={!tentative}
          doctor={doctor ? fullName(doctor) : undefined}
          clinic={clinic?.name}
          place={clinic ? `${clinic.name}, ${placeOf(clinic)}` : null}
        />
      </div>
    </Card>
  )
}

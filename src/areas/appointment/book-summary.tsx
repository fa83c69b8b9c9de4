import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { fullName, useSpecialty } from '../doctor/doctor-words.ts'
import { formatDay, formatMinutes, formatMoney, formatSpan, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Card, KeyValues } from '../../ui/card.tsx'
import { VisitTypeInstructions } from '../visittype/visit-type-instructions.tsx'
import { VisitTypeMark } from '../visittype/visit-type-mark.tsx'
import type { BookingFacts } from './book-facts.ts'
import type { Booking } from './booking.ts'
import { dayOf } from '../availability/slot-days.ts'
import { wallOfVisit } from './visit-wall.ts'
import { OtherWall, TypeWord } from './visit-words.tsx'

/** Everything that will be booked, in one look, before the button. */
export function BookSummary({ booking, facts }: { booking: Booking; facts: BookingFacts }) {
  const { person } = useDevice()
  const language = useLanguage()
  const specialty = useSpecialty()
  const { patient, slot, type, visitType, payWith, useWallet, bankId, note } = booking
  const { doctor, clinic, banks, wallet } = facts
  const bank = banks.find((each) => each.id === bankId)
  const open = (
    <span className="faint">
      <Trans>not chosen yet</Trans>
    </span>
  )
  const rows: { key: ReactNode; value: ReactNode }[] = [
    ...(person.type === 'patient'
      ? []
      : [{ key: <Trans>Patient</Trans>, value: patient ? <b>{patient.name}</b> : open }]),
    {
      key: <Trans>Doctor</Trans>,
      value: doctor ? (
        <>
          <b>{fullName(doctor)}</b>
          <br />
          <span className="dim">{specialty(doctor)}</span>
        </>
      ) : (
        open
      ),
    },
    { key: <Trans>Time</Trans>, value: slot ? <SlotWords slot={slot} /> : open },
    ...(visitType ? [{ key: <Trans>Appointment type</Trans>, value: <VisitTypeMark type={visitType} /> }] : []),
    { key: <Trans context="visit">Type</Trans>, value: <TypeWord type={type} /> },
    ...(clinic
      ? [
          {
            key: <Trans>Place</Trans>,
            value: (
              <>
                {clinic.name}
                {type === 'face-to-face' && clinic.address ? (
                  <>
                    <br />
                    <span className="dim">{clinic.address}</span>
                  </>
                ) : null}
              </>
            ),
          },
        ]
      : []),
    { key: <Trans>Price</Trans>, value: slot ? <b>{formatMoney(slot.price, slot.currency, language)}</b> : open },
    {
      key: <Trans>Payment</Trans>,
      value:
        useWallet && slot && wallet >= slot.price ? (
          <Trans>From the wallet</Trans>
        ) : payWith === 'credit_card' ? (
          useWallet ? (
            <Trans>Wallet and card</Trans>
          ) : (
            <Trans context="payment">Card</Trans>
          )
        ) : payWith === 'link' ? (
          <Trans>By card, with a payment link</Trans>
        ) : payWith === 'later' ? (
          person.type === 'patient' ? (
            <Trans>At the clinic</Trans>
          ) : (
            <Trans>Later</Trans>
          )
        ) : (
          <>
            <Trans>Bank transfer</Trans>
            {bank ? (
              <>
                <br />
                <span className="dim">{bank.name}</span>
              </>
            ) : null}
          </>
        ),
    },
    ...(note.trim() ? [{ key: <Trans>Note</Trans>, value: <span className="pre">{note.trim()}</span> }] : []),
  ]
  return (
    <Card title={<Trans>Your booking</Trans>}>
      <KeyValues items={rows} />
      <VisitTypeInstructions type={visitType} />
    </Card>
  )
}

/** Day, span and length; the other clock below where it differs (rule 3). */
export function SlotWords({ slot }: { slot: Pick<NonNullable<Booking['slot']>, 'start' | 'end' | 'zone' | 'type'> }) {
  const language = useLanguage()
  const wall = wallOfVisit(slot)
  const minutes = (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000
  return (
    <>
      <b>{formatDay(wall.other ? wall.date : dayOf(slot), language)}</b>
      <br />
      <b>{formatSpan(formatTime(slot.start, wall.zone), formatTime(slot.end, wall.zone))}</b>{' '}
      <span className="dim">{formatMinutes(minutes, language)}</span>
      {wall.other ? (
        <>
          <br />
          <OtherWall wall={wall} />
        </>
      ) : null}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Building2, Circle, CircleCheck, CircleX, Landmark, MapPin, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { formatWallDate, formatWallTime } from '../../i18n/format.ts'
import { otherOf, wallInList, type VisitWall } from './visit-wall.ts'

/**
 * The start in a list as HH:mm, below it both zones if they differ. `date` puts the date first; children follow the
 * time.
 */
export function VisitTime({
  visit,
  date,
  children,
}: {
  visit: Pick<Appointment, 'start' | 'zone'>
  date?: boolean
  children?: ReactNode
}) {
  const wall = wallInList(visit)
  return (
    <time dateTime={visit.start} className="visit-time">
      <span className="nowrap">
        {date && `${formatWallDate(wall.date)} `}
        <b>{formatWallTime(wall.time)}</b>
        {children}
      </span>
      <OtherWall wall={wall} />
    </time>
  )
}

/** The zone of a time, and the same start in the other zone, small; draws nothing if both show the same (rule 3). */
export function OtherWall({ wall }: { wall: VisitWall }) {
  if (!wall.other) return null
  return (
    <small className="visit-other">
      <span>{wall.label}</span> <span>({otherOf(wall, wall.other)})</span>
    </small>
  )
}

/** Face to face or online, with its icon. */
export function VisitType({ type }: { type: Appointment['type'] }) {
  return (
    <span className="nowrap">
      {type === 'online' ? <Video aria-hidden="true" /> : <MapPin aria-hidden="true" />} <TypeWord type={type} />
    </span>
  )
}

export const TypeWord = ({ type }: { type: Appointment['type'] }) => useTypeWords()(type)

/** The same as text, for labels. */
export function useTypeWords(): (type: Appointment['type']) => string {
  const { t } = useLingui()
  return (type) =>
    type === 'online' ? t({ context: 'visit', message: 'Online' }) : t({ context: 'visit', message: 'Face to face' })
}

/** The payment state of a visit, with its icon. */
export function PaymentWord({ visit }: { visit: Pick<Appointment, 'paymentStatus' | 'paymentType'> }) {
  switch (visit.paymentStatus) {
    case 'completed':
      return (
        <span>
          <CircleCheck aria-hidden="true" /> <Trans context="payment">Paid</Trans>
        </span>
      )
    case 'cancelled':
      return (
        <span>
          <CircleX aria-hidden="true" /> <Trans context="payment">Payment cancelled</Trans>
        </span>
      )
    case 'waiting':
      return visit.paymentType === 'bank_transfer' ? (
        <span>
          <Landmark aria-hidden="true" /> <Trans context="payment">Transfer expected</Trans>
        </span>
      ) : (
        <span>
          <Circle aria-hidden="true" /> <Trans context="payment">Open</Trans>
        </span>
      )
    case 'none':
      return (
        <span>
          <Circle aria-hidden="true" /> <Trans context="payment">No payment</Trans>
        </span>
      )
  }
}

/** A clinic's name; a doctor of no clinic has their own practice. */
export function ClinicWord({ name }: { name: string | undefined }) {
  return (
    <span>
      <Building2 aria-hidden="true" /> {name ?? <Trans>Own practice</Trans>}
    </span>
  )
}

/** The short name that desk calendars use: "Dr. med. Ömer Faruk Delibaş" becomes "Ö. F. Delibaş". */
export function shortName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !word.endsWith('.'))
  return words.map((word, index) => (index < words.length - 1 ? `${[...word][0]}.` : word)).join(' ')
}

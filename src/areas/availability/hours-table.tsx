import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { dayOfSlots, isOn } from '../../../contract/availability/availability.rules.ts'
import { formatMinutes, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useClinics } from '../clinic/queries.ts'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { Opened } from './state.ts'
import { AskDialog } from './hours-ask.tsx'
import { type Asking, useHoursActs } from './hours-acts.ts'
import { datesOf, daysInWords, spanOf } from './hours-spans.ts'
import { HoursType } from './hours-words.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { type ShownHours, useAhead } from './queries.ts'

/** A doctor's hours, one record a row, with what can be done to each (SCREENS B15). */
export function HoursTable({
  hours,
  doctorId,
  onOpen,
}: {
  hours: readonly ShownHours[]
  doctorId: string
  onOpen: (opened: Opened) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const clinics = useClinics()
  const ahead = useBookedAhead(hours, doctorId)
  const [pricing, setPricing] = useState<ShownHours | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const actsOf = useHoursActs({ onOpen, onPrice: setPricing, onAsk: setAsking })
  const nameOf = (row: ShownHours) => `${daysInWords(row.days, language)} ${spanOf(row)}`
  const columns: readonly Column<ShownHours>[] = [
    {
      id: 'hours',
      head: <Trans>Days and hours</Trans>,
      card: 'title',
      cell: (row) => (
        <>
          <b>{daysInWords(row.days, language)}</b> <span className="nowrap">{spanOf(row)}</span>
          <div className="xs dim">{datesOf(row)}</div>
        </>
      ),
    },
    {
      id: 'type',
      head: <Trans context="visit">Type</Trans>,
      card: 'detail',
      priority: 2,
      cell: (row) => <HoursType type={row.type} />,
    },
    {
      id: 'clinic',
      head: <Trans>Clinic</Trans>,
      card: 'detail',
      priority: 3,
      cell: (row) => clinics?.get(row.clinicId ?? '')?.name ?? <Trans>Own practice</Trans>,
    },
    {
      id: 'period',
      head: <Trans>Per appointment</Trans>,
      end: true,
      priority: 3,
      cell: (row) => formatMinutes(row.period, language),
    },
    { id: 'slots', head: <Trans>Slots a day</Trans>, end: true, priority: 2, cell: (row) => dayOfSlots(row).count },
    {
      id: 'ahead',
      head: <Trans>Upcoming bookings</Trans>,
      end: true,
      priority: 2,
      cell: (row) => ahead.get(row.id) ?? 0,
    },
    {
      id: 'price',
      head: <Trans>Price</Trans>,
      end: true,
      card: 'detail',
      cell: (row) => formatMoney(row.price, row.currency, language),
    },
    {
      id: 'status',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (row) =>
        row.status === 'active' ? (
          <Trans context="hours">Active</Trans>
        ) : (
          <span className="dim">
            <Trans context="hours">Inactive</Trans>
          </span>
        ),
    },
  ]
  return (
    <Card title={<Trans>Hours</Trans>} count={hours.length} flush>
      <Table
        label={t`Hours`}
        columns={columns}
        rows={hours}
        keyOf={(row) => row.id}
        markOf={changeOf}
        tagOf={(row) => <RecordChange of={row} />}
        menuOf={(row) => ({ name: nameOf(row), items: actsOf(row) })}
      />
      {pricing && <PriceDialog hours={pricing} name={nameOf(pricing)} onClose={() => setPricing(null)} />}
      {asking && (
        <AskDialog
          {...asking}
          name={nameOf(asking.hours)}
          ahead={ahead.get(asking.hours.id) ?? 0}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  )
}

/** Visits that wait within each hours' days, times and clinic. */
function useBookedAhead(hours: readonly ShownHours[], doctorId: string): ReadonlyMap<string, number> {
  const visits = useAhead(doctorId) ?? []
  const kind = { online: 'online', physical: 'face-to-face' } as const
  return new Map(
    hours.map((each) => [
      each.id,
      visits.filter((visit) => {
        const { date, time } = wallOf(Date.parse(visit.start), visit.zone)
        return (
          visit.clinicId === each.clinicId &&
          visit.type === kind[each.type] &&
          isOn(each, date) &&
          time >= each.startTime &&
          time < each.endTime
        )
      }).length,
    ]),
  )
}

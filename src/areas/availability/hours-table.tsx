import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { dayOfSlots, holdsAt } from '../../../contract/availability/availability.rules.ts'
import { formatMinutes, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useClinics } from '../clinic/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { Opened } from './state.ts'
import { countDays, inWords } from './days-off-field.tsx'
import { AskDialog } from './hours-ask.tsx'
import { type Asking, useHoursActs } from './hours-acts.ts'
import { datesOf, daysInWords, spanOf } from './hours-spans.ts'
import { HoursType } from './hours-words.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { type ShownHours, useAhead } from './queries.ts'

/** A doctor's hours, one record per row, with the acts on each (SCREENS B15). */
export function HoursTable({
  hours,
  doctorId,
  onOpen,
  onCopyMonth,
}: {
  hours: readonly ShownHours[]
  doctorId: string
  onOpen: (opened: Opened) => void
  onCopyMonth: () => void
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
          <div className="xs dim">
            {datesOf(row)}
            <DaysOffOf hours={row} />
          </div>
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
    <Card
      title={<Trans>Hours</Trans>}
      count={hours.length}
      aside={
        <Button small onClick={onCopyMonth}>
          <CopyPlus aria-hidden="true" />
          <Trans>Copy a month</Trans>
        </Button>
      }
      flush
    >
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

/** How many days of the hours are off, and up to three of the spans by name. */
function DaysOffOf({ hours }: { hours: ShownHours }) {
  if (!hours.off?.length) return null
  const spans = `${hours.off.slice(0, 3).map(inWords).join(', ')}${hours.off.length > 3 ? ', …' : ''}`
  const off = countDays(hours.off)
  return (
    <div>
      <Plural value={off} one="# day off" other="# days off" />: {spans}
    </div>
  )
}

/** The number of waiting visits within each record's days, times and clinic. */
function useBookedAhead(hours: readonly ShownHours[], doctorId: string): ReadonlyMap<string, number> {
  const visits = useAhead(doctorId) ?? []
  const kind = { online: 'online', physical: 'face-to-face' } as const
  return new Map(
    hours.map((each) => [
      each.id,
      visits.filter(
        (visit) =>
          visit.clinicId === each.clinicId &&
          visit.type === kind[each.type] &&
          holdsAt(each, wallOf(Date.parse(visit.start), visit.zone)),
      ).length,
    ]),
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import type { AppointmentSearch } from '../../screen/search.ts'
import type { BeadShape } from '../../ui/bead-states.ts'
import { Figures } from '../../ui/figures.tsx'
import { NO_FILTERS, type ListState } from './list-state.ts'
import { countStates, useToClose, useVisits, type ShownVisit } from './queries.ts'

/** The day in figures, each a link to its visits; for those who run the clinic also today's revenue (SCREENS B1). */
export function DayStrip({ state, visits }: { state: ListState; visits: readonly ShownVisit[] }) {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const language = useLanguage()
  const toClose = useToClose()
  const counts = countStates(visits, now())
  const isToday = state.day === state.today
  const figure = (id: keyof typeof FIGURES, label: string, value: number | '–', bead?: BeadShape) => ({
    id,
    label,
    ...(bead ? { bead } : {}),
    value: (
      <FigureLink patch={FIGURES[id]} label={label}>
        {value}
      </FigureLink>
    ),
  })
  const revenue = person.type === 'admin' || person.type === 'clinic' ? revenueOf(visits) : []
  return (
    <Figures
      items={[
        figure('all', isToday ? t`Today` : t`This day`, counts.all),
        figure('waiting', t`Waiting`, counts.waiting, 'waiting'),
        figure('arrived', t`Arrived`, counts.arrived, 'arrived'),
        figure('completed', t`Completed`, counts.completed, 'completed'),
        figure('no-show', t`No-show`, counts['no-show'], 'no-show'),
        figure('to-close', t`To complete`, toClose ?? '–', 'to-close'),
        figure('unpaid', t`Unpaid`, visits.filter(isUnpaid).length),
        ...revenue.map(([currency, sum]) => ({
          id: currency,
          label: isToday ? t`Revenue today` : t`Revenue`,
          value: formatMoney(sum, currency, language),
          wide: true,
        })),
      ]}
    />
  )
}

/** What each figure counts, as filters of the list. */
const FIGURES = {
  all: {},
  waiting: { status: 'waiting', arrived: false, noShow: false },
  arrived: { status: 'waiting', arrived: true },
  completed: { status: 'completed' },
  'no-show': { noShow: true },
  'to-close': { view: 'list', preset: 'all', toClose: true },
  unpaid: { payment: 'waiting' },
} as const satisfies Record<string, Partial<AppointmentSearch>>

/** Whether a visit is unpaid and not cancelled. */
const isUnpaid = ({ status, paymentStatus }: ShownVisit) => status !== 'cancelled' && paymentStatus === 'waiting'

/** The same about today, for lists and weeks, which show other days. */
export function TodayStrip({ state }: { state: ListState }) {
  const visits = useVisits({ from: state.today, to: state.today })
  return <DayStrip state={{ ...state, day: state.today }} visits={visits ?? []} />
}

/**
 * Sets only a figure's own filter; the days stay. Redrawn only if its figure changes, since a link costs more to draw
 * than its number.
 */
const FigureLink = memo(function FigureLink({
  patch,
  label,
  children,
}: {
  patch: Partial<AppointmentSearch>
  label: string
  children: number | '–'
}) {
  return (
    <Link
      from="/appointment"
      search={(before) => ({ ...before, page: undefined, ...NO_FILTERS, ...patch })}
      replace
      resetScroll={false}
      className="figure-link"
    >
      <span className="vh">
        <Trans>Show {label}:</Trans>{' '}
      </span>
      {children}
    </Link>
  )
})

/** The prices of completed visits per currency (rule 32: no conversion); empty without completed visits. */
function revenueOf(visits: readonly ShownVisit[]): (readonly [Currency, number])[] {
  const sums = new Map<Currency, number>()
  for (const { status, price, currency } of visits)
    if (status === 'completed') sums.set(currency, (sums.get(currency) ?? 0) + price)
  return [...sums]
}

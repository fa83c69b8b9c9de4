import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Role } from '../../../contract/kernel/call.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import type { PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import { formatDate, formatMoney, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { PaymentFacts } from './payment-facts.ts'
import { EARN_WORDS } from './state-words.ts'
import { PaymentBadge, PaymentType, RefundWord, Sums } from './payment-words.tsx'
import type { PaymentSort } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** Rows chosen to be paid out together; null if the person is not choosing. */
export type Picks = {
  readonly chosen: ReadonlySet<string>
  /** Why this row cannot be chosen; null if it can. */
  readonly whyNot: (payment: Payment) => string | null
  readonly toggle: (payment: Payment, on: boolean) => void
}

/** Payments as a table, below 768 px as cards, with the totals of the whole filter below (SCREENS B23, rule 43). */
export function PaymentTable({
  rows,
  facts,
  sort,
  onSort,
  actsOf,
  totals,
  picks,
}: {
  rows: readonly Payment[]
  facts: PaymentFacts
  sort: PaymentSort
  onSort: (sort: PaymentSort) => void
  actsOf: (payment: Payment) => readonly MenuItem[]
  /** Undefined until they have arrived. */
  totals: readonly PaymentTotals[] | undefined
  picks: Picks | null
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const cells = useTotalCells(totals)
  const columns = useColumns(facts, picks).filter(
    ({ for: roles }) => roles === undefined || roles.includes(person.type),
  )
  return (
    <Table
      label={t`Payments`}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
      onSort={({ column, descending }) => {
        const next = SORTS.find((each) => each === `${descending ? '-' : ''}${column}`)
        if (next) onSort(next)
      }}
      dense
      menuOf={(payment) => ({ name: payment.patientName, items: actsOf(payment) })}
      {...(cells && { totals: cells })}
    />
  )
}

const SORTS = ['added', '-added', 'paid', '-paid'] as const

type RoleColumn = Column<Payment> & { readonly for?: readonly Role[] }

function useColumns(facts: PaymentFacts, picks: Picks | null): readonly RoleColumn[] {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const money = (minor: number | undefined, { currency }: Payment) =>
    minor === undefined ? '' : formatMoney(minor, currency, language)
  const day = (at: string, zone: string) => (
    <span className="nowrap">
      {formatDate(at, zone)} <span className="dim">{formatTime(at, zone)}</span>
    </span>
  )
  return [
    ...(picks
      ? [
          {
            id: 'pick',
            head: <span className="vh">{t`Chosen`}</span>,
            card: 'detail' as const,
            cell: (payment: Payment) => <Pick payment={payment} picks={picks} />,
          },
        ]
      : []),
    {
      id: 'added',
      head: <Trans>Added</Trans>,
      sorts: true,
      card: 'time',
      cell: ({ addedAt, zone }) => day(addedAt, zone),
    },
    {
      id: 'paid',
      head: <Trans context="payment">Paid</Trans>,
      sorts: true,
      priority: 3,
      cell: ({ paidAt, zone }) => (paidAt ? day(paidAt, zone) : <span className="dim">–</span>),
    },
    {
      id: 'patient',
      head: <Trans>Patient</Trans>,
      card: 'title',
      cell: (payment) => (
        <span className="two-lines">
          <Link to="/payment/$id" params={{ id: payment.id }} className="visit-link">
            {payment.patientName}
          </Link>
          {payment.reference ? (
            <span>{payment.reference}</span>
          ) : payment.linkId ? (
            <span>{t`Payment link`}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'doctor',
      head: <Trans>Doctor</Trans>,
      priority: 2,
      for: ['admin', 'clinic'],
      cell: (payment) => (
        <span className="two-lines plain">
          <span>{facts.doctorOf(payment) ?? '–'}</span>
          <ClinicLine payment={payment} facts={facts} />
        </span>
      ),
    },
    {
      id: 'clinic',
      head: <Trans>Clinic</Trans>,
      priority: 2,
      for: ['doctor'],
      cell: (payment) => facts.clinicOf(payment) ?? <Trans>Own practice</Trans>,
    },
    {
      id: 'type',
      head: <Trans context="payment">Payment method</Trans>,
      card: 'detail',
      cell: (payment) => (
        <span className="two-lines plain">
          <PaymentType payment={payment} />
          {facts.bankOf(payment) && <span>{facts.bankOf(payment)}</span>}
        </span>
      ),
    },
    {
      id: 'amount',
      head: <Trans>Amount</Trans>,
      end: true,
      card: 'detail',
      cell: (payment) => <b className="nowrap">{money(payment.amount, payment)}</b>,
    },
    {
      id: 'commission',
      head: <Trans>Commission</Trans>,
      end: true,
      priority: 3,
      for: ['admin', 'clinic'],
      cell: (payment) => <span className="nowrap">{money(payment.commission, payment)}</span>,
    },
    {
      id: 'earn',
      head: <Trans>Earning</Trans>,
      end: true,
      priority: 2,
      cell: (payment) => (
        <span className="two-lines plain">
          <span className="nowrap">{money(payment.earn, payment)}</span>
          <span>{payment.earnStatus && payment.doctorId ? i18n._(wordOf(EARN_WORDS, payment.earnStatus)) : ''}</span>
        </span>
      ),
    },
    {
      id: 'status',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (payment) => (
        <span className="payment-state">
          <PaymentBadge status={payment.status} />
          <RefundWord payment={payment} />
        </span>
      ),
    },
  ]
}

function ClinicLine({ payment, facts }: { payment: Payment; facts: PaymentFacts }) {
  const { person } = useDevice()
  return <span>{person.type === 'admin' ? facts.clinicOf(payment) : ''}</span>
}

function Pick({ payment, picks }: { payment: Payment; picks: Picks }) {
  const { t } = useLingui()
  const why = picks.whyNot(payment)
  return (
    <label className="check payment-pick" title={why ?? undefined}>
      <input
        type="checkbox"
        aria-label={t`Pay out: ${payment.patientName}`}
        checked={picks.chosen.has(payment.id)}
        disabled={why !== null}
        onChange={(event) => picks.toggle(payment, event.target.checked)}
      />
      <span className="on-card">{why ?? <Trans>Pay out</Trans>}</span>
    </label>
  )
}

/** Sums of the whole filter, never of the page (LOOKS "Table"). */
function useTotalCells(totals: readonly PaymentTotals[] | undefined) {
  const language = useLanguage()
  if (totals?.length === 0) return undefined
  const count = (totals ?? []).reduce((sum, each) => sum + each.count, 0)
  const sums = (of: (each: PaymentTotals) => number | undefined) =>
    totals ? (
      <Sums>
        {totals.map((each) => {
          const sum = of(each)
          return sum === undefined ? (
            ''
          ) : (
            <span className="nowrap" key={each.currency}>
              {formatMoney(sum, each.currency, language)}
            </span>
          )
        })}
      </Sums>
    ) : (
      <span className="sk sum-soon" aria-hidden="true" />
    )
  return {
    added: totals ? <Trans>Sum of all {count}</Trans> : <Trans>Calculating…</Trans>,
    patient: (
      <span className="dim">
        <Trans>without cancelled and refunded ones</Trans>
      </span>
    ),
    amount: sums(({ amount }) => amount),
    commission: sums(({ commission }) => commission),
    earn: sums(({ earn }) => earn),
    status: totals?.some(({ waiting }) => waiting > 0) ? (
      <Sums>
        {totals.map(({ currency, waiting }) => (
          <Trans key={currency}>{formatMoney(waiting, currency, language)} open</Trans>
        ))}
      </Sums>
    ) : undefined,
  }
}

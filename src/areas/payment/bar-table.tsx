import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { By, NamedBar } from './bar.ts'

/** All numbers of a chart. */
export function BarTable({ bars, by }: { bars: readonly NamedBar[]; by: By }) {
  const { t } = useLingui()
  const language = useLanguage()
  const money = (id: string, head: React.ReactNode, of: (bar: NamedBar) => number): Column<NamedBar> => ({
    id,
    head,
    end: true,
    card: 'detail',
    cell: (bar) => (
      <span className="nowrap">
        <span className="on-card">{head}: </span>
        {formatMoney(of(bar), bar.currency, language)}
      </span>
    ),
  })
  const heads = {
    day: <Trans>Day</Trans>,
    month: <Trans>Month</Trans>,
    status: <Trans>Status</Trans>,
    doctor: <Trans>Doctor</Trans>,
    clinic: <Trans>Clinic</Trans>,
  }
  return (
    <div className="money-table">
      <Table
        label={t`Chart data`}
        rows={bars}
        keyOf={({ key }) => key ?? 'none'}
        columns={[
          { id: 'name', head: heads[by], card: 'title', cell: ({ name }) => name },
          { id: 'count', head: <Trans>Payments</Trans>, end: true, cell: ({ count }) => count },
          ...(by === 'month'
            ? [
                money('earn', <Trans>Earned</Trans>, ({ earn }) => earn),
                money('earnPaid', <Trans context="earning">Paid out</Trans>, ({ earnPaid }) => earnPaid),
                money('earnDue', <Trans context="earning">Due</Trans>, ({ earnDue }) => earnDue),
              ]
            : [
                money('paid', <Trans>Received</Trans>, ({ paid }) => paid),
                money('waiting', <Trans context="payment">Open</Trans>, ({ waiting }) => waiting),
                money('refunded', <Trans>Refunds</Trans>, ({ refunded }) => refunded),
              ]),
        ]}
      />
    </div>
  )
}

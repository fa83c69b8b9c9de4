import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { By } from './bar.ts'
import { BarTable } from './bar-table.tsx'
import type { PaymentList } from './list-state.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { useBarNames } from './use-bar-names.ts'
import { usePaymentBars } from './queries.ts'

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

/**
 * The sums of the filter, and how they spread: by day, state, doctor and clinic what was received and what is open; by
 * month what a doctor earned, was paid and is due. One currency at a time; each chart has its table. On phones it opens
 * on request.
 */
export function PaymentPictures({
  list,
  facts,
  totals,
  offline,
  round,
}: {
  list: PaymentList
  facts: PaymentFacts
  totals: readonly PaymentTotals[] | undefined
  offline: boolean
  round: number
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<Currency | null>(null)
  const all = facts.clinics.length > 1 && person.type !== 'clinic'
  const kinds: readonly { value: By; label: string }[] = [
    { value: 'day', label: t`Day` },
    { value: 'month', label: t`Earnings` },
    { value: 'status', label: t`Status` },
    ...(person.type === 'doctor' ? [] : [{ value: 'doctor' as const, label: t`Doctor` }]),
    ...(all ? [{ value: 'clinic' as const, label: t`Clinic` }] : []),
  ]
  const picture = list.search.picture ?? (narrow ? 'off' : person.type === 'doctor' ? 'month' : 'day')
  const by = kinds.find(({ value }) => value === picture)?.value
  const currencies = (totals ?? []).map((each) => each.currency)
  const sums = totals?.find((each) => each.currency === chosen) ?? totals?.[0]
  if (totals?.length === 0) return null
  return (
    <section className="card money-picture no-print" aria-label={t`Money in this period`}>
      <div className="money-sums">
        {currencies.length > 1 && sums && (
          <Segmented
            label={t`Currency`}
            value={sums.currency}
            onChange={setChosen}
            options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        )}
        <TotalsOf sums={sums} />
      </div>
      <div className="money-bars">
        {by && !offline ? (
          <>
            <div className="row wrap">
              <Segmented
                label={t`Chart by`}
                value={by}
                onChange={(value) => list.set({ picture: value })}
                options={kinds}
              />
              {narrow && (
                <Button look="quiet" small className="push" onClick={() => list.set({ picture: 'off' })}>
                  <Trans>Hide</Trans>
                </Button>
              )}
            </div>
            <Picture list={list} facts={facts} by={by} currency={sums?.currency} round={round} />
          </>
        ) : (
          <Button
            small
            className="start"
            whyDisabled={offline ? t`Charts use all payments. You need to be online.` : null}
            onClick={() => list.set({ picture: person.type === 'doctor' ? 'month' : 'day' })}
          >
            <Trans>Show chart</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function TotalsOf({ sums }: { sums: PaymentTotals | undefined }) {
  const language = useLanguage()
  if (!sums)
    return (
      <span className="stack-2" aria-hidden="true">
        <span className="sk" style={{ width: '40%' }} />
        <span className="sk dark" style={{ width: '80%' }} />
      </span>
    )
  const money = (minor: number) => <span className="nowrap">{formatMoney(minor, sums.currency, language)}</span>
  return (
    <>
      <span className="sm dim">
        <Trans>Received</Trans>
      </span>
      <span className="money-big">{money(sums.completed)}</span>
      <KeyValues
        items={[
          { key: <Trans context="payment">Open</Trans>, value: money(sums.waiting), end: true },
          { key: <Trans>Refunds</Trans>, value: money(sums.refunded), end: true },
          { key: <Trans context="payment">Cancelled</Trans>, value: money(sums.cancelled), end: true },
        ]}
      />
    </>
  )
}

function Picture({
  list,
  facts,
  by,
  currency,
  round,
}: {
  list: PaymentList
  facts: PaymentFacts
  by: By
  currency: Currency | undefined
  round: number
}) {
  const [asTable, setAsTable] = useState(false)
  const { value, problem, again } = usePaymentBars(list.filter, by, round)
  const nameOf = useBarNames(by, facts)
  if (problem && !value)
    return (
      <p className="sm" role="alert">
        <Trans>The chart could not be loaded.</Trans>{' '}
        <Button small onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  const bars = value?.bars.filter((bar) => bar.currency === currency)
  if (!bars) return <span className="sk money-plot" aria-hidden="true" />
  const named = bars.map((bar) => ({ ...bar, name: nameOf(bar.key) }))
  return (
    <>
      {asTable ? (
        <BarTable bars={named} by={by} />
      ) : (
        <Suspense fallback={<span className="sk money-plot" aria-hidden="true" />}>
          <Bars bars={named} by={by} />
        </Suspense>
      )}
      <div className="row wrap sm">
        <Key by={by} />
        <Button look="quiet" small className="push" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? <Trans>Show chart</Trans> : <Trans>Show as a table</Trans>}
        </Button>
      </div>
    </>
  )
}

/** The legend: what the filled and the hatched part of a bar mean. */
function Key({ by }: { by: By }): ReactNode {
  return (
    <span className="money-key dim">
      <span>
        <i />
        {by === 'month' ? <Trans context="earning">paid out</Trans> : <Trans context="payment">received</Trans>}
      </span>
      <span>
        <i className="open" />
        {by === 'month' ? <Trans context="earning">due</Trans> : <Trans context="payment">open</Trans>}
      </span>
    </span>
  )
}

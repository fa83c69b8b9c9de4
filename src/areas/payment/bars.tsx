import { useLingui } from '@lingui/react/macro'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { By, NamedBar } from './bar.ts'

/**
 * Bars of one measure: the part received is filled, the part still open is hatched on top. Bars of days are vertical,
 * bars of names horizontal. A chunk of its own.
 */
export function Bars({ bars, by }: { bars: readonly NamedBar[]; by: By }) {
  const { t } = useLingui()
  const language = useLanguage()
  const lying = by === 'status' || by === 'doctor' || by === 'clinic'
  const full = by === 'month' ? ('earnPaid' as const) : ('paid' as const)
  const open = by === 'month' ? ('earnDue' as const) : ('waiting' as const)
  const size = (bar: NamedBar) => bar[full] + bar[open]
  const ranked = lying ? bars.toSorted((a, b) => size(b) - size(a)) : bars
  const shown = (lying ? ranked.slice(0, MOST_NAMES) : ranked.slice(-MOST_DAYS)).map((bar) => ({
    name: bar.name,
    short: lying ? bar.name : by === 'day' ? bar.name.slice(0, 6) : bar.name,
    full: bar[full] / 100,
    open: bar[open] / 100,
  }))
  const highest = ranked.toSorted((a, b) => size(b) - size(a))[0]
  const currency: Currency = bars[0]?.currency ?? 'try'
  const money = (major: unknown) => formatMoney(Math.round(Number(major) * 100), currency, language)
  const label = highest
    ? t`Bars, ${bars.length} in all; the highest is ${highest.name} with ${formatMoney(size(highest), currency, language)}.`
    : t`No bars: no money in this period.`
  const words =
    by === 'month'
      ? { full: t({ message: 'paid out', context: 'earning' }), open: t({ message: 'due', context: 'earning' }) }
      : { full: t({ message: 'received', context: 'payment' }), open: t({ message: 'open', context: 'payment' }) }
  const tick = { fill: 'var(--ink-2)', fontSize: 12 }
  const fill = { full: 'var(--accent)', open: 'url(#money-hatch)' } as const
  return (
    <div
      className="money-plot"
      role="img"
      aria-label={label}
      style={lying ? { height: shown.length * 36 + 8 } : undefined}
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={shown}
          layout={lying ? 'vertical' : 'horizontal'}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <defs>
            <pattern id="money-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" fill="var(--surface)" />
              <line x1="0" y1="0" x2="0" y2="6" stroke="var(--line-strong)" strokeWidth="2" />
            </pattern>
          </defs>
          <CartesianGrid stroke="var(--line)" vertical={lying} horizontal={!lying} />
          {lying ? (
            <>
              <XAxis type="number" hide />
              <YAxis type="category" dataKey="short" width={160} tick={tick} tickLine={false} axisLine={false} />
            </>
          ) : (
            <>
              <XAxis
                dataKey="short"
                tick={tick}
                tickLine={false}
                axisLine={{ stroke: 'var(--line-strong)' }}
                minTickGap={8}
              />
              <YAxis
                tick={tick}
                tickLine={false}
                axisLine={false}
                tickCount={3}
                width={64}
                tickFormatter={(value: number) => formatNumber(value, language)}
              />
            </>
          )}
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            formatter={(value, key) => [money(value), key === 'full' ? words.full : words.open]}
            labelFormatter={(_, points) => String(points[0]?.payload?.name ?? '')}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line)',
              borderRadius: 'var(--r-control)',
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          <Bar dataKey="full" stackId="money" fill={fill.full} isAnimationActive={false} maxBarSize={40} />
          <Bar
            dataKey="open"
            stackId="money"
            fill={fill.open}
            stroke="var(--line-strong)"
            isAnimationActive={false}
            maxBarSize={40}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const MOST_NAMES = 12
const MOST_DAYS = 62

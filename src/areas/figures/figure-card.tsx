import { Trans, useLingui } from '@lingui/react/macro'
import { figureOf, type Figure, type FigureValue } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { BarPicture } from './bar-picture.tsx'
import { FigureHelp } from './figure-help.tsx'
import { FEW, useFigureWords } from './figure-words.ts'
import type { FigureRow } from './rows.ts'
import { scaleOf } from './scale.ts'

/** One figure by group: the picture, the same as a table beside it, and how it is counted. */
export function FigureCard({
  figure,
  group,
  rows,
  whole,
  spans,
}: {
  figure: Figure
  /** What the rows are: "Doctor". */
  group: string
  rows: readonly FigureRow[]
  whole: { readonly now: FigureLine; readonly before: FigureLine | undefined }
  spans: { readonly now: string; readonly before: string }
}) {
  const { titleOf } = useFigureWords()
  const valueIn = (line: FigureLine) => figureOf(figure, line)
  const each = rows.map(({ key, name, now, before }) => ({
    id: key ?? '',
    name,
    now: valueIn(now),
    before: before && valueIn(before),
  }))
  return (
    <Card title={titleOf(figure)} className="figure-card">
      <Compared
        figure={figure}
        title={titleOf(figure)}
        head={group}
        rows={each}
        total={{ now: valueIn(whole.now), before: whole.before && valueIn(whole.before) }}
        spans={spans}
      />
      <FigureHelp figure={figure} whole={whole.now} />
    </Card>
  )
}

type Both = { readonly now: FigureValue; readonly before: FigureValue | undefined }

/** Bars of two periods and their table. */
export function Compared({
  figure,
  title,
  head,
  rows,
  total,
  spans,
}: {
  figure: Figure
  title: string
  head: string
  rows: readonly (Both & { readonly id: string; readonly name: string })[]
  total: Both | null
  spans: { readonly now: string; readonly before: string }
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const { valueOf, basisOf } = useFigureWords()
  const narrow = useNarrow()
  const words = (value: FigureValue) => [valueOf(figure, value), basisOf(figure, value)].filter(Boolean).join(' · ')
  const unit = figure === 'lead' ? 'days' : 'percent'
  const ticks = scaleOf(
    rows.flatMap(({ now, before }) => [now.value ?? 0, before?.value ?? 0]),
    unit,
    figure === 'utilisation' || figure === 'first',
  )
  return (
    <div className="figure-both">
      <BarPicture
        title={t`${title} by ${head}`}
        description={t`Bars: ${spans.now}. Marks across the bars: ${spans.before}. The same values are in the table that follows.`}
        ticks={ticks}
        tickWord={(tick) =>
          unit === 'days'
            ? t({ message: `${formatNumber(tick, language)} d`, context: 'days' })
            : formatPercent(tick, language)
        }
        bars={rows.map(({ id, name, now, before }) => ({
          id,
          name,
          value: now.value,
          before: before?.value ?? null,
          // a phone has no room for both, unless there are so few that it matters
          words: narrow && now.of >= FEW ? valueOf(figure, now) : words(now),
          sentence: before ? t`${name}: ${words(now)}; before: ${words(before)}` : t`${name}: ${words(now)}`,
        }))}
      />
      <Table
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        dense
        columns={[
          { id: 'name', head, card: 'title', cell: ({ name }) => name },
          { id: 'value', head: spans.now, end: true, card: 'detail', cell: ({ now }) => words(now) },
          {
            id: 'before',
            head: spans.before,
            end: true,
            card: 'detail',
            cell: ({ before }) => (
              <span className="dim">
                <span className="on-card">
                  <Trans context="figures">before:</Trans>{' '}
                </span>
                {before ? words(before) : '…'}
              </span>
            ),
          },
        ]}
        {...(total && {
          totals: {
            name: <Trans context="figures">All</Trans>,
            value: words(total.now),
            before: total.before ? words(total.before) : '…',
          },
        })}
      />
    </div>
  )
}

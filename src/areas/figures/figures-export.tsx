import { useLingui } from '@lingui/react/macro'
import { FIGURES, figureOf, type Figure } from '../../../contract/figures/figures.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { ListExport, type ExportColumns } from '../../screen/list-export.tsx'
import { usePrint } from '../../screen/use-print.ts'
import { useFigureWords } from './figure-words.ts'
import type { FigureRow } from './rows.ts'

/** Everything that is counted, by group and in all, as a file; or the screen on paper. */
export function FiguresExport({
  rows,
  head,
  spans,
}: {
  rows: readonly FigureRow[]
  head: string
  spans: { readonly now: string; readonly before: string }
}) {
  const [, print] = usePrint()
  return (
    <ListExport
      name="figures"
      columns={useColumns(head, spans)}
      empty={rows.length === 0}
      load={() => rows}
      fromDevice={false}
      onPrint={print}
    />
  )
}

function useColumns(head: string, spans: { readonly now: string; readonly before: string }): ExportColumns<FigureRow> {
  const { t } = useLingui()
  const language = useLanguage()
  const { titleOf, leadParts } = useFigureWords()
  const number = (value: number | null | undefined) => {
    if (value === null || value === undefined) return ''
    const text = String(Math.round(value * 10) / 10)
    return language === 'en' ? text : text.replace('.', ',')
  }
  const unitOf = (figure: Figure) =>
    figure === 'lead'
      ? t({ message: `${titleOf(figure)}, median in days`, context: 'figures' })
      : `${titleOf(figure)}, %`
  return [
    [head, ({ name }) => name],
    [t`Period`, () => spans.now],
    [t`Offered minutes`, ({ now }) => number(now.offeredMinutes)],
    [t`Booked minutes`, ({ now }) => number(now.bookedMinutes)],
    [t`Booked minutes outside`, ({ now }) => number(now.outsideMinutes)],
    [t`Appointments`, ({ now }) => number(now.visits)],
    [t({ message: 'Came', context: 'figures' }), ({ now }) => number(now.came)],
    [titleOf('missed'), ({ now }) => number(now.missed)],
    [t({ message: 'Over, outcome open', context: 'figures' }), ({ now }) => number(now.open)],
    [t({ message: 'Not over yet', context: 'figures' }), ({ now }) => number(now.ahead)],
    [titleOf('cancelled'), ({ now }) => number(now.cancelled)],
    [titleOf('first'), ({ now }) => number(now.first)],
    [t({ message: 'Patients who had been before', context: 'figures' }), ({ now }) => number(now.returning)],
    ...leadParts.map(
      (part, n) => [`${titleOf('lead')}: ${part}`, ({ now }: FigureRow) => number(now.leads[n])] as const,
    ),
    ...FIGURES.map((figure) => [unitOf(figure), ({ now }: FigureRow) => number(figureOf(figure, now).value)] as const),
    [t`Period before`, () => spans.before],
    ...FIGURES.map(
      (figure) =>
        [
          t({ message: `Before: ${unitOf(figure)}`, context: 'figures' }),
          ({ before }: FigureRow) => number(before && figureOf(figure, before).value),
        ] as const,
    ),
  ]
}

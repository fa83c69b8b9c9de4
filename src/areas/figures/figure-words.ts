import { useLingui } from '@lingui/react/macro'
import { LEAD_STEPS } from '../../../contract/figures/figures.lists.ts'
import type { Figure, FigureValue } from '../../../contract/figures/figures.rules.ts'
import { formatNumber, formatPercent, formatSpan, formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { Period } from './period.ts'

/** Fewer than this many, and a percentage says little. */
export const FEW = 10

export function useFigureWords() {
  const { t } = useLingui()
  const language = useLanguage()
  const whole = (value: number) => formatNumber(Math.round(value), language)
  const hours = (minutes: number) => formatNumber(Math.round(minutes / 6) / 10, language)
  const titles: Readonly<Record<Figure, string>> = {
    utilisation: t({ message: 'Utilisation', context: 'figures' }),
    missed: t({ message: 'No-shows', context: 'figures' }),
    cancelled: t({ message: 'Cancellations', context: 'figures' }),
    lead: t({ message: 'Lead time', context: 'figures' }),
    first: t({ message: 'New patients', context: 'figures' }),
  }
  return {
    titleOf: (figure: Figure) => titles[figure],
    /** "63%", "3 days"; the words for nothing to count. */
    valueOf: (figure: Figure, { value }: FigureValue): string => {
      if (value === null) return figure === 'utilisation' ? t`no hours offered` : t`no appointments`
      if (figure === 'lead') return t({ message: `${formatNumber(value, language)} d`, context: 'days' })
      return formatPercent(Math.round(value), language)
    },
    /** What it is counted of: "20 of 32 h", "1 of 3"; with few, that they are few. Empty if there is nothing. */
    basisOf: (figure: Figure, { part, of }: FigureValue): string => {
      if (of === 0) return ''
      if (figure === 'utilisation') return t({ message: `${hours(part ?? 0)} of ${hours(of)} h`, context: 'hours' })
      const counted =
        part === null
          ? t({ message: `of ${whole(of)}`, context: 'figures' })
          : t({ message: `${whole(part)} of ${whole(of)}`, context: 'figures' })
      return of < FEW ? t({ message: `${counted}, few`, context: 'figures' }) : counted
    },
    spanOf: ({ from, to }: Period) =>
      from === to ? formatWallDate(from) : formatSpan(formatWallDate(from), formatWallDate(to)),
    /** The parts of the distribution of lead times, in days. */
    leadParts: [...LEAD_STEPS, null].map((last, n) => {
      const first = n === 0 ? 0 : LEAD_STEPS[n - 1]! + 1
      if (last === null) return t`more than ${LEAD_STEPS.at(-1)!} days`
      if (last === 0) return t`same day`
      return first === last ? t`next day` : t`${first} to ${last} days`
    }),
  }
}

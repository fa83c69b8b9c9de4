import { useLingui } from '@lingui/react/macro'
import { leadShare } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { Card } from '../../ui/card.tsx'
import { Compared } from './figure-card.tsx'
import { useFigureWords } from './figure-words.ts'

/** How long ahead appointments are booked: which share on the same day, the next, in a week. */
export function LeadCard({
  whole,
  spans,
}: {
  whole: { readonly now: FigureLine; readonly before: FigureLine | undefined }
  spans: { readonly now: string; readonly before: string }
}) {
  const { t } = useLingui()
  const { leadParts } = useFigureWords()
  return (
    <Card title={t`How long ahead appointments are booked`} className="figure-card">
      <Compared
        figure="first"
        title={t`How long ahead appointments are booked`}
        head={t({ message: 'Lead time', context: 'figures' })}
        rows={leadParts.map((name, step) => ({
          id: String(step),
          name,
          now: leadShare(whole.now, step),
          before: whole.before && leadShare(whole.before, step),
        }))}
        total={null}
        spans={spans}
      />
    </Card>
  )
}

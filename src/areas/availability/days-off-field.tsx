import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarOff, X } from 'lucide-react'
import { addDays } from '../../../contract/kernel/time.ts'
import { formatSpan, formatWallDate } from '../../i18n/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import type { WeekDraft } from './week-draft.ts'

type Off = WeekDraft['off'][number]

/** Days off within the dates of the hours: two weeks are one line, with first and last day. */
export function DaysOffField({
  value,
  onChange,
  today,
  tried,
}: {
  value: readonly Off[]
  onChange: (off: readonly Off[]) => void
  today: number
  tried: boolean
}) {
  const { t } = useLingui()
  const set = (at: number, patch: Partial<Off>) =>
    onChange(value.map((each, n) => (n === at ? { ...each, ...patch } : each)))
  return (
    <FieldGroup label={<Trans>Days off</Trans>}>
      <div className="stack-2">
        {value.map((each, n) => (
          // a line's only identity is its position
          <div key={n} className="off-line">
            <Field
              label={<Trans>First day off</Trans>}
              required
              error={tried && each.from === null ? t`Choose a day.` : null}
            >
              <DatePicker value={each.from} onChange={(from) => set(n, { from })} today={today} />
            </Field>
            <Field
              label={<Trans>Last day off</Trans>}
              required
              error={
                each.from !== null && each.to !== null && each.to < each.from
                  ? t`The last day is before the first.`
                  : tried && each.to === null
                    ? t`Choose a day.`
                    : null
              }
            >
              <DatePicker value={each.to} onChange={(to) => set(n, { to })} today={each.from ?? today} />
            </Field>
            <IconButton
              label={t`Remove days off: ${{ days: inWords(each) }}`}
              icon={<X />}
              look="quiet"
              onClick={() => onChange(value.filter((_, at) => at !== n))}
            />
          </div>
        ))}
        <div>
          <Button small onClick={() => onChange([...value, { from: null, to: null }])}>
            <CalendarOff aria-hidden="true" />
            <Trans>Add days off</Trans>
          </Button>
        </div>
      </div>
    </FieldGroup>
  )
}

/** "10.08.2026–23.08.2026"; a single day appears once. */
export function inWords({ from, to }: Off): string {
  if (from === null || to === null) return '–'
  return from === to ? formatWallDate(from) : formatSpan(formatWallDate(from), formatWallDate(to))
}

/** The number of days in all spans. */
export const countDays = (off: readonly { readonly from: number; readonly to: number }[]) =>
  off.reduce((days, { from, to }) => {
    let more = 1
    for (let day = from; day < to; day = addDays(day, 1)) more++
    return days + more
  }, 0)

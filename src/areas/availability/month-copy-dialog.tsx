import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatMonth } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { useClinics } from '../clinic/queries.ts'
import { inWords } from './days-off-field.tsx'
import { datesOf, daysInWords, spanOf } from './hours-spans.ts'
import { copyOfMonth, heldInMonth, nextMonth, type Copied } from './month-copy.ts'
import type { ShownHours } from './queries.ts'
import type { AvailabilityState } from './state.ts'
import { useAddHours } from './use-add-hours.ts'

/** Copies a month's weekdays and times to the next one. Existing hours are shown and not doubled. */
export function MonthCopyDialog({
  all,
  state: { monday, today, clinicId },
  onClose,
}: {
  all: readonly ShownHours[]
  state: AvailabilityState
  onClose: () => void
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const addHours = useAddHours()
  const months = twelveFrom(today)
  const shown = monday - (monday % 100) + 1
  const [month, setMonth] = useState(months.includes(shown) ? shown : months[0]!)
  const next = nextMonth(month)
  const name = formatMonth(next, language)
  // a clinic sets only its own hours (rule 100)
  const isMine = ({ clinicId: its }: Pick<Copied, 'clinicId'>) => (person.clinicId ?? clinicId ?? its) === its
  const copies = copyOfMonth(all, month).filter(isMine)
  const standing = heldInMonth(all, next)

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (copies.length === 0) return
    if (await addHours(copies.map(({ zone, currency, ...hours }) => ({ hours, facts: { zone, currency } })))) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Copy a month to the next</Trans>}
      description={<Trans>Weekdays, times and prices are kept. Days off are not copied.</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Month to copy</Trans>}>
          <NativeSelect value={month} onChange={(event) => setMonth(Number(event.target.value))}>
            {months.map((each) => (
              <option key={each} value={each}>
                {formatMonth(each, language)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Listed title={<Trans>Already in {name}, and left as it is</Trans>} hours={standing} />
        <Listed title={<Trans>New in {name}</Trans>} hours={copies} />
        {copies.length === 0 && (
          <p className="dim" role="status">
            <Trans>Nothing to copy: {name} has all of it, or the month before has no hours.</Trans>
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave without saving</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            whyDisabled={copies.length === 0 ? t`Nothing to copy.` : null}
            showWhy={false}
          >
            <Trans>Copy to {name}</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Listed({ title, hours }: { title: React.ReactNode; hours: readonly (Copied | ShownHours)[] }) {
  const language = useLanguage()
  const clinics = useClinics()
  if (hours.length === 0) return null
  return (
    <section className="stack-2">
      <h3 className="eyebrow">{title}</h3>
      <ul className="stack-2">
        {hours.map((each, n) => (
          <li key={n}>
            <b>{daysInWords(each.days, language)}</b> {spanOf(each)} <span className="dim">{datesOf(each)}</span>
            {each.off?.length ? (
              <span className="dim">
                , <Without days={each.off.map(inWords).join(', ')} />
              </span>
            ) : null}
            {clinics?.get(each.clinicId ?? '') && (
              <span className="dim">, {clinics.get(each.clinicId ?? '')!.name}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Without = ({ days }: { days: string }) => <Trans>without {days}</Trans>

/** The first days of this month and of eleven more. */
function twelveFrom(today: number): number[] {
  const months = [today - (today % 100) + 1]
  while (months.length < 12) months.push(nextMonth(months.at(-1)!))
  return months
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { closuresAt, spanOfClosure } from '../../../contract/closure/closure.rules.ts'
import { addDays, dayBounds } from '../../../contract/kernel/time.ts'
import { inWords } from '../availability/days-off-field.tsx'
import { useHolidays } from '../availability/holidays-field.tsx'
import type { Holiday } from '../availability/public-holidays.ts'
import { messages } from '../../i18n/messages.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { useSayWhere } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { closeClinic } from './commands.ts'
import type { ShownClosure } from './queries.ts'

/**
 * Closes the clinic on the public holidays of its country in the next twelve months, by name, each a closure of its own
 * (decision 0136 says where they come from). Days on which it is closed already are left out.
 */
export function HolidaysDialog({
  country,
  zone,
  today,
  closures,
  onClose,
}: {
  country: string | null
  zone: string
  today: number
  closures: readonly ShownClosure[]
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const sayWhere = useSayWhere()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const known = useHolidays(country, today, addDays(today, A_YEAR))
  const clinicId = device.person.clinicId ?? ''
  const coming = known?.filter(
    (holiday) =>
      holiday.from >= today &&
      !closuresAt(closures, {
        clinicId,
        start: new Date(dayBounds(holiday.from, zone).from).toISOString(),
        end: new Date(dayBounds(holiday.to, zone).to).toISOString(),
      }).length,
  )
  const chosen = coming?.filter((holiday) => !without.has(keyOf(holiday))) ?? []

  async function add() {
    const entries: string[] = []
    try {
      for (const { name, from, to } of chosen) {
        const span = spanOfClosure({ kind: 'days', from, to }, zone)
        if (span) entries.push((await closeClinic(device, { name, ...span })).entry)
      }
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
    }
    const last = entries.at(-1)
    if (last) sayWhere(last, t`Public holidays added`, entries)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Add public holidays</Trans>}
      description={<Trans>The clinic is closed on the chosen days of the next twelve months.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Add none</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={chosen.length === 0 ? t`Choose at least one day.` : null}
            onClick={() => void add()}
          >
            <Plural value={chosen.length} one="Add # holiday" other="Add # holidays" />
          </Button>
        </>
      }
    >
      {coming && coming.length > 0 ? (
        <div className="stack-2">
          {coming.map((holiday) => (
            <Checkbox
              key={keyOf(holiday)}
              checked={!without.has(keyOf(holiday))}
              help={inWords(holiday)}
              onChange={({ target }) =>
                setWithout((before) => {
                  const next = new Set(before)
                  if (target.checked) next.delete(keyOf(holiday))
                  else next.add(keyOf(holiday))
                  return next
                })
              }
            >
              {holiday.name}
            </Checkbox>
          ))}
        </div>
      ) : (
        <p className="dim">
          {!country ? (
            <Trans>The clinic has no country on record, so its public holidays are not known.</Trans>
          ) : known === null ? (
            <Trans>The public holidays of this country are not known here. Close the days one by one.</Trans>
          ) : coming ? (
            <Trans>The clinic is already closed on all public holidays of the next twelve months.</Trans>
          ) : (
            <Trans>One moment…</Trans>
          )}
        </p>
      )}
    </Dialog>
  )
}

const keyOf = ({ from, name }: Holiday) => `${from} ${name}`
const A_YEAR = 365

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { dayOfSlots, type Hours } from '../../../contract/availability/availability.rules.ts'
import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from '../../../contract/kernel/constants.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { formatWallTime } from '../../i18n/format.ts'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** Rule 12: online hours need a specialty with online visits. */
export function useOnlineAllowed(doctorId: string): boolean {
  const doctor = useDoctors()?.get(doctorId)
  return useBranches()?.get(doctor?.branchId ?? '')?.onlineCalls ?? true
}

/** "12 slots, last ends 11:50, 10 min unused" (rule 6). */
export function SlotsInWords({ hours }: { hours: Hours }) {
  const { count, lastEnds, unused } = dayOfSlots(hours)
  const ends = formatWallTime(lastEnds)
  return (
    <p role="status">
      <b>
        <Plural value={count} one="# slot a day" other="# slots a day" />
      </b>
      , <Trans>the last ends at {ends}</Trans>
      {unused > 0 && (
        <>
          , <Plural value={unused} one="# minute unused" other="# minutes unused" />
        </>
      )}
    </p>
  )
}

/** The usual lengths, or any other from 5 to 480 minutes. */
export function PeriodField({ value, onChange }: { value: number | null; onChange: (period: number | null) => void }) {
  const { t } = useLingui()
  const [free, setFree] = useState(value !== null && !PERIODS.includes(value))
  return (
    <Field
      label={<Trans>Minutes per appointment</Trans>}
      required
      error={value === null ? t`From 5 to 480 minutes.` : null}
    >
      {free ? (
        <TextInput
          inputMode="numeric"
          defaultValue={value ?? ''}
          onChange={(event) => {
            const minutes = Number(event.target.value)
            onChange(
              Number.isInteger(minutes) && minutes >= SHORTEST_VISIT_MINUTES && minutes <= LONGEST_VISIT_MINUTES
                ? minutes
                : null,
            )
          }}
        />
      ) : (
        <NativeSelect
          value={String(value ?? '')}
          onChange={(event) => (event.target.value === 'free' ? setFree(true) : onChange(Number(event.target.value)))}
        >
          {PERIODS.map((period) => (
            <option key={period}>{period}</option>
          ))}
          <option value="free">{t`Other`}</option>
        </NativeSelect>
      )}
    </Field>
  )
}

const PERIODS = [10, 15, 20, 30, 45, 60]

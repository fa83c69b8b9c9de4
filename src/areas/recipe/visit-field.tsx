import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownVisit } from '../appointment/queries.ts'
import { listedStart } from '../appointment/visit-wall.ts'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'

/** The visit that something is written for; draws nothing if there is none. `visits` are newest first. */
export function VisitField({
  visits,
  value,
  onChange,
}: {
  visits: readonly ShownVisit[]
  /** '' for none. */
  value: string
  onChange: (id: string) => void
}) {
  const { t } = useLingui()
  if (visits.length === 0) return null
  return (
    <Field label={<Trans>Appointment it belongs to</Trans>}>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t`None`}</option>
        {visits.map((visit) => (
          <option key={visit.id} value={visit.id}>
            {listedStart(visit)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

/**
 * The visit that is under way or was within the last twelve hours, to which what is written now most likely belongs.
 * `now` is in epoch ms.
 */
export const currentVisit = (visits: readonly ShownVisit[], now: number): ShownVisit | undefined =>
  visits.find(
    ({ status, start }) =>
      status !== 'cancelled' && Date.parse(start) <= now + 15 * 60_000 && Date.parse(start) > now - 12 * 3_600_000,
  )

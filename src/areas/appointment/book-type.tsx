import { Trans, useLingui } from '@lingui/react/macro'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { formatMinutes, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { useOfferedTypes } from '../visittype/queries.ts'
import type { Booking } from './booking.ts'

/** By which type it is booked, if the doctor offers any here: the times below are of its length. First the hours' own. */
export function BookType({
  booking: { doctorId, type, visitType },
  clinicId,
  onChange,
}: {
  booking: Booking
  clinicId: string | null
  onChange: (part: Partial<Booking>) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const offered = useOfferedTypes({ doctorId: doctorId ?? '', clinicId, type })
  // one that was chosen and is archived meanwhile stays to be seen until the server says so
  const types = visitType && !offered.some(({ id }) => id === visitType.id) ? [visitType, ...offered] : offered
  if (types.length === 0) return null
  return (
    <>
      <Field label={<Trans>Appointment type</Trans>}>
        <NativeSelect
          value={visitType?.id ?? ''}
          onChange={({ target }) => onChange({ visitType: types.find(({ id }) => id === target.value) ?? null })}
        >
          <option value="">{t`Usual appointment`}</option>
          {types.map((each) => (
            <option key={each.id} value={each.id}>
              {[
                textIn(each.name, language),
                formatMinutes(each.duration, language),
                formatMoney(each.price, each.currency, language),
              ].join(' · ')}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </>
  )
}

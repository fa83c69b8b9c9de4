import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { intlTag } from '../../../contract/kernel/constants.ts'
import { formatDay } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { inWords } from './days-off-field.tsx'
import { publicHolidays, type Holiday } from './public-holidays.ts'

/** Whether the public holidays of the clinic's country are days off; lists them before and after. */
export function HolidaysField({
  country,
  known,
  checked,
  onChange,
}: {
  country: string | null
  /** As `useHolidays` found them. */
  known: readonly Holiday[] | null | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const name = country ? countryName(country, intlTag(language)) : ''
  const why = !country
    ? t`The clinic has no country on record, so its public holidays are not known.`
    : known === null
      ? t`The public holidays of ${name} are not known here. Add them as days off.`
      : null
  return (
    <div className="stack-2">
      <Checkbox
        checked={checked}
        disabled={why !== null}
        help={why}
        onChange={(event) => onChange(event.target.checked)}
      >
        {country ? <Trans>No hours on public holidays: {name}</Trans> : <Trans>No hours on public holidays</Trans>}
      </Checkbox>
      {checked && known && known.length > 0 && (
        <ul className="holidays sm dim">
          {known.map((holiday) => (
            <li key={`${holiday.from} ${holiday.name}`}>
              {holiday.from === holiday.to ? formatDay(holiday.from, language) : inWords(holiday)} {holiday.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Undefined while they load, null if the country is not known. */
export function useHolidays(country: string | null, from: number | null, to: number | null) {
  const query = country && from !== null && to !== null && from <= to ? `${country} ${from} ${to}` : ''
  const [found, setFound] = useState<{ readonly query: string; readonly holidays: Holiday[] | null }>()
  useEffect(() => {
    if (!query) return
    let isCurrent = true
    const [of = '', first, last] = query.split(' ')
    // without the table the device cannot know them
    const asking = publicHolidays(of, Number(first), Number(last)).catch(() => null)
    void asking.then((holidays) => {
      if (isCurrent) setFound({ query, holidays })
    })
    return () => {
      isCurrent = false
    }
  }, [query])
  return found?.query === query ? found.holidays : undefined
}

const countryName = (country: string, tag: string) =>
  new Intl.DisplayNames([tag], { type: 'region' }).of(country) ?? country

import { Trans, useLingui } from '@lingui/react/macro'
import { CARE_DAYS, type CareSearch } from '../../screen/search.ts'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'

type Written = { readonly doctorId: string; readonly doctorName: string; readonly createdAt: string }

/** Filters of a patient's recipes and reports: by doctor, and by age (SCREENS B10, B11). */
export function CareFilters({
  of,
  search,
  onChange,
}: {
  of: readonly Written[]
  search: CareSearch
  onChange: (search: CareSearch) => void
}) {
  const { t } = useLingui()
  const doctors = new Map(of.map(({ doctorId, doctorName }) => [doctorId, doctorName]))
  const days = { 30: t`Last 30 days`, 365: t`Last 12 months` }
  return (
    <Chips label={t`Filters`}>
      <FilterChip on={!search.doctor && !search.days} onToggle={() => onChange({})}>
        <Trans>All</Trans>
      </FilterChip>
      {doctors.size > 1 && (
        <ChipMenu
          single
          label={t`Doctor`}
          options={[...doctors].map(([value, label]) => ({ value, label }))}
          values={search.doctor && doctors.has(search.doctor) ? [search.doctor] : []}
          onChange={([doctor]) => onChange({ ...search, doctor })}
        />
      )}
      <ChipMenu
        single
        label={t`Days`}
        options={CARE_DAYS.map((value) => ({ value: String(value), label: days[value] }))}
        values={search.days ? [String(search.days)] : []}
        onChange={([value]) => onChange({ ...search, days: CARE_DAYS.find((each) => String(each) === value) })}
      />
    </Chips>
  )
}

/** Those that pass the filters. `now` is in epoch ms. */
export function passing<W extends Written>(of: readonly W[], search: CareSearch, now: number): W[] {
  const since = search.days && new Date(now - search.days * 86_400_000).toISOString()
  return of.filter(
    ({ doctorId, createdAt }) => (!search.doctor || doctorId === search.doctor) && (!since || createdAt >= since),
  )
}

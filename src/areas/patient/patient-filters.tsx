import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useClinics } from '../clinic/queries.ts'
import { useDoctors } from '../doctor/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { ListState } from './list-state.ts'

/** Search, a button for a new patient, and the filters of a list; on phones the filters are in a sheet. */
export function PatientFilters({
  state,
  words,
  onWords,
}: {
  state: ListState
  words: string
  onWords: (words: string) => void
}) {
  const { t } = useLingui()
  const folded = useNarrow()
  return (
    <div className="patient-filters no-print">
      <div className="row">
        <SearchInput
          label={t`Search by name, phone or identity number`}
          placeholder={t`Name, phone, identity number`}
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        {folded && (
          <FilterSheet count={state.filters}>
            <FilterChips state={state} />
          </FilterSheet>
        )}
        <Link to="/patient/new" className="btn primary list-new">
          <UserPlus aria-hidden="true" />
          <span>
            <Trans>Add a patient</Trans>
          </span>
        </Link>
      </div>
      {!folded && <FilterChips state={state} />}
    </div>
  )
}

function FilterChips({ state: { search, set, filters, clear } }: { state: ListState }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const language = useLanguage()
  const doctors = useDoctors()
  const clinics = useClinics()
  const options = (rows: Iterable<{ readonly id: string; readonly name: string }> | undefined) =>
    [...(rows ?? [])]
      .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
      .map(({ id, name }) => ({ value: id, label: name }))
  const one = (value: string | number | undefined) => (value === undefined ? [] : [String(value)])
  const since = { 90: t`3 months`, 180: t`6 months`, 365: t`a year` }
  const own = [...(clinics?.values() ?? [])].filter(
    ({ id }) => person.type === 'admin' || doctors?.get(person.id)?.clinicIds.includes(id),
  )
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Next appointment`}
        options={[
          { value: 'yes', label: t`has one` },
          { value: 'no', label: t`has none` },
        ]}
        values={search.upcoming === undefined ? [] : [search.upcoming ? 'yes' : 'no']}
        onChange={([value]) => set({ upcoming: value === undefined ? undefined : value === 'yes' })}
      />
      <ChipMenu
        single
        label={t`No appointment for`}
        options={SINCE.map((value) => ({ value: String(value), label: since[value] }))}
        values={one(search.since)}
        onChange={([value]) => set({ since: SINCE.find((days) => String(days) === value) })}
      />
      {person.type !== 'doctor' && (
        <ChipMenu
          single
          label={t`Doctor`}
          options={options(doctors?.values())}
          values={one(search.doctor)}
          onChange={([doctor]) => set({ doctor })}
        />
      )}
      {person.type !== 'clinic' && own.length > 1 && (
        <ChipMenu
          single
          label={t`Clinic`}
          options={options(own)}
          values={one(search.clinic)}
          onChange={([clinic]) => set({ clinic })}
        />
      )}
      <FilterChip on={search.noEmail === true} onToggle={() => set({ noEmail: search.noEmail ? undefined : true })}>
        <Trans>No email</Trans>
      </FilterChip>
      {person.type !== 'doctor' && !offline && (
        <FilterChip on={search.balance === true} onToggle={() => set({ balance: search.balance ? undefined : true })}>
          <Trans>With a balance</Trans>
        </FilterChip>
      )}
      <FilterChip on={search.passive === true} onToggle={() => set({ passive: search.passive ? undefined : true })}>
        <Trans context="patients">Inactive</Trans>
      </FilterChip>
      {person.type !== 'admin' && (
        <FilterChip on={search.kept === true} onToggle={() => set({ kept: search.kept ? undefined : true })}>
          <Trans>Kept on this device</Trans>
        </FilterChip>
      )}
      {filters > 0 && (
        <Button look="quiet" small onClick={clear}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </Chips>
  )
}

const SINCE = [90, 180, 365] as const

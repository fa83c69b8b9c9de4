import { Trans, useLingui } from '@lingui/react/macro'
import { useClinics } from '../clinic/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useDevice } from '../../screen/device.ts'
import type { DoctorSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { languageNames } from './doctor-words.ts'
import { useBranches, type ShownDoctor } from './queries.ts'

type Props = {
  search: DoctorSearch
  set: (patch: Partial<DoctorSearch>) => void
  doctors: readonly ShownDoctor[]
  onClear: () => void
}

/** Search and filters of the doctors; on phones the filters are in a sheet. */
export function DoctorFilters(props: Props) {
  const { t } = useLingui()
  const narrow = useNarrow()
  const { search, set } = props
  const { q: _, page: _page, size: _size, sort: _sort, ...filters } = search
  const count = Object.values(filters).filter((value) => value !== undefined).length
  return (
    <div className="words-filters no-print">
      <SearchInput
        label={t`Search doctors`}
        placeholder={t`Name, phone or email`}
        autoComplete="off"
        value={search.q ?? ''}
        onChange={(event) => set({ q: event.target.value || undefined })}
      />
      {narrow ? (
        <FilterSheet count={count}>
          <FilterChips {...props} />
        </FilterSheet>
      ) : (
        <FilterChips {...props} />
      )}
    </div>
  )
}

function FilterChips({ search, set, doctors, onClear }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const { person } = useDevice()
  const branches = useBranches()
  const clinics = useClinics()
  const byName = (options: { value: string; label: string }[]) =>
    options.toSorted((a, b) => nameCollator(language).compare(a.label, b.label))
  const used = <T,>(of: (doctor: ShownDoctor) => readonly T[]) => [...new Set(doctors.flatMap(of))]
  const one = (value: string | undefined) => (value === undefined ? [] : [value])
  const { q, branch, clinic, language: spoken, status, hours, online } = search
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Specialty`}
        options={byName(
          used((doctor) => doctor.branchIds).flatMap((id) => {
            const found = branches?.get(id)
            return found ? [{ value: id, label: pickText(found.name, language)?.value ?? '' }] : []
          }),
        )}
        values={one(branch)}
        onChange={([value]) => set({ branch: value })}
      />
      {person.type === 'admin' && (
        <ChipMenu
          single
          label={t`Clinic`}
          options={byName(
            used((doctor) => doctor.clinicIds).flatMap((id) => {
              const found = clinics?.get(id)
              return found ? [{ value: id, label: found.name }] : []
            }),
          )}
          values={one(clinic)}
          onChange={([value]) => set({ clinic: value })}
        />
      )}
      <ChipMenu
        single
        label={t`Status`}
        options={[
          { value: 'active', label: t({ message: 'active', context: 'doctor' }) },
          { value: 'passive', label: t({ message: 'inactive', context: 'doctor' }) },
        ]}
        values={one(status)}
        onChange={([value]) => set({ status: value === 'active' || value === 'passive' ? value : undefined })}
      />
      <ChipMenu
        single
        label={t`Language`}
        options={byName(
          used((doctor) => doctor.languages).map((code) => ({ value: code, label: languageNames([code], language) })),
        )}
        values={one(spoken)}
        onChange={([value]) => set({ language: value })}
      />
      <FilterChip on={hours === true} onToggle={() => set({ hours: hours ? undefined : true })}>
        <Trans>With availability</Trans>
      </FilterChip>
      <FilterChip on={online === true} onToggle={() => set({ online: online ? undefined : true })}>
        <Trans>Online</Trans>
      </FilterChip>
      {[q, branch, clinic, spoken, status, hours, online].some((value) => value !== undefined) && (
        <Button look="quiet" small onClick={onClear}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </Chips>
  )
}

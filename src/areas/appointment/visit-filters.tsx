import { Trans, useLingui } from '@lingui/react/macro'
import { Stethoscope } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from '../../../contract/appointment/appointment.lists.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { EARN_WORDS } from '../payment/state-words.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { PRESETS, type ListState, type Preset } from './list-state.ts'
import type { VisitFacts } from './visit-facts.ts'

type FilterProps = { state: ListState; facts: Pick<VisitFacts, 'doctors' | 'clinics' | 'branches'> }

/**
 * Search, days and filters of the list. The search text names a patient and stays out of the address (TRUST D18). On
 * phones the filters are in a sheet. A changed visit in the list does not redraw them.
 */
export const VisitFilters = memo(function Filters({
  words,
  onWords,
  aside,
  ...props
}: FilterProps & { words: string; onWords: (words: string) => void; aside: ReactNode }) {
  const { t } = useLingui()
  const { person } = useDevice()
  // on the rail, too, the filters are behind their button
  const folded = useNarrow() || props.state.view === 'day'
  const { state } = props
  return (
    <div className="list-filters no-print">
      {person.type !== 'patient' && (
        <SearchInput
          label={t`Search by the patient’s name`}
          placeholder={t`Patient’s name`}
          autoComplete="off"
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
      )}
      {state.view === 'list' && <Presets state={state} />}
      {folded ? (
        <FilterSheet count={state.filters}>
          <FilterChips {...props} />
        </FilterSheet>
      ) : (
        <FilterChips {...props} />
      )}
      {aside && <span className="push">{aside}</span>}
    </div>
  )
})

function Presets({ state }: { state: ListState }) {
  const { t } = useLingui()
  const words: Record<Preset, string> = {
    yesterday: t`Yesterday`,
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    next7: t`Next 7 days`,
    next30: t`Next 30 days`,
    all: t`All`,
  }
  return (
    <Chips label={t`Days`}>
      {PRESETS.map((preset) => (
        <FilterChip key={preset} on={preset === state.preset} onToggle={() => state.set({ preset, day: undefined })}>
          {words[preset]}
        </FilterChip>
      ))}
    </Chips>
  )
}

function FilterChips({ state: { search, set, filters, clearFilters }, facts }: FilterProps) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const statuses = { waiting: t`Waiting`, completed: t`Completed`, cancelled: t`Cancelled` }
  const types = { online: t`Online`, 'face-to-face': t`Face to face` }
  const payments = {
    none: t({ message: 'No payment', context: 'payment' }),
    waiting: t({ message: 'Open', context: 'payment' }),
    completed: t({ message: 'Paid', context: 'payment' }),
    cancelled: t({ message: 'Payment cancelled', context: 'payment' }),
  }
  const byName = (rows: readonly { id: string; name: string }[]) =>
    rows
      .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
      .map(({ id, name }) => ({ value: id, label: name }))
  const one = (value: string | undefined) => (value === undefined ? [] : [value])
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Status`}
        options={APPOINTMENT_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        values={one(search.status)}
        onChange={([value]) => set({ status: APPOINTMENT_STATUSES.find((status) => status === value) })}
      />
      <ChipMenu
        single
        label={t({ message: 'Type', context: 'visit' })}
        options={APPOINTMENT_TYPES.map((value) => ({ value, label: types[value] }))}
        values={one(search.type)}
        onChange={([value]) => set({ type: APPOINTMENT_TYPES.find((type) => type === value) })}
      />
      {person.type !== 'doctor' && (
        <ChipMenu
          single
          label={t`Doctor`}
          icon={<Stethoscope />}
          options={byName(facts.doctors)}
          values={one(search.doctor)}
          onChange={([doctor]) => set({ doctor })}
        />
      )}
      {person.type !== 'clinic' && facts.clinics.length > 1 && (
        <ChipMenu
          single
          label={t`Clinic`}
          options={byName(facts.clinics)}
          values={one(search.clinic)}
          onChange={([clinic]) => set({ clinic })}
        />
      )}
      {person.type !== 'doctor' && facts.branches.length > 1 && (
        <ChipMenu
          single
          label={t`Specialty`}
          options={byName(facts.branches)}
          values={one(search.branch)}
          onChange={([branch]) => set({ branch })}
        />
      )}
      <ChipMenu
        single
        label={t`Payment`}
        options={PAYMENTS.map((value) => ({ value, label: payments[value] }))}
        values={one(search.payment)}
        onChange={([value]) => set({ payment: PAYMENTS.find((payment) => payment === value) })}
      />
      {person.type !== 'patient' && (
        <>
          <ChipMenu
            single
            label={t`Doctor’s earning`}
            options={[
              { value: 'waiting', label: i18n._(EARN_WORDS.waiting) },
              { value: 'completed', label: i18n._(EARN_WORDS.completed) },
            ]}
            values={one(search.earn)}
            onChange={([value]) => set({ earn: EARNS.find((earn) => earn === value) })}
          />
          <ChipMenu
            single
            label={t`Arrival`}
            options={[
              { value: 'yes', label: t`Arrived` },
              { value: 'no', label: t`Not arrived` },
            ]}
            values={search.arrived === undefined ? [] : [search.arrived ? 'yes' : 'no']}
            onChange={([value]) => set({ arrived: value === undefined ? undefined : value === 'yes' })}
          />
          <ChipMenu
            single
            label={t`Confirmation`}
            options={[
              { value: 'yes', label: t({ context: 'visit', message: 'Confirmed' }) },
              { value: 'no', label: t`Not confirmed` },
            ]}
            values={search.confirmed === undefined ? [] : [search.confirmed ? 'yes' : 'no']}
            onChange={([value]) => set({ confirmed: value === undefined ? undefined : value === 'yes' })}
          />
          <FilterChip on={search.noShow === true} onToggle={() => set({ noShow: search.noShow ? undefined : true })}>
            <Trans>No-show</Trans>
          </FilterChip>
          <FilterChip
            on={search.toClose === true}
            onToggle={() =>
              set(
                search.toClose
                  ? { toClose: undefined }
                  : { toClose: true, view: 'list', preset: 'all', day: undefined },
              )
            }
          >
            <Trans>To complete</Trans>
          </FilterChip>
        </>
      )}
      {filters > 0 && (
        <Button look="quiet" small onClick={clearFilters}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </Chips>
  )
}

const EARNS = ['waiting', 'completed'] as const
const PAYMENTS = ['none', 'waiting', 'completed', 'cancelled'] as const

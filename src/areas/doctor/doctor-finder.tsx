import './doctor.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { type Earliest, useEarliest } from '../appointment/queries-earliest.ts'
import { useClinics } from '../clinic/queries.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { DoctorCard, FreeWhen } from './doctor-card.tsx'
import { languageNames } from './doctor-words.ts'
import { citiesOf, fitting, merged } from './finder-list.ts'
import { useHoldsAllCards, useSearchedDoctors } from './queries-search.ts'
import { useBranches, useDoctors } from './queries.ts'
import { SearchState } from './search-state.tsx'

const NONE = { branch: '', clinic: '', city: '', language: '' }
/** Cards shown at once; each fetches its next free time. */
const PAGE = 6

/**
 * For patients: finds a doctor by specialty, clinic, city, language or name, with the next free time and the price
 * (SCREENS B1). If this device does not hold all cards, it shows its own first and asks the server for the others
 * (decision 0145).
 */
export function DoctorFinder({
  id,
  value,
  onChange,
  onTake,
  error,
}: {
  id: string
  value: string | null
  onChange: (doctorId: string | null) => void
  /** Chooses doctor and time with one press. */
  onTake: (found: Earliest) => void
  error?: string | null | undefined
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const branches = useBranches()
  const held = useClinics()
  const doctors = useDoctors()
  const [name, setName] = useState('')
  const { session } = useDevice()
  // rule 53: a clinic's host lists its own doctors first
  const [filter, setFilter] = useState({ ...NONE, clinic: session.clinicId ?? '' })
  const [pages, setPages] = useState(1)
  const holdsAll = useHoldsAllCards()
  const searched = useSearchedDoctors({ ...filter, name }, pages * PAGE, holdsAll !== false)
  const earliest = useEarliest({
    ...(filter.branch && { branchId: filter.branch }),
    ...(filter.clinic && { clinicId: filter.clinic }),
    ...(filter.city && { city: filter.city }),
    ...(filter.language && { language: filter.language }),
    most: 50,
  })
  if (!doctors || !held || !branches || holdsAll === undefined) return <ListSkeleton rows={3} />
  const clinics = new Map([...(searched.menus?.clinics ?? []), ...held])
  const elsewhere = searched.found?.doctors ?? []
  const chosen = value ? (doctors.get(value) ?? elsewhere.find((doctor) => doctor.id === value)) : undefined
  if (chosen)
    return (
      <div className="stack-2">
        <DoctorCard doctor={chosen} clinics={clinics} />
        <AboutLink id={chosen.id} />
        <Button className="start" onClick={() => onChange(null)}>
          <Trans>Choose another doctor</Trans>
        </Button>
      </div>
    )

  const { compare } = nameCollator(language)
  const known: readonly Doctor[] = [...doctors.values()]
  const localDoctors = fitting(known, clinics, { ...filter, name }, compare)
  // those free soonest come first, the others by name; a typed name keeps the order of relevance
  const nextOf = new Map((earliest ?? []).map((each, place) => [each.doctorId, { ...each, place }]))
  const placeOf = (doctor: Doctor) => nextOf.get(doctor.id)?.place ?? nextOf.size
  const sorted = merged(
    name.trim() ? localDoctors : localDoctors.toSorted((a, b) => placeOf(a) - placeOf(b)),
    elsewhere,
  )
  const total = Math.max(searched.found?.total ?? 0, sorted.length)
  const active = merged(known, elsewhere).filter((doctor) => doctor.active)
  const shown = sorted.slice(0, pages * PAGE)
  const set = (change: Partial<typeof NONE>) => {
    setFilter({ ...filter, ...change })
    setPages(1)
  }
  const clear = () => {
    setFilter(NONE)
    setName('')
  }
  const inOrder = (options: Map<string, string>) =>
    [...options].map(([key, label]) => ({ value: key, label })).toSorted((a, b) => compare(a.label, b.label))
  // this device does not hold every doctor, so all specialties are offered
  const branchIds = holdsAll ? [...new Set(active.flatMap(({ branchId }) => branchId ?? []))] : [...branches.keys()]
  const cities = [...active.flatMap((doctor) => citiesOf(doctor, clinics)), ...(searched.menus?.cities ?? [])]
  const languages = [...active.flatMap((doctor) => doctor.languages), ...(searched.menus?.languages ?? [])]
  const menus = [
    {
      key: 'branch',
      label: t`Specialty`,
      options: inOrder(
        new Map(branchIds.map((each) => [each, pickText(branches.get(each)?.name ?? [], language)?.value ?? ''])),
      ),
    },
    {
      key: 'clinic',
      label: t`Clinic`,
      options: inOrder(
        new Map(
          active
            .flatMap((doctor) => doctor.clinicIds.map((each) => [each, clinics.get(each)?.name ?? ''] as const))
            .filter(([, label]) => label),
        ),
      ),
    },
    { key: 'city', label: t`City`, options: inOrder(new Map(cities.map((city) => [city, city]))) },
    {
      key: 'language',
      label: t`Language`,
      options: inOrder(new Map(languages.map((code) => [code, languageNames([code], language)]))),
    },
  ] as const

  return (
    <div className="stack">
      <div className="finder-head">
        <SearchInput
          label={t`Search by name`}
          placeholder={t`Name of the doctor`}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setPages(1)
          }}
        />
        <div className="row wrap">
          {menus
            .filter(({ options }) => options.length > 1)
            .map(({ key, label, options }) => (
              <ChipMenu
                key={key}
                single
                label={label}
                options={options}
                values={filter[key] ? [filter[key]] : []}
                onChange={([first]) => set({ [key]: first ?? '' })}
              />
            ))}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p className="vh" role="status">
        <Plural value={total} one="# doctor" other="# doctors" />
      </p>
      <SearchState searched={searched} here={localDoctors.length} />
      {sorted.length === 0 && !searched.asking && (
        <EmptyByFilter onClear={clear}>
          {holdsAll && (
            <Plural
              value={active.length}
              one="Without filters there is # doctor."
              other="Without filters there are # doctors."
            />
          )}
        </EmptyByFilter>
      )}
      <ul className="doctor-cards" id={id} tabIndex={-1} aria-label={t`Doctors`}>
        {shown.map((doctor) => (
          <li key={doctor.id}>
            <DoctorCard
              doctor={doctor}
              next={nextOf.get(doctor.id)?.slot}
              clinics={clinics}
              onChoose={() => onChange(doctor.id)}
            />
            <div className="row wrap">
              <TakeNext found={nextOf.get(doctor.id)} onTake={onTake} />
              <AboutLink id={doctor.id} />
            </div>
          </li>
        ))}
      </ul>
      {searched.asking && <ListSkeleton rows={sorted.length === 0 ? 3 : 1} />}
      {(sorted.length > shown.length || (!searched.problem && searched.found?.after)) && (
        <Button className="start" onClick={() => setPages(pages + 1)}>
          <Trans>Show more doctors</Trans>
        </Button>
      )}
    </div>
  )
}

/** The booking stays as a draft meanwhile. */
function AboutLink({ id }: { id: string }) {
  return (
    <Link className="btn quiet sm" to="/doctor/$id/about" params={{ id }}>
      <Trans>About, reviews and questions</Trans>
    </Link>
  )
}

function TakeNext({ found, onTake }: { found: Earliest | undefined; onTake: (found: Earliest) => void }) {
  if (!found) return null
  return (
    <Button look="quiet" small onClick={() => onTake(found)}>
      <Zap aria-hidden="true" />
      <span>
        <Trans>
          Book <FreeWhen slot={found.slot} />
        </Trans>
      </span>
    </Button>
  )
}

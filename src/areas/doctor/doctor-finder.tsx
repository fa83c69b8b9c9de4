import './doctor.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { type Earliest, useEarliest } from '../appointment/queries-earliest.ts'
import { useClinics } from '../clinic/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { cardFinder } from '../../i18n/name-finder.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { DoctorCard, FreeWhen } from './doctor-card.tsx'
import { languageNames, useSpecialty } from './doctor-words.ts'
import { useDoctors } from './queries.ts'

const NONE = { branch: '', clinic: '', city: '', language: '' }
/** Cards shown at once: each asks for its next free time. */
const PAGE = 6

/** For patients: a doctor by branch, clinic, city, language or name, with the next free time and the price (SCREENS B1). */
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
  /** Doctor and time at one press. */
  onTake: (found: Earliest) => void
  error?: string | null | undefined
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const specialty = useSpecialty()
  const clinics = useClinics()
  const doctors = useDoctors()
  const [name, setName] = useState('')
  const { session } = useDevice()
  // rule 53: on a clinic's host its own doctors come first to hand
  const [filter, setFilter] = useState({ ...NONE, clinic: session.clinicId ?? '' })
  const [pages, setPages] = useState(1)
  const earliest = useEarliest({
    ...(filter.branch && { branchId: filter.branch }),
    ...(filter.clinic && { clinicId: filter.clinic }),
    ...(filter.city && { city: filter.city }),
    ...(filter.language && { language: filter.language }),
    most: 50,
  })
  if (!doctors || !clinics) return <ListSkeleton rows={3} />
  const chosen = value ? doctors.get(value) : undefined
  if (chosen)
    return (
      <div className="stack-2">
        <DoctorCard doctor={chosen} />
        <Button className="start" onClick={() => onChange(null)}>
          <Trans>Choose another doctor</Trans>
        </Button>
      </div>
    )

  const collator = nameCollator(language)
  const active = [...doctors.values()]
    .filter((doctor) => doctor.active)
    .toSorted((a, b) => collator.compare(a.name, b.name))
  const cities = (doctor: (typeof active)[number]) =>
    [...new Set([doctor.city, ...doctor.clinicIds.map((each) => clinics.get(each)?.city ?? '')])].filter(Boolean)
  const passes = (doctor: (typeof active)[number]) =>
    (!filter.branch || doctor.branchId === filter.branch) &&
    (!filter.clinic || doctor.clinicIds.includes(filter.clinic)) &&
    (!filter.city || cities(doctor).includes(filter.city)) &&
    (!filter.language || doctor.languages.includes(filter.language))
  const found = (name.trim() ? cardFinder(active.map((doctor) => ({ ...doctor, phone: null })))(name) : active).filter(
    passes,
  )
  // whoever is free soonest stands first, the others by name; a name that is typed keeps the order of its finding
  const nextOf = new Map((earliest ?? []).map((each, place) => [each.doctorId, { ...each, place }]))
  const placeOf = (doctor: (typeof active)[number]) => nextOf.get(doctor.id)?.place ?? nextOf.size
  const sorted = name.trim() ? found : found.toSorted((a, b) => placeOf(a) - placeOf(b))
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
    [...options].map(([key, label]) => ({ value: key, label })).toSorted((a, b) => collator.compare(a.label, b.label))
  const menus = [
    {
      key: 'branch',
      label: t`Specialty`,
      options: inOrder(
        new Map(active.flatMap((doctor) => (doctor.branchId ? [[doctor.branchId, specialty(doctor) ?? '']] : []))),
      ),
    },
    {
      key: 'clinic',
      label: t`Clinic`,
      options: inOrder(
        new Map(
          active
            .flatMap((doctor) => doctor.clinicIds.flatMap((each) => [[each, clinics.get(each)?.name ?? '']] as const))
            .filter(([, label]) => label),
        ),
      ),
    },
    { key: 'city', label: t`City`, options: inOrder(new Map(active.flatMap(cities).map((city) => [city, city]))) },
    {
      key: 'language',
      label: t`Language`,
      options: inOrder(
        new Map(active.flatMap((doctor) => doctor.languages).map((code) => [code, languageNames([code], language)])),
      ),
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
        <Plural value={found.length} one="# doctor" other="# doctors" />
      </p>
      {found.length === 0 && (
        <EmptyByFilter onClear={clear}>
          <Plural
            value={active.length}
            one="Without filters there is # doctor."
            other="Without filters there are # doctors."
          />
        </EmptyByFilter>
      )}
      <ul className="doctor-cards" id={id} tabIndex={-1} aria-label={t`Doctors`}>
        {shown.map((doctor) => (
          <li key={doctor.id}>
            <DoctorCard doctor={doctor} next={nextOf.get(doctor.id)?.slot} onChoose={() => onChange(doctor.id)} />
            <TakeNext found={nextOf.get(doctor.id)} onTake={onTake} />
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <Button className="start" onClick={() => setPages(pages + 1)}>
          <Trans>Show more doctors</Trans>
        </Button>
      )}
    </div>
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

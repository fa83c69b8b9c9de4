import './patient.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { UserPlus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { todayIn } from '../../../contract/kernel/time.ts'
import { formatAge, nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { countryOf, showPhone } from '../../i18n/phone.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import type { ChosenPatient } from './chosen-patient.ts'
import { KnownAlready } from './known-already.tsx'
import { PatientQuickAdd } from './patient-quick-add.tsx'
import { searchPatients, useAllPatients } from './queries.ts'
import { isWholeName } from './whole-name.ts'
import { cardFinder } from '../../i18n/name-finder.ts'

type PatientPickerProps = {
  id: string
  /** The zone of the current clinic; its country is assumed for phones without a country code. */
  zone: string
  value: ChosenPatient | null
  onChange: (patient: ChosenPatient | null) => void
  /** Called if all but the patient is chosen: a patient who is added is booked at once. */
  onAddedToBook?: ((patient: ChosenPatient) => void) | undefined
  error?: string | null | undefined
}

/**
 * Chooses a patient by name or phone from this device, from the server if the device finds few, or adds one (SCREENS B1
 * "Create").
 */
export function PatientPicker({ id, zone, value, onChange, onAddedToBook, error }: PatientPickerProps) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const cards = useAllPatients()
  const describe = usePatientWords()
  const [adding, setAdding] = useState<string | null>(null)
  const [serverSearch, setServerSearch] = useState<ServerSearch | null>(null)
  const find = useMemo(() => {
    const sorted = (cards ?? []).toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
    return cardFinder(sorted)
  }, [cards, language])
  // an admin's device holds no cards (RULES 13): every search goes to the server
  const holdsCards = person.type !== 'admin'
  const seen = useRef<readonly ChosenPatient[]>([])

  const options = useCallback(
    async (keyword: string) => {
      const typed = keyword.trim()
      // while the cards are read, offer nothing: "add" would appear where a known patient is about to
      if (holdsCards && !cards) return await new Promise<never>(() => {})
      if (!holdsCards) seen.current = typed.length < 2 || offline ? [] : await cardsOnServer(typed)
      const matches = holdsCards ? find(typed) : seen.current
      const found = matches
        .slice(0, MOST_SHOWN)
        .map((card) => ({ value: card.id, label: card.name, detail: describe(card) }))
      const server = holdsCards && !offline && typed.length >= 2 && matches.length < FEW
      const add = { value: ADD + typed, label: typed ? t`Add “${typed}” as a new patient` : t`Add a new patient` }
      // a full name that is not found here is a new patient: Enter adds them, and a known phone is noticed in that
      // form
      const isNew = found.length === 0 && isWholeName(typed)
      return [
        ...found,
        ...(isNew ? [add] : []),
        ...(server ? [{ value: SERVER + typed, label: t`Search on the server for “${typed}”` }] : []),
        ...(isNew ? [] : [add]),
      ]
    },
    [find, cards, holdsCards, offline, describe, t],
  )

  async function select(option: { value: string } | null) {
    setServerSearch(null)
    if (!option) return onChange(null)
    if (option.value.startsWith(ADD)) return setAdding(option.value.slice(ADD.length))
    if (option.value.startsWith(SERVER)) return setServerSearch(await searchOnServer(option.value.slice(SERVER.length)))
    const card =
      cards?.find((each) => each.id === option.value) ?? seen.current.find((each) => each.id === option.value)
    if (card) onChange(card)
  }
  function take(patient: ChosenPatient) {
    setAdding(null)
    setServerSearch(null)
    onChange(patient)
  }

  if (value)
    return (
      <div className="stack-2">
        <div className="chosen">
          <Avatar name={value.name} />
          <div className="grow">
            <b>{value.name}</b>
            <div className="sm dim">{describe(value)}</div>
          </div>
          <Button small onClick={() => onChange(null)}>
            <Trans>Choose another</Trans>
          </Button>
        </div>
        <KnownAlready patientId={value.id} onKnown={take} />
      </div>
    )
  if (adding !== null)
    return (
      <PatientQuickAdd
        typed={adding}
        zone={zone}
        cards={cards ?? []}
        onDone={take}
        onAddedToBook={
          onAddedToBook &&
          ((patient) => {
            take(patient)
            onAddedToBook(patient)
          })
        }
        onCancel={() => setAdding(null)}
      />
    )
  return (
    <div className="stack-2">
      <Field
        id={id}
        label={<Trans>Patient</Trans>}
        required
        error={error}
        help={<Trans>By name or phone number.</Trans>}
      >
        <Combobox
          options={options}
          selected={null}
          onSelect={(option) => void select(option)}
          placeholder={t`Name or phone`}
        />
      </Field>
      {serverSearch && <FromServer serverSearch={serverSearch} onChoose={take} />}
      <Button look="quiet" className="start" onClick={() => setAdding('')}>
        <UserPlus aria-hidden="true" />
        <Trans>Add a new patient</Trans>
      </Button>
    </div>
  )
}

/** Age, gender and phone, which distinguish patients of the same name. */
function usePatientWords(): (card: Pick<ChosenPatient, 'phone' | 'birthDate'>) => string {
  const { zone, now } = useDevice()
  const language = useLanguage()
  const today = todayIn(zone, now())
  const country = countryOf(zone)
  return useCallback(
    ({ phone, birthDate }) =>
      [
        birthDate ? formatAge(Number(birthDate.replaceAll('-', '')), today, language) : null,
        phone && showPhone(phone, country),
      ]
        .filter(Boolean)
        .join(' · '),
    [today, language, country],
  )
}

function FromServer({
  serverSearch,
  onChoose,
}: {
  serverSearch: ServerSearch
  onChoose: (patient: ChosenPatient) => void
}) {
  const { i18n } = useLingui()
  const describe = usePatientWords()
  if (serverSearch.problem)
    return (
      <Note tone="failed" alert>
        {i18n._(messages[serverSearch.problem])}
      </Note>
    )
  if (serverSearch.found.length === 0)
    return (
      <p className="dim" role="status">
        <Trans>No patients found for “{serverSearch.typed}”.</Trans>
      </p>
    )
  return (
    <section className="found" aria-label={serverSearch.typed}>
      <p className="sm dim" role="status">
        <Trans>From the server, for “{serverSearch.typed}”:</Trans>
      </p>
      <ul>
        {serverSearch.found.map((card) => (
          <li key={card.id}>
            <button type="button" className="found-one" onClick={() => onChoose(card)}>
              <b>{card.name}</b>
              <span className="sm dim">{describe(card)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ServerSearch = {
  readonly typed: string
  readonly found: readonly ChosenPatient[]
  readonly problem: 'offline' | 'generic_retry' | null
}

async function searchOnServer(typed: string): Promise<ServerSearch> {
  const outcome = await searchPatients(typed)
  if (outcome.kind === 'done') return { typed, found: outcome.reply.patients, problem: null }
  return { typed, found: [], problem: outcome.kind === 'unreachable' ? 'offline' : 'generic_retry' }
}

/** Rejects if there is no answer; the list then says so. */
async function cardsOnServer(typed: string): Promise<readonly ChosenPatient[]> {
  const { found, problem } = await searchOnServer(typed)
  if (problem) throw new Error(problem)
  return found
}

const FEW = 5
const MOST_SHOWN = 8
const SERVER = '@server '
const ADD = '@add '

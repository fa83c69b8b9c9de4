import { useEffect } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { nameCollator } from '../../i18n/format.ts'
import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import type { PatientSearch } from '../../screen/search.ts'

/** What each patient's wallets hold, one amount per currency. Patients without money are absent. */
export type Balances = ReadonlyMap<string, readonly { readonly currency: Currency; readonly balance: number }[]>

/** A card as a list shows it; `next` is the start of the next visit. */
export type Listed<C extends Patient = Patient> = { readonly card: C; readonly next: string | null }

/**
 * What a list of patients shows, as its address says. The search text is not in the address, since it names a person
 * (TRUST D18).
 */
export type ListState = {
  readonly search: PatientSearch
  readonly filters: number
  readonly page: number
  readonly size: number
  /** Writes to the address. Any change but one of the page returns to the first page. */
  readonly set: (patch: Partial<PatientSearch>) => void
  readonly clear: () => void
}

export function useListState(search: PatientSearch, navigate: (next: PatientSearch) => void): ListState {
  const { person } = useDevice()
  const write = (patch: Partial<PatientSearch>) => {
    const next = { ...search, page: undefined, ...patch }
    keep(person.id, next)
    navigate(next)
  }
  useEffect(() => {
    const isBare = Object.values(search).every((value) => value === undefined)
    const kept = isBare ? localStorage.getItem(keyOf(person.id)) : null
    if (kept && kept !== '{}') write(JSON.parse(kept) as PatientSearch) // the router parses it through its schema
    // only when the list opens; a bare address later is the person's choice
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return {
    search,
    filters: FILTERS.filter((name) => search[name] !== undefined).length,
    page: search.page ?? 1,
    size: search.size ?? 20,
    set: write,
    clear: () => write(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  }
}

/**
 * The rows that pass the filters. `met` are the patients of the chosen doctor, `starred` those kept on this device,
 * `held` those with money in the wallet, if that is known.
 */
export function filterPatients<C extends Patient>(
  rows: readonly Listed<C>[],
  search: PatientSearch,
  {
    now,
    met,
    starred,
    held,
  }: {
    now: number
    met: ReadonlySet<string> | null
    starred: ReadonlySet<string>
    held: Balances | null
  },
): Listed<C>[] {
  const since = search.since === undefined ? null : new Date(now - search.since * 86_400_000).toISOString()
  return rows.filter(
    ({ card, next }) =>
      // inactive patients are listed only if the filter asks for them (rule 55)
      card.active === (search.passive !== true) &&
      (search.upcoming === undefined || (next !== null) === search.upcoming) &&
      (since === null || card.lastVisit === null || card.lastVisit < since) &&
      (search.noEmail === undefined || (card.email === null) === search.noEmail) &&
      (search.clinic === undefined || card.clinicIds.includes(search.clinic)) &&
      (search.balance === undefined || held === null || held.has(card.id) === search.balance) &&
      (met === null || met.has(card.id)) &&
      (search.kept === undefined || starred.has(card.id)),
  )
}

/** Sorts as requested, names by the language's rules. Rows without a value come last. */
export function sortPatients<C extends Patient>(
  rows: readonly Listed<C>[],
  sort: PatientSearch['sort'],
  language: Language,
): Listed<C>[] {
  const { column, descending } = sortOf(sort)
  const byName = (a: Listed, b: Listed) =>
    nameCollator(language).compare(a.card.name, b.card.name) || (a.card.id < b.card.id ? -1 : 1)
  const sign = descending ? -1 : 1
  if (column === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  const key = ({ card, next }: Listed) =>
    column === 'last' ? card.lastVisit : column === 'next' ? next : card.createdAt
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === right) return byName(a, b)
    if (left === null || right === null) return left === null ? 1 : -1
    return left < right ? -sign : sign
  })
}

export function sortOf(sort: PatientSearch['sort'] = 'name') {
  const descending = sort.startsWith('-')
  return { column: descending ? sort.slice(1) : sort, descending }
}

const FILTERS = ['upcoming', 'since', 'doctor', 'clinic', 'noEmail', 'balance', 'passive', 'kept'] as const

/** Keeps on this device how a person prefers the list (SCREENS B0); filters of the moment are not kept. */
function keep(person: string, { sort, size, clinic, passive }: PatientSearch) {
  localStorage.setItem(keyOf(person), JSON.stringify({ sort, size, clinic, passive }))
}
const keyOf = (person: string) => `list-patient-${person}`

import { useEffect } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { nameCollator } from '../../i18n/format.ts'
import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import type { PatientSearch } from '../../screen/search.ts'

/** What lies in each patient's wallets, an amount per currency; who has nothing is not in it. */
export type Balances = ReadonlyMap<string, readonly { readonly currency: Currency; readonly balance: number }[]>

/** A card as a list shows it; `next` is the start of the next visit. */
export type Listed<C extends Patient = Patient> = { readonly card: C; readonly next: string | null }

/** What a list of patients shows, as the address says it. The words searched are no part of it: they name someone (TRUST D18). */
export type ListState = {
  readonly search: PatientSearch
  readonly filters: number
  readonly page: number
  readonly size: number
  /** Writes to the address; a page number stands only as long as nothing else changes. */
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
    if (kept && kept !== '{}') write(JSON.parse(kept) as PatientSearch) // the router reads it through its schema again
    // oxlint-disable-next-line react/exhaustive-deps -- opening the list is the moment; later a bare address is the person's wish
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

/** The rows that pass the filters; `met` are the patients of the chosen doctor, `starred` those kept on this device, `held` those with something in the wallet, where that is known. */
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
      // who is passive stands only where they are asked for (rule 55)
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

/** In the order asked for, names as the language sorts them; who has none of what is sorted by stands last. */
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

/** How a person looks at the list, kept on this device (SCREENS B0); what belongs to one moment is not. */
function keep(person: string, { sort, size, clinic, passive }: PatientSearch) {
  localStorage.setItem(keyOf(person), JSON.stringify({ sort, size, clinic, passive }))
}
const keyOf = (person: string) => `list-patient-${person}`

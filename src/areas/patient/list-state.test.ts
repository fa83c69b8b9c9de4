import { expect, test } from 'vitest'
import type { Patient } from '../../../contract/patient/patient.ts'
import { filterPatients, sortPatients, type Listed } from './list-state.ts'

const NOW = Date.parse('2026-11-22T09:00:00Z')
let made = 0
const row = (extra: Partial<Patient> = {}, next: string | null = null): Listed => ({
  next,
  card: {
    id: `id-${made++}`,
    version: 1,
    name: 'Ada',
    phone: null,
    email: null,
    birthDate: null,
    gender: null,
    city: null,
    nonCitizen: false,
    hasIdentity: false,
    active: true,
    clinicIds: [],
    lastVisit: null,
    visits: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...extra,
  },
})
const rows = [
  row({ name: 'Çağla', email: 'c@example.com', clinicIds: ['k'] }, '2026-11-23T09:00:00.000Z'),
  row({ name: 'Ceren', lastVisit: '2026-10-01T09:00:00.000Z' }),
  row({ name: 'Ilgaz', lastVisit: '2025-01-01T09:00:00.000Z' }),
  row({ name: 'İrem', active: false }),
]
const none = { now: NOW, met: null, starred: new Set<string>(), held: null }
const names = (found: readonly Listed[]) => found.map(({ card }) => card.name)

test.each([
  [{}, ['Çağla', 'Ceren', 'Ilgaz']],
  [{ passive: true }, ['İrem']],
  [{ upcoming: true }, ['Çağla']],
  [{ upcoming: false }, ['Ceren', 'Ilgaz']],
  [{ since: 180 as const }, ['Çağla', 'Ilgaz']],
  [{ noEmail: true }, ['Ceren', 'Ilgaz']],
  [{ clinic: 'k' }, ['Çağla']],
])('%j leaves %j', (search, left) => expect(names(filterPatients(rows, search, none))).toEqual(left))

test('a doctor’s patients, the starred ones, those with a balance', () => {
  const [first, second] = rows.map(({ card }) => card.id)
  expect(names(filterPatients(rows, {}, { ...none, met: new Set([first!]) }))).toEqual(['Çağla'])
  const held = new Map([[first!, [{ currency: 'try' as const, balance: 500 }]]])
  expect(names(filterPatients(rows, { balance: true }, { ...none, held }))).toEqual(['Çağla'])
  // offline the balances are unknown: the filter is skipped rather than hiding everyone
  expect(names(filterPatients(rows, { balance: true }, none))).toHaveLength(3)
  expect(names(filterPatients(rows, { kept: true }, { ...none, starred: new Set([second!]) }))).toEqual(['Ceren'])
})

test('names sort by the language’s rules, and patients without a visit come last in both directions', () => {
  expect(names(sortPatients(rows, 'name', 'tr'))).toEqual(['Ceren', 'Çağla', 'Ilgaz', 'İrem'])
  expect(names(sortPatients(rows, '-name', 'tr'))).toEqual(['İrem', 'Ilgaz', 'Çağla', 'Ceren'])
  expect(names(sortPatients(rows, '-last', 'tr'))).toEqual(['Ceren', 'Ilgaz', 'Çağla', 'İrem'])
  expect(names(sortPatients(rows, 'last', 'tr'))).toEqual(['Ilgaz', 'Ceren', 'Çağla', 'İrem'])
})

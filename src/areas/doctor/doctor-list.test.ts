import { expect, test } from 'vitest'
import { listDoctors } from './doctor-list.ts'
import type { ShownDoctor } from './queries.ts'

// the fields of a card that the search by words reads
const doctor = (name: string) =>
  ({
    id: name,
    title: 'Dr.',
    name,
    phone: null,
    email: null,
    branchIds: [],
    clinicIds: [],
    languages: [],
  }) as unknown as ShownDoctor
const doctors = ['Фёдор Хрущёв', 'Julia Schukowa', 'Ayşe Işık'].map(doctor)
const found = (q: string) =>
  listDoctors(doctors, { q }, { any: new Set(), online: new Set() }, (a, b) => a.localeCompare(b)).map(
    ({ name }) => name,
  )

test.each([
  ['fyodor', ['Фёдор Хрущёв']],
  ['юлия', ['Julia Schukowa']],
  ['isik', ['Ayşe Işık']],
  ['рущ', ['Фёдор Хрущёв']],
  ['dr. ays', ['Ayşe Işık']],
  ['edor', []],
])('“%s” finds doctors %j', (typed, names) => expect(found(typed)).toEqual(names))

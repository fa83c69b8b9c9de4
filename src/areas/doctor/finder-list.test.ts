import { expect, test } from 'vitest'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { citiesOf, fitting, merged } from './finder-list.ts'

const doctor = (id: string, name: string, more: Partial<Doctor> = {}) =>
  ({
    id,
    name,
    active: true,
    branchId: 'skin',
    clinicIds: [],
    city: '',
    languages: ['tr'],
    ...more,
  }) as unknown as Doctor // the fields that the list reads
const clinics = new Map([['kuzey', { city: 'İzmir' }]])
const none = { branch: '', clinic: '', city: '', language: '', name: '' }
const names = (found: readonly Doctor[]) => found.map(({ name }) => name)
const all = [
  doctor('3', 'Zeynep Ak', { clinicIds: ['kuzey'] }),
  doctor('1', 'Ali Can', { city: 'Bursa', branchId: 'heart' }),
  doctor('2', 'Ece Su', { active: false }),
]
const compare = (a: string, b: string) => a.localeCompare(b)

test('a doctor is found by specialty, clinic, language and name, and also by a clinic’s city', () => {
  expect(names(fitting(all, clinics, none, compare))).toEqual(['Ali Can', 'Zeynep Ak'])
  expect(names(fitting(all, clinics, { ...none, branch: 'heart' }, compare))).toEqual(['Ali Can'])
  expect(names(fitting(all, clinics, { ...none, clinic: 'kuzey' }, compare))).toEqual(['Zeynep Ak'])
  expect(names(fitting(all, clinics, { ...none, city: 'İzmir' }, compare))).toEqual(['Zeynep Ak'])
  expect(names(fitting(all, clinics, { ...none, language: 'de' }, compare))).toEqual([])
  expect(names(fitting(all, clinics, { ...none, name: 'zey' }, compare))).toEqual(['Zeynep Ak'])
  expect(citiesOf(all[1]!, clinics)).toEqual(['Bursa'])
})

test('doctors on this device come first and once; the server’s card does not replace them', () => {
  const newer = doctor('1', 'Ali Can the newer')
  expect(names(merged([all[1]!], [newer, all[0]!]))).toEqual(['Ali Can', 'Zeynep Ak'])
})

import { expect, test } from 'vitest'
import * as v from 'valibot'
import { doctorCalls } from '../../../contract/doctor/doctor.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { changedFields, EMPTY_VALUES, fieldsOf, wrongIn, type DoctorValues } from './doctor-values.ts'

const branch = newId()
const sound: DoctorValues = {
  ...EMPTY_VALUES,
  name: ' Ayşe Yılmaz ',
  phone: '+905321112233',
  branchIds: [branch],
  clinicIds: [newId()],
  shortDescription: [
    { lang: 'tr', value: ' Göz ' },
    { lang: 'en', value: '  ' },
  ],
  certificates: ['Uzmanlık', ' '],
  commissionType: 'ratio',
  commissionRatio: '15',
}
const needs = { clinics: true, contact: true }

test('a valid form is what the contract accepts; an emptied language and an empty line are dropped (SPEC §5)', () => {
  expect(wrongIn(sound, needs)).toEqual([])
  const fields = fieldsOf(sound)
  expect(v.safeParse(doctorCalls['doctor.add'].input, { id: newId(), ...fields }).success).toBe(true)
  expect(fields).toMatchObject({
    name: 'Ayşe Yılmaz',
    email: null,
    shortDescription: [{ lang: 'tr', value: 'Göz' }],
    certificates: ['Uzmanlık'],
    commissionType: 'ratio',
    commissionRatio: 15,
    commissionAmount: null,
  })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ phone: '+90 53' }, 'phone'],
  [{ email: 'a@b' }, 'email'],
  [{ identity: '10000000147' }, 'identity'],
  [{ branchIds: [] }, 'branchIds'],
  [{ clinicIds: [] }, 'clinicIds'],
  [{ commissionRatio: '101' }, 'commissionRatio'],
  [{ commissionRatio: '1.5' }, 'commissionRatio'],
  [{ commissionType: 'amount' as const }, 'commissionAmount'],
])('%o is invalid at %s', (extra, error) => {
  expect(wrongIn({ ...sound, ...extra }, needs)).toEqual([error])
})

test('rule 83: an edit contains only the changed fields; the commission is one fact', () => {
  const before = fieldsOf(sound)
  expect(changedFields(before, fieldsOf(sound))).toEqual({})
  expect(changedFields(before, fieldsOf({ ...sound, diploma: 'Hacettepe' }))).toEqual({ diploma: 'Hacettepe' })
  expect(changedFields(before, fieldsOf({ ...sound, commissionRatio: '20' }))).toEqual({
    commissionType: 'ratio',
    commissionRatio: 20,
    commissionAmount: null,
  })
})

import { describe, expect, test } from 'vitest'
import type { Doctor } from './doctor.ts'
import {
  CARD_PARTS,
  completenessOf,
  exampleShare,
  whyNotContact,
  whyNotDeleteDoctor,
  whyNotSet,
} from './doctor.rules.ts'

const bare: Doctor = {
  id: '01930000-0000-7000-8000-000000000001',
  version: 1,
  title: '',
  name: 'Ayşe Yılmaz',
  branchId: null,
  branchIds: [],
  clinicIds: [],
  city: '',
  languages: [],
  shortDescription: [],
  description: [],
  expertise: [],
  diploma: '',
  specialization: '',
  serviceStart: null,
  diseaseIds: [],
  treatmentIds: [],
  certificates: [],
  photoId: null,
  photoIds: [],
  diplomaIds: [],
  active: true,
}
const id = '01930000-0000-7000-8000-000000000002'
const full: Doctor = {
  ...bare,
  title: 'Dr.',
  branchIds: [id],
  languages: ['tr'],
  shortDescription: [{ lang: 'tr', value: 'x' }],
  description: [{ lang: 'tr', value: 'x' }],
  expertise: [{ lang: 'tr', value: 'x' }],
  diploma: 'x',
  specialization: 'x',
  serviceStart: '2010-01-01',
  diseaseIds: [id],
  treatmentIds: [id],
  photoIds: [id],
}

test('rule 33: the example uses the function that books', () => {
  expect(exampleShare({ commissionType: 'ratio', commissionRatio: 15 }, 100_000)).toEqual({
    commission: 15_000,
    earn: 85_000,
  })
  expect(exampleShare({ commissionType: 'amount', commissionAmount: 20_000 }, 100_000).earn).toBe(80_000)
  expect(exampleShare({ commissionType: 'amount', commissionAmount: 200_000 }, 100_000).earn).toBe(0)
  // the value of the other kind, left over in the form, does not count
  expect(exampleShare({ commissionType: null, commissionRatio: 15, commissionAmount: 1 }, 100_000).earn).toBe(100_000)
})

describe('how complete a card is', () => {
  test('nothing, everything, and what is missing in the order of the form', () => {
    expect(completenessOf(bare)).toEqual({ percent: 0, missing: CARD_PARTS })
    expect(completenessOf(full)).toEqual({ percent: 100, missing: [] })
    expect(completenessOf({ ...full, diploma: ' ', languages: [] })).toEqual({
      percent: 83,
      missing: ['languages', 'diploma'],
    })
  })
  test('it is never 100 while something is missing', () => {
    for (const part of ['title', 'diploma', 'specialization'] as const)
      expect(completenessOf({ ...full, [part]: '' }).percent).toBeLessThan(100)
  })
})

test('rule 55: a doctor with a membership or an invitation cannot be deleted', () => {
  expect(whyNotDeleteDoctor({ clinicIds: [id] }, 0)).toBe('doctor_in_clinic')
  expect(whyNotDeleteDoctor({ clinicIds: [] }, 1)).toBe('doctor_has_appointments')
  expect(whyNotDeleteDoctor({ clinicIds: [] }, 0)).toBeNull()
})

test.each([
  ['doctor', ['diploma', 'branchIds'], null],
  ['doctor', ['commissionType'], 'commissionType'],
  ['doctor', ['clinicIds'], 'clinicIds'],
  ['doctor', ['email'], 'email'],
  ['clinic', ['commissionRatio', 'identity'], null],
  ['clinic', ['title', 'clinicIds'], 'clinicIds'],
  ['admin', ['clinicIds', 'commissionRatio'], null],
] as const)('RULES 13: a %s with %o may not set %s', (role, fields, closed) => {
  expect(whyNotSet(role, fields)).toBe(closed)
})

test('R19: once a doctor can sign in, a clinic cannot change where their links go', () => {
  expect(whyNotContact({ signsIn: true }, 'clinic')).toBe('contact_is_theirs')
  expect(whyNotContact({ signsIn: false }, 'clinic')).toBeNull()
  expect(whyNotContact({ signsIn: true }, 'admin')).toBeNull()
})

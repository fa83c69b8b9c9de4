import { expect, test } from 'vitest'
import { allergyState, recordAllergies } from './allergy.rules.ts'

test.each([
  [{}, 'hidden'],
  [{ allergies: null }, 'unrecorded'],
  [{ allergies: '', noAllergies: false }, 'unrecorded'],
  [{ allergies: null, noAllergies: true }, 'none'],
  [{ allergies: 'Latex', noAllergies: false }, 'listed'],
  // a row that contradicts itself shows the allergy
  [{ allergies: 'Latex', noAllergies: true }, 'listed'],
] as const)('%o is %s', (card, state) => {
  expect(allergyState(card)).toBe(state)
})

const made = { at: '2026-11-26T09:00:00.000Z', by: 'Dr. Ada' }
const listed = { allergies: 'Latex', noAllergies: false, allergiesAt: made.at, allergiesBy: made.by }
const none = { allergies: null, noAllergies: true, allergiesAt: made.at, allergiesBy: made.by }
const unrecorded = { allergies: null, noAllergies: false, allergiesAt: null, allergiesBy: null }

test.each([
  [{}, null, null],
  [{ allergies: ' Latex ' }, null, listed],
  [{ noAllergies: true }, null, none],
  [{ allergies: null, noAllergies: true }, { allergies: 'Latex' }, none],
  // a tick alone never removes a listed allergy
  [{ noAllergies: true }, { allergies: 'Latex' }, listed],
  [{ noAllergies: false }, { allergies: 'Latex' }, listed],
  [{ allergies: 'Latex', noAllergies: true }, null, listed],
  [{ allergies: null }, { allergies: 'Latex' }, unrecorded],
  [{ noAllergies: false }, { noAllergies: true }, unrecorded],
  [{ allergies: '  ', noAllergies: false }, { noAllergies: true }, unrecorded],
] as const)('the answer %o on %o is recorded as %o', (answer, current, recorded) => {
  expect(recordAllergies(answer, current, made)).toEqual(recorded)
})

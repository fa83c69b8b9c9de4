import { expect, test } from 'vitest'
import { readBloodType, readDay, readGender } from './cell.rules.ts'

test.each([
  ['1980-12-31', '1980-12-31'],
  ['31.12.1980', '1980-12-31'],
  ['1/2/1980', '1980-02-01'],
  [' 31-12-1980 ', '1980-12-31'],
  ['1980-12-31T00:00:00.000Z', '1980-12-31'],
  ['31.12.1980 00:00', '1980-12-31'],
  // a day that does not exist is for the schema to refuse
  ['31.02.1980', '1980-02-31'],
  ['31.12.80', null],
  ['12/1980', null],
  ['29221', null],
  ['', null],
])('the day %j is %j', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  ['Kadın', 'female'],
  [' F ', 'female'],
  ['W', 'female'],
  ['Ж', 'female'],
  ['Erkek', 'male'],
  ['männlich', 'male'],
  ['divers', 'other'],
  ['?', undefined],
])('the gender %j is %j', (typed, gender) => {
  expect(readGender(typed)).toBe(gender)
})

test.each([
  ['A Rh(+)', 'A+'],
  ['0 rh negatif', '0-'],
  ['O+', '0+'],
  ['AB−', 'AB-'],
  ['b pos.', 'B+'],
  ['A', undefined],
])('the blood type %j is %j', (typed, type) => {
  expect(readBloodType(typed)).toBe(type)
})

import { expect, test } from 'vitest'
import { EMPTY, inputOf, wrongIn } from './form-values.ts'

const ada = { ...EMPTY, name: 'Ada', phone: '+905320000123' }

test.each([
  [{}, []],
  [{ name: '  ' }, ['name']],
  [{ phone: '' }, ['phone']],
  [{ phone: '+90 53' }, ['phone']],
  [{ email: 'ada@' }, ['email']],
  [{ email: ' ada@example.com ' }, []],
  [{ identity: { identity: '12345678901', nonCitizen: false } }, ['identity']],
  [{ identity: { identity: '10000000146', nonCitizen: false } }, []],
  [{ identity: { identity: 'U 12345', nonCitizen: true } }, []],
  [{ emergencyPhone: '+90 5' }, ['emergencyPhone']],
])('SPEC §5: %j is invalid because of %j', (extra, wrong) => expect(wrongIn({ ...ada, ...extra })).toEqual(wrong))

test('a new card contains everything typed, an edit only the differences', () => {
  expect(inputOf({ ...ada, birth: 19900203, city: ' Bursa ' })).toEqual({
    name: 'Ada',
    phone: '+905320000123',
    birthDate: '1990-02-03',
    city: 'Bursa',
  })
  expect(inputOf({ ...ada, city: '' }, { ...ada, city: 'Bursa', email: 'a@b.test' })).toEqual({
    city: null,
    email: null,
  })
  expect(inputOf(ada, ada)).toEqual({})
})

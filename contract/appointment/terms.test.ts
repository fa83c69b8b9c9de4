import { expect, test } from 'vitest'
import { LANGUAGES } from '../kernel/constants.ts'
import { termsIn } from './terms.ts'

const visit = { start: '2026-12-04T11:00:00.000Z' }
const now = Date.parse('2026-12-01T11:00:00.000Z')
const say = (language: (typeof LANGUAGES)[number], cancelHours: number) =>
  termsIn(language, visit, { cancelHours }, now)

test('the hours are the setting’s, in each language’s plural', () => {
  expect(say('en', 1)).toContain('until 1 hour before')
  expect(say('en', 24)).toContain('until 24 hours before')
  expect(say('de', 1)).toContain('bis 1 Stunde vor Beginn')
  expect(say('de', 48)).toContain('bis 48 Stunden vor Beginn')
  expect(say('ru', 1)).toContain('за 1 час до')
  expect(say('ru', 21)).toContain('за 21 час до')
  expect(say('ru', 24)).toContain('за 24 часа до')
  expect(say('ru', 48)).toContain('за 48 часов до')
  expect(say('tr', 24)).toContain('24 saat kalana kadar')
  // no hours at all means until it begins
  expect(say('en', 0)).toContain('online until it begins')
  expect(say('de', 0)).toContain('bis zum Beginn online')
})

test.each(LANGUAGES)('%s: an appointment within that time gets no promise', (language) => {
  const near = say(language, 72)
  expect(near).not.toContain('72')
  expect(near).not.toBe(say(language, 71))
  expect(say(language, 71)).toContain('71')
})

import { expect, test } from 'vitest'
import { mayOffer, withDay } from './install-offer.ts'

const NEW = { days: [], booked: false, refusedAt: null }
const DAY = 86_400_000

test('on the second day, not on the first, however often the app is opened', () => {
  const first = withDay(withDay(NEW, 20261118), 20261118)
  expect(mayOffer(first, 0)).toBe(false)
  expect(mayOffer(withDay(first, 20261120), 0)).toBe(true)
})

test('after a booking at once', () => expect(mayOffer({ ...NEW, booked: true }, 0)).toBe(true))

test('after a refusal, not for thirty days', () => {
  const refused = { ...NEW, booked: true, refusedAt: 0 }
  expect([mayOffer(refused, 29 * DAY), mayOffer(refused, 31 * DAY)]).toEqual([false, true])
})

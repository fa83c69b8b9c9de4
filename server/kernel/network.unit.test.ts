import { expect, test } from 'vitest'
import { prefixOf } from './network.ts'
import { createLimits } from '../http/limits.ts'
import { network64 } from './network.ts'

test.each([
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['192.0.2.1', null],
  ['factor 0190-aa', null],
])('TRUST D4: %s is rate-limited as %s', (typed, is) => expect(network64(typed)).toBe(is))

test('TRUST D4: a whole /64 counts as one client; its neighbour does not', async () => {
  const limits = createLimits()
  for (let i = 1; i <= 5; i++) expect(await limits.spend('register', `2001:db8:1:2::${i}`)).toBe(0)
  expect(await limits.spend('register', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await limits.spend('register', '2001:0db8:1:2::9')).toBeGreaterThan(0)
  expect(await limits.spend('register', '2001:db8:1:3::1')).toBe(0)
})

test('the log keeps only the network of an address, however it is written', () => {
  expect(prefixOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(prefixOf('192.0.2.17')).toBe('192.0.2')
})

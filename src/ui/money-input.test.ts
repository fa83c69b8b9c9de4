import { expect, test } from 'vitest'
import { readMoney } from './read-money.ts'

test.each([
  ['1250', 125_000],
  ['1 250,5', 125_050],
  ['0.05', 5],
  ['12,345', null],
  ['1.250,00', null],
  ['-5', null],
  ['', null],
  ['abc', null],
])('an amount as typed: %s', (typed, minor) => expect(readMoney(typed)).toBe(minor))

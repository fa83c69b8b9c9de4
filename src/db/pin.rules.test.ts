import { expect, test } from 'vitest'
import { whyNotPin } from './pin.rules.ts'

test.each([
  ['', 'short'],
  ['82417', 'short'],
  ['8241738241738', 'short'],
  ['82417a', 'digits'],
  ['８２４１７３', 'digits'],
  ['000000', 'guessed'],
  ['123456', 'guessed'],
  ['654321', 'guessed'],
  ['789012', 'guessed'],
  ['121212', 'guessed'],
  ['123123', 'guessed'],
  ['230481', 'guessed'],
  ['042381', 'guessed'],
  ['810423', 'guessed'],
  ['23041981', 'guessed'],
  ['19810423', 'guessed'],
  ['824173', null],
  ['90817263', null],
] as const)('%s: %s', (pin, why) => expect(whyNotPin(pin)).toBe(why))

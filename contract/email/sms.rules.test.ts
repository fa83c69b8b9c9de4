import { expect, test } from 'vitest'
import { measureSms } from './sms.rules.ts'

test.each([
  ['', 'GSM-7', 0, 0, 160],
  ['a'.repeat(160), 'GSM-7', 160, 1, 0],
  ['a'.repeat(161), 'GSM-7', 161, 2, 145],
  ['a'.repeat(306), 'GSM-7', 306, 2, 0],
  ['a'.repeat(307), 'GSM-7', 307, 3, 152],
  // the euro sign takes two units, and is not split between parts
  ['€'.repeat(80), 'GSM-7', 160, 1, 0],
  [`${'a'.repeat(152)}€${'a'.repeat(100)}`, 'GSM-7', 254, 2, 51],
  ['ğ'.repeat(70), 'UCS-2', 70, 1, 0],
  ['ğ'.repeat(71), 'UCS-2', 71, 2, 63],
  [`${'ğ'.repeat(66)}😀${'ğ'.repeat(10)}`, 'UCS-2', 78, 2, 55],
  ['Ürün Çok Güzel', 'GSM-7', 14, 1, 146],
  ['Привет', 'UCS-2', 6, 1, 64],
] as const)('%s', (text, alphabet, length, parts, left) =>
  expect(measureSms(text)).toEqual({ alphabet, length, parts, left }),
)

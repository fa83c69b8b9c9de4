import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupIban, readIban } from './bank.rules.ts'

describe('IBANs as people type them', () => {
  test.each([
    ['TR33 0006 1005 1978 6457 8413 26', 'TR330006100519786457841326'],
    ['iban: de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['GB29-NWBK-6016-1331-9268-19', 'GB29NWBK60161331926819'],
    ['IT60 X054 2811 1010 0000 0123 456', 'IT60X0542811101000000123456'],
    ['\u00a0FR14 2004 1010 0505 0001 3M02 606\n', 'FR1420041010050500013M02606'],
    ['TR330006100519786457841327', null],
    ['TR33 0006 1005', null],
    ['DE893704004405320130000', null],
    ['XX869999570985320551', null],
    ['US09922199103531280874', null],
    ['RU633142615215995191', null],
    ['TR57000990O14259731186O087', null],
    ['DE00999999996183506653', null],
    ['DE99999999991814895404', null],
    ['TR57 ABCDE01142597311860087', null],
    ['TR５７０００９９０１１４２５９７３１１', null],
    ['TR570009\u200b901142597311860089', null],
    ['TR570009901142597311860087 DE78999999996545835654', null],
    ['', null],
  ])('%s', (typed, iban) => expect(readIban(typed)).toBe(iban))

  test('no single wrong digit and no swap of neighbouring digits passes', () => {
    const iban = 'TR330006100519786457841326'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 24 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...iban]
        digits[at] = String((Number(digits[at]) + by) % 10)
        expect(readIban(digits.join(''))).toBeNull()
        const swapped = `${iban.slice(0, at)}${iban.charAt(at + 1)}${iban.charAt(at)}${iban.slice(at + 2)}`
        expect(readIban(swapped)).toBe(swapped === iban ? iban : null)
      }),
    )
  })

  // invented accounts of many countries, and invalid ones with the reason
  const file = new URL('../../../shared/data/ibans.json', import.meta.url)
  test.skipIf(!existsSync(file))('every IBAN of the shared list gets the expected verdict', () => {
    const list = JSON.parse(readFileSync(file, 'utf8')) as readonly {
      readonly input: string
      readonly valid: boolean
      readonly electronic?: string
    }[]
    expect(list.length).toBeGreaterThan(20)
    expect(list.map(({ input }) => [input, readIban(input)])).toEqual(
      list.map(({ input, valid, electronic }) => [input, valid ? (electronic ?? input) : null]),
    )
  })

  test('it is shown in groups of four', () =>
    expect(groupIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00'))
})

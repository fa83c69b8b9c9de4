import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CountryCode } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { isE164 } from '../../contract/kernel/phone.rules.ts'
import { countryIn, countryOf, examplePhone, judgePhone, phoneCountries, readPhone, showPhone } from './phone.ts'

describe('a phone as people type it (rule 58)', () => {
  it.each<[string, CountryCode, string | null]>([
    ['0532 555 09 81', 'TR', '+905325550981'],
    ['+49 170 5550118', 'TR', '+491705550118'],
    ['0212 000 01 23 dahili 45', 'TR', '+902120000123'],
    ['030 23125000 Durchwahl 12', 'DE', '+493023125000'],
    ['0132 000 01 23', 'TR', null],
    ['0171 39', 'DE', null],
    ['yok', 'TR', null],
    ['', 'TR', null],
  ])('%j in %s is %j', (typed, country, e164) => expect(readPhone(typed, country)).toBe(e164))

  it.each([
    '+90 212 555 12 34 ext. 5',
    '+90 212 555 12 34 x5',
    '0212 555 12 34 dahili 12',
    '0212 555 12 34 (dahili: 12)',
    '0212 555 12 34 dahili no 12',
    '0212 555 12 34 #7',
    '+90 212 555 12 34;ext=5',
    '8 (495) 555-12-34 доб. 5',
    '٠٢١٢ ٥٥٥ ١٢ ٣٤ dahili ٥',
    '0532 555 09 81 / 0532 555 09 82',
  ])('is kept whole or not at all: %j', (typed) => {
    const judged = judgePhone(typed, typed.startsWith('8') ? 'RU' : 'TR')
    expect(judged).toHaveProperty('wrong')
  })

  it('reports an extension if the number itself is valid', () => {
    expect(judgePhone('+90 212 555 12 34 ext. 5', 'TR')).toEqual({ wrong: 'more' })
    expect(judgePhone('0212 555 12 34 dahili 12', 'TR')).toEqual({ wrong: 'more' })
    expect(judgePhone('030 23125000 Durchwahl 12', 'DE')).toEqual({ wrong: 'more' })
    expect(judgePhone('8 (495) 555-12-34 доб. 5', 'RU')).toEqual({ wrong: 'more' })
    expect(judgePhone('0212 555', 'TR')).toEqual({ wrong: 'none' })
    expect(judgePhone('٠٥٣٢ ٥٥٥ ٠٩ ٨١', 'TR')).toEqual({ e164: '+905325550981' })
  })

  it('every country’s example is a valid number there', () => {
    for (const { country } of phoneCountries()) {
      const judged = judgePhone(examplePhone(country), country)
      const e164 = 'e164' in judged && judged.e164
      expect([country, e164 && isE164(e164)]).toEqual([country, true])
    }
  })

  it('parses what it formats', () => {
    expect(showPhone('+905325550981', 'TR')).toBe('0532 555 09 81')
    expect(readPhone(showPhone('+491705550118', 'TR'), 'TR')).toBe('+491705550118')
  })

  it('knows a country by a clinic’s zone and by a number that names it', () => {
    expect(['Europe/Istanbul', 'Europe/Berlin', 'Asia/Tokyo', 'no zone'].map(countryOf)).toEqual([
      'TR',
      'DE',
      'JP',
      'TR',
    ])
    expect(countryIn('+44 20 7946 0018')).toBe('GB')
    expect(countryIn('0532 555 09 81')).toBe(null)
  })

  const data = join(import.meta.dirname, '../../../shared/data/phones.json')
  it.skipIf(!existsSync(data))('the shared list, where it is present', () => {
    const list = JSON.parse(readFileSync(data, 'utf8')) as {
      input: string
      country: CountryCode
      e164: string | null
      why: string
    }[]
    expect(list.length).toBeGreaterThan(90)
    for (const { input, country, e164, why } of list) {
      expect([input, readPhone(input, country)]).toEqual([input, e164])
      const kept = e164 === null ? { wrong: 'none' } : why.includes('xtension') ? { wrong: 'more' } : { e164 }
      expect([input, judgePhone(input, country)]).toEqual([input, kept])
    }
  })
})

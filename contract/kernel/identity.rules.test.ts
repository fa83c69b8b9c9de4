import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIdentityNumber, readIdentityNumber } from './identity.rules.ts'

/** Written independently of the rule: the registry's two sums over the first nine digits. */
function complete(nine: string): string {
  const d = [...nine].map(Number)
  const tenth = (7 * (d[0]! + d[2]! + d[4]! + d[6]! + d[8]!) - (d[1]! + d[3]! + d[5]! + d[7]!)) % 10
  const ten = [...d, tenth < 0 ? tenth + 10 : tenth]
  return [...ten, ten.reduce((a, b) => a + b) % 10].join('')
}
const nine = fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String)

describe('identity number (SPEC §5)', () => {
  it('every nine digits have exactly one valid ending', () => {
    fc.assert(
      fc.property(nine, fc.integer({ min: 1, max: 99 }), (start, off) => {
        const right = complete(start)
        const wrong = start + String((Number(right.slice(9)) + off) % 100).padStart(2, '0')
        expect(isIdentityNumber(right)).toBe(true)
        expect(isIdentityNumber(wrong)).toBe(false)
      }),
    )
  })

  it('one mistyped digit is always detected', () => {
    fc.assert(
      fc.property(nine, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (start, at, by) => {
        const right = complete(start)
        const wrong = right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1)
        expect(isIdentityNumber(wrong)).toBe(false)
      }),
    )
  })

  it('any text gets a verdict, and what is stored has eleven digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nine.map(complete)), (typed) => {
        expect(readIdentityNumber(typed) ?? '10000000146').toMatch(/^[1-9]\d{10}$/)
      }),
    )
  })

  it.each([
    ['100 000 001 46', '10000000146'],
    ['１００００００0146', '10000000146'],
    ['𝟙𝟘𝟘𝟘𝟘𝟘𝟘𝟘𝟙𝟜𝟞', '10000000146'],
    ['١٠٠٠٠٠٠٠١٤٦', '10000000146'],
    ['10000000146\0', null],
    ['1000000014O', null],
    ['01234567840', null],
    ['', null],
  ])('%j is stored as %j', (typed, stored) => expect(readIdentityNumber(typed)).toBe(stored))

  const data = join(import.meta.dirname, '../../../shared/data/identity-tr.json')
  it.skipIf(!existsSync(data))('the shared list, where it is present', () => {
    const list = JSON.parse(readFileSync(data, 'utf8')) as { input: string; valid: boolean; trimmed?: string }[]
    expect(list.length).toBeGreaterThan(40)
    for (const { input, valid, trimmed } of list)
      expect([input, readIdentityNumber(input)]).toEqual([input, valid ? (trimmed ?? input) : null])
  })
})

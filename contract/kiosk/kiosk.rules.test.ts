import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/areas/kiosk/digest.ts'
import { isInWindow, maskedName, proofByBirth, proofByCode, visitsFor, opensFor } from './kiosk.rules.ts'

const START = '2026-11-18T09:00:00.000Z'
const SALT = 'the salt of a day'
const at = (minutes: number) => Date.parse(START) + minutes * 60_000

describe('rule 70: the window runs from an hour before the start to a quarter of an hour after', () => {
  test.each([
    [-61, false],
    [-60, true],
    [0, true],
    [15, true],
    [16, false],
  ])('%i minutes from the start: %s', (minutes, isIn) => expect(isInWindow(START, at(minutes))).toBe(isIn))
})

describe('rule 74: a name is shown as first name and initial', () => {
  test.each([
    ['Elif Kaya', 'Elif K.'],
    ['  Ayşe Nur  Yılmaz ', 'Ayşe Y.'],
    ['Любовь Юрьевна Соловьёва', 'Любовь С.'],
    ['Madonna', 'Madonna'],
    ['', ''],
    ['Jo 𝒳avier', 'Jo 𝒳.'],
  ])('%s is %s', (name, shown) => expect(maskedName(name)).toBe(shown))

  test('it shows at most the first word and one letter of the last', () =>
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{2,12}$/), { minLength: 2, maxLength: 5 }), (words) => {
        expect(maskedName(words.join(' '))).toBe(`${words[0]} ${words.at(-1)![0]!.toUpperCase()}.`)
      }),
    ))
})

describe('rule 71: visits are found by their digest alone', () => {
  test('a code, or birth date with the end of the phone, finds only its own visit, and only within the window', async () => {
    const proofs = await Promise.all(
      [proofByCode('004211'), proofByBirth('19880314', '5678')].map((each) => digestOf(SALT, each)),
    )
    const visits = [{ start: START, proofs }]
    expect(visitsFor(visits, proofs[0]!, at(-5))).toHaveLength(1)
    expect(visitsFor(visits, proofs[1]!, at(-5))).toHaveLength(1)
    expect(visitsFor(visits, proofs[0]!, at(-90))).toEqual([])
    expect(visitsFor(visits, await digestOf(SALT, proofByCode('004212')), at(-5))).toEqual([])
    expect(visitsFor(visits, await digestOf(`${SALT}.`, proofByCode('004211')), at(-5))).toEqual([])
  })

  test('a patient who is too early learns when check-in opens, with a valid proof only; one who is too late finds nothing', async () => {
    const [mine, other] = await Promise.all(['004211', '004212'].map((code) => digestOf(SALT, proofByCode(code))))
    const visits = [{ start: START, proofs: [mine!] }]
    expect(opensFor(visits, mine!, at(-90))).toBe(at(-60))
    expect(opensFor(visits, mine!, at(-60))).toBeNull()
    expect(opensFor(visits, mine!, at(16))).toBeNull()
    expect(opensFor(visits, other!, at(-90))).toBeNull()
  })

  test('a birth date is never read as a code', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{6}$/),
        fc.stringMatching(/^\d{8}$/),
        fc.stringMatching(/^\d{4}$/),
        (code, birth, end) => {
          expect(proofByCode(code)).not.toBe(proofByBirth(birth, end))
        },
      ),
    ))
})

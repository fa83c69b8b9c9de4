import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_MIN } from './constants.ts'
import { passwordStrength, whyNotPassword } from './password.rules.ts'

describe('passwords (SPEC §5, TRUST D3)', () => {
  test.each([
    ['', 'password_short'],
    ['12345', 'password_short'],
    ['ğüşiö', 'password_short'],
    ['👩‍⚕️', 'password_short'],
    ['123456', 'password_common'],
    ['Password', 'password_common'],
    ['Password2026!', 'password_common'],
    ['KLINIK*', 'password_common'],
    ['bedside99', 'password_common'],
    ['Пароль', 'password_common'],
    ['kvm tür', null],
    ['Correct-horse-9', null],
    ['ölçüm7', null],
  ] as const)('%j: %s', (password, why) => expect(whyNotPassword(password)).toBe(why))

  test('a server may require more than six characters, never fewer', () => {
    expect(whyNotPassword('nine-char', 10)).toBe('password_short')
    expect(whyNotPassword('ten-chars-', 10)).toBeNull()
    expect(whyNotPassword('five5', 1)).toBe('password_short')
  })

  test.each([
    ['12345', 0],
    ['qwerty12', 0],
    ['kvmtür', 1],
    ['aaaaaabb', 1],
    ['kvmtürk', 1],
    ['kvmtür7', 2],
    ['kvm-tür7', 3],
    ['kvm-türmo7', 4],
    ['dört kahverengi at', 4],
  ] as const)('%j has strength %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

  test('an invalid password has strength 0 and a valid one does not; one more letter, digit or sign never lowers it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (password) => {
        expect(passwordStrength(password) === 0).toBe(whyNotPassword(password) !== null)
        const longer = passwordStrength(`${password}x7?k`)
        expect(whyNotPassword(password) !== null || longer >= passwordStrength(password)).toBe(true)
        expect(password.length >= PASSWORD_MIN || whyNotPassword(password) === 'password_short').toBe(true)
      }),
    )
  })
})

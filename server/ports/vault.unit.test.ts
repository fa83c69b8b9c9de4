import { expect, test } from 'vitest'
import { createVault, SealBroken } from './vault.ts'

test('D16: an encrypted text decrypts again, reveals nothing of the plain text, and differs each time', () => {
  const vault = createVault(Buffer.alloc(32, 7))
  const sealed = vault.seal('mail', 'kanarya-sifre İı')
  expect(vault.open('mail', sealed)).toBe('kanarya-sifre İı')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('kanarya')
  expect(vault.seal('mail', 'kanarya-sifre İı')).not.toBe(sealed)
})

test('D16: another purpose, another key, one changed bit or a truncated text cannot be decrypted', () => {
  const vault = createVault(Buffer.alloc(32, 7))
  const sealed = vault.seal('mail', 'x')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(() => vault.open('sms', sealed)).toThrow(SealBroken)
  expect(() => createVault(Buffer.alloc(32, 8)).open('mail', sealed)).toThrow(SealBroken)
  expect(() => vault.open('mail', bytes.toString('base64url'))).toThrow(SealBroken)
  expect(() => vault.open('mail', sealed.slice(0, 10))).toThrow(SealBroken)
})

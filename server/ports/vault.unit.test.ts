import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createVault, KeyFileProblem, readMasterKey, SealBroken } from './vault.ts'

const folder = await mkdtemp(join(tmpdir(), 'bedside-vault-'))
afterAll(() => rm(folder, { recursive: true }))

test('D16: what is sealed opens again, shows nothing of the plain words, and differs each time', () => {
  const vault = createVault(Buffer.alloc(32, 7))
  const sealed = vault.seal('mail', 'kanarya-sifre İı')
  expect(vault.open('mail', sealed)).toBe('kanarya-sifre İı')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('kanarya')
  expect(vault.seal('mail', 'kanarya-sifre İı')).not.toBe(sealed)
})

test('D16: another purpose, another key, one changed bit or a cut one do not open', () => {
  const vault = createVault(Buffer.alloc(32, 7))
  const sealed = vault.seal('mail', 'x')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(() => vault.open('sms', sealed)).toThrow(SealBroken)
  expect(() => createVault(Buffer.alloc(32, 8)).open('mail', sealed)).toThrow(SealBroken)
  expect(() => vault.open('mail', bytes.toString('base64url'))).toThrow(SealBroken)
  expect(() => vault.open('mail', sealed.slice(0, 10))).toThrow(SealBroken)
})

test('a key file is made for its owner alone, once, and read the same afterwards', async () => {
  const path = join(folder, 'keys', 'master')
  const made = await readMasterKey(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readMasterKey(path)).toEqual(made)
  expect(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')).toEqual(made)
})

test('a key file others may read, or that holds no key, is refused in words', async () => {
  const open = join(folder, 'open')
  await readMasterKey(open)
  await chmod(open, 0o644)
  await expect(readMasterKey(open)).rejects.toThrow(KeyFileProblem)
  const short = join(folder, 'short')
  await writeFile(short, 'abc', { mode: 0o600 })
  await expect(readMasterKey(short)).rejects.toThrow('must hold 32 bytes')
})

import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { PIN_TRIES } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { inSessionStore } from '../api/session-store.ts'
import { destroyKey, makeKey, noPinWanted, openByPassword, openByPin, readKeyRecord, rewrap } from './device-key.ts'
import { deriveKey } from './derive-key.ts'

const PASSWORD = 'Deniz!Mavi-2026'
const PIN = '824173'

test('Argon2id with the parameters of TRUST D17, equal to OpenSSL’s result', async () => {
  const key = await deriveKey('password', new TextEncoder().encode('somesaltsomesalt'))
  expect(Buffer.from(key).toString('hex')).toBe('7664ad4ba1a3c999fcdd0991ffc2270f78302d2383233db5e7befc85d1bb1819')
})

test('the password opens what it sealed, another does not, and the key itself is nowhere on disk', async () => {
  const person = newId()
  const key = await makeKey(person, PASSWORD, deriveKey)
  expect(await openByPassword(person, PASSWORD, deriveKey)).toEqual(key)
  expect(await openByPassword(person, 'Deniz!Mavi-2027', deriveKey)).toBeNull()
  const [all] = await inSessionStore<unknown[]>('readonly', (store) => store.getAll()).then((values) => [
    JSON.stringify(values),
  ])
  expect(all).not.toContain(JSON.stringify([...key]).slice(1, -1))
  // one person's box does not open under another's name
  const other = newId()
  const record = await readKeyRecord(person)
  await inSessionStore('readwrite', (store) => store.put(record, `key ${other}`))
  expect(await openByPassword(other, PASSWORD, deriveKey)).toBeNull()
})

test('a PIN opens it too, and so does a changed password instead of the old one', async () => {
  const person = newId()
  const key = await makeKey(person, PASSWORD, deriveKey)
  expect(await openByPin(person, PIN, deriveKey)).toMatchObject({ kind: 'wrong' })
  await rewrap(person, key, { pin: PIN }, deriveKey)
  expect(await openByPin(person, PIN, deriveKey)).toEqual({ kind: 'open', key })
  await rewrap(person, key, { password: 'Yeni!Parola-1' }, deriveKey)
  expect(await openByPassword(person, PASSWORD, deriveKey)).toBeNull()
  expect(await openByPassword(person, 'Yeni!Parola-1', deriveKey)).toEqual(key)
  expect(await noPinWanted(person)).toMatchObject({ offered: true })
})

test('five wrong PINs in a row destroy it, also when tried at once; a right one before resets the count', async () => {
  // the slow derivation is tested above
  const quick = async (secret: string, salt: Uint8Array) =>
    new Uint8Array(
      await crypto.subtle.digest('SHA-256', new Uint8Array([...new TextEncoder().encode(secret), ...salt])),
    )
  const person = newId()
  await rewrap(person, await makeKey(person, PASSWORD, quick), { pin: PIN }, quick)
  const wrong = () => openByPin(person, '000001', quick)
  for (const left of [4, 3, 2, 1]) expect(await wrong()).toEqual({ kind: 'wrong', left })
  expect((await openByPin(person, PIN, quick)).kind).toBe('open')
  const ends = await Promise.all(Array.from({ length: PIN_TRIES + 2 }, wrong))
  expect(ends.map(({ kind }) => kind)).toContain('destroyed')
  expect(await openByPin(person, PIN, quick)).toEqual({ kind: 'destroyed' })
  expect(await readKeyRecord(person)).toBeNull()
})

test('an attempt counts before it is checked: closing the page does not save it', async () => {
  const person = newId()
  const even = async () => new Uint8Array(32)
  await rewrap(person, await makeKey(person, PASSWORD, even), { pin: PIN }, even)
  const closed = openByPin(person, '000001', () => new Promise<Uint8Array>(() => undefined))
  await expect.poll(async () => (await readKeyRecord(person))?.misses, { timeout: 20_000 }).toBe(1)
  await destroyKey(person)
  expect(closed).toBeInstanceOf(Promise)
})

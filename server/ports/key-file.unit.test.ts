import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KeyFileProblem, keyFileOf, makeKeyFile, nameOfKey, readKeyFile } from './key-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'bedside-key-'))
afterAll(() => rm(folder, { recursive: true }))

test('a key file is created once, readable by its owner only, and read back unchanged', async () => {
  const path = join(folder, 'keys', 'master')
  expect(await readKeyFile(path)).toBe(null)
  const made = await makeKeyFile(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readKeyFile(path)).toEqual(made)
  expect(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')).toEqual(made)
  await expect(makeKeyFile(path)).rejects.toThrow(KeyFileProblem)
  expect(await readKeyFile(path)).toEqual(made)
})

test('a key file that others may read, or without a key, is refused with an explanation', async () => {
  const open = join(folder, 'open')
  await makeKeyFile(open)
  await chmod(open, 0o644)
  await expect(readKeyFile(open)).rejects.toThrow(KeyFileProblem)
  const short = join(folder, 'short')
  await writeFile(short, 'abc', { mode: 0o600 })
  await expect(readKeyFile(short)).rejects.toThrow('must hold 32 bytes')
  await expect(readKeyFile(join(short, 'below'))).rejects.toThrow('cannot be read')
})

test('D16: it is stored beside the data folder, except where an older build put it or the operator says', async () => {
  const data = join(folder, 'data')
  expect(keyFileOf({ BEDSIDE_DATA: data })).toBe(join(folder, 'data.key'))
  expect(keyFileOf({ BEDSIDE_DATA: `${data}/` })).toBe(join(folder, 'data.key'))
  expect(keyFileOf({ BEDSIDE_DATA: data, BEDSIDE_KEY_FILE: '/vault/key' })).toBe('/vault/key')
  await mkdir(data)
  await makeKeyFile(join(data, 'master.key'))
  expect(keyFileOf({ BEDSIDE_DATA: data })).toBe(join(data, 'master.key'))
})

test('no key is stored next to a data folder that is its own volume, since it would be lost with the container', async () => {
  const made = makeKeyFile(join(folder, 'shm.key'), { BEDSIDE_DATA: '/dev/shm' })
  await expect(made).rejects.toThrow('set BEDSIDE_KEY_FILE')
  expect(await readKeyFile(join(folder, 'shm.key'))).toBe(null)
})

test('a key’s name is always the same and reveals nothing about it', () => {
  const key = Buffer.alloc(32, 7)
  expect(nameOfKey(key)).toBe(nameOfKey(Buffer.alloc(32, 7)))
  expect(nameOfKey(key)).not.toBe(nameOfKey(Buffer.alloc(32, 8)))
  expect(nameOfKey(key)).not.toContain(key.toString('base64url').slice(0, 6))
})

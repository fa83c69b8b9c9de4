import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Sum } from '../db/dump.ts'
import { isName, pictureName, type FileStore } from '../ports/files/store.ts'
import { BackupProblem } from './problem.ts'
import { listFile } from './manifest.ts'

/** A file of a backup: encrypted, as in the store. */
export type KeptFile = { readonly name: string } & Sum

export const placeIn = (folder: string, name: string) => join(folder, 'files', name.slice(0, 2), name)

export const sumOfBytes = (bytes: Uint8Array): Sum => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/**
 * Copies the files that records name, and their smaller copies, into a backup's folder, and lists them in `files.txt`.
 * Files never change, so one that the last backup has complete takes no further space.
 */
export async function keepFiles(
  place: FileStore,
  named: ReadonlySet<string>,
  folder: string,
  before: string | null,
): Promise<{ readonly count: number; readonly bytes: number; readonly list: Sum; readonly missing: number }> {
  const known = before ? await sumsOf(before) : new Map<string, Sum>()
  const done = new Set<string>()
  const list = await open(listFile(folder), 'wx', 0o600)
  const hash = createHash('sha256')
  let [bytes, listed] = [0, 0]
  try {
    for await (const { name } of place.names()) {
      if (!isName(name) || !named.has(pictureName(name)) || done.has(name)) continue
      const kept = await keepFile(place, name, folder, before, known.get(name))
      // removed since, with its record
      if (!kept) continue
      const line = `${name} ${kept.bytes} ${kept.sha256}\n`
      await list.write(line)
      hash.update(line)
      listed += line.length
      bytes += kept.bytes
      done.add(name)
    }
    await list.sync()
  } finally {
    await list.close()
  }
  let missing = 0
  for (const name of named) if (!done.has(name)) missing++
  return { count: done.size, bytes, list: { bytes: listed, sha256: hash.digest('hex') }, missing }
}

async function keepFile(place: FileStore, name: string, folder: string, before: string | null, known?: Sum) {
  const to = placeIn(folder, name)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  if (before && known) {
    const existing = await readFile(placeIn(before, name)).catch(() => null)
    const isWhole = existing !== null && sumOfBytes(existing).sha256 === known.sha256
    // without hard links it is written again
    if (
      isWhole &&
      (await link(placeIn(before, name), to).then(
        () => true,
        () => false,
      ))
    )
      return known
  }
  const found = await place.get(name)
  if (!found) return null
  const file = await open(to, 'wx', 0o600)
  try {
    await file.writeFile(found)
    await file.sync()
  } finally {
    await file.close()
  }
  return sumOfBytes(found)
}

/** The files of a backup, in the order of its list. */
export async function* filesOf(folder: string): AsyncIterable<KeptFile> {
  const lines = createInterface({ input: createReadStream(listFile(folder)), crlfDelay: Infinity })
  for await (const line of lines) {
    const [name = '', bytes, sha256 = ''] = line.split(' ')
    if (!isName(name)) throw new BackupProblem('changed', `${listFile(folder)} has a line that names no file.`)
    yield { name, bytes: Number(bytes), sha256 }
  }
}

async function sumsOf(folder: string): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>()
  for await (const { name, ...sum } of filesOf(folder)) sums.set(name, sum)
  return sums
}

/**
 * Puts a backup's files into a store. A complete file that is already there stays; so this can be repeated, and a
 * bucket that outlived its database can be used.
 */
export async function putFiles(folder: string, place: FileStore): Promise<number> {
  let count = 0
  for await (const { name, sha256 } of filesOf(folder)) {
    const bytes = await readFile(placeIn(folder, name))
    const existing = await place.get(name)
    if (!existing || sumOfBytes(existing).sha256 !== sha256) await place.put(name, bytes)
    count++
  }
  return count
}

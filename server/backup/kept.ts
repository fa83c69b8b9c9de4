import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readManifest } from './manifest.ts'

/** Names of the complete backups in a folder, oldest first. A name is the time of the snapshot. */
export async function backupsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name)).toSorted()
}

export const nameAt = (at: number) => new Date(at).toISOString().replaceAll(/[:.]/g, '-')

/** The folder of a backup in progress: it is renamed when it is complete. */
export const partOf = (folder: string, name: string) => join(folder, `.part-${hostname()}-${process.pid}-${name}`)

/** Removes unfinished backups: of a process of this machine that has ended, or a day old. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith('.part-')) continue
    const mine = name.startsWith(`.part-${hostname()}-`)
    const pid = Number(/^(\d+)-/.exec(name.slice(`.part-${hostname()}-`.length))?.[1])
    const at = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0
    if ((mine && pid !== process.pid && !isAlive(pid)) || Date.now() - at > DAY)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Keeps this many of this Bedside's newest backups and removes its others; backups under another key, and incomplete
 * ones, are left alone.
 */
export async function forgetOld(folder: string, keep: number, key: string): Promise<number> {
  const ours: string[] = []
  for (const name of await backupsIn(folder)) {
    const manifest = await readManifest(join(folder, name)).catch(() => null)
    if (manifest?.key === key) ours.push(name)
  }
  const old = ours.slice(0, Math.max(0, ours.length - keep))
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  return old.length
}

const DAY = 86_400_000

export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

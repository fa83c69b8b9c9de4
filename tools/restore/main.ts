import { copyFile, chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drillBackup } from '../../server/backup/drill.ts'
import { readKey } from '../../server/backup/key-name.ts'
import { keyFileOf } from '../../server/ports/key-file.ts'
import { backupsIn } from '../../server/backup/kept.ts'
import type { Manifest } from '../../server/backup/manifest.ts'
import { figuresOf, recordBackup, type Outcome } from '../../server/backup/record.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import type { Settings } from '../../server/app/settings.ts'
import { say } from '../run/child.ts'
import { giveUp, inOneLine } from '../backup/give-up.ts'
import { ending, hasDatabase, onClient, onDatabase, placeOf, settingsNow } from '../backup/installation.ts'

/**
 * `npm run restore -- [<backup>] [--key <file>] [--drill [--scratch <folder>]]`: restores a backup, or the newest in a
 * folder of them (default BEDSIDE_BACKUP), into the empty place that the settings name. `--drill` restores it into a
 * scratch place instead, compares counts and sums, and removes it; existing data is not touched. Exit code 1 with one
 * line if it fails.
 */
async function main(args: readonly string[]): Promise<number> {
  const parsed = read(args)
  if (!parsed) return inOneLine('npm run restore -- [<backup>] [--key <file>] [--drill [--scratch <folder>]]')
  const settings = settingsNow()
  const named = parsed.from ? resolve(parsed.from) : settings.BEDSIDE_BACKUP
  if (!named) return inOneLine('Which one? npm run restore -- <backup>, or set BEDSIDE_BACKUP.')
  const newest = (await backupsIn(named)).at(-1)
  const folder = newest ? join(named, newest) : named
  if (!(await stat(folder).catch(() => null))) return inOneLine(`There is no backup at ${folder}.`)
  const own = keyFileOf(settings)
  // the key that a restored server will use for its files; a drill does not touch the configured one
  const isNamed = parsed.key !== null && (parsed.drill || !(await stat(own).catch(() => null)))
  const key = await readKey(isNamed ? resolve(parsed.key!) : own)
  // before the rows, since a start on them without the key would make another one
  if (isNamed && !parsed.drill) await keepKey(resolve(parsed.key!), own)
  const from = Date.now()
  const manifest = parsed.drill
    ? await recorded(settings, from, () =>
        drillBackup(folder, key, { say, until: ending.signal, within: parsed.scratch ?? undefined }),
      )
    : await restore(settings, folder, key.key)
  const { rows, files } = figuresOf(manifest)
  const seconds = ((Date.now() - from) / 1000).toFixed(1)
  say(
    parsed.drill
      ? `${folder} can be restored: ${rows} rows of ${manifest.tables.length} tables and ${files} files compared in ${seconds} s`
      : `${folder} is restored: ${rows} rows of ${manifest.tables.length} tables and ${files} files in ${seconds} s; start the server`,
  )
  return 0
}

const restore = (settings: Settings, folder: string, key: string) =>
  onDatabase(settings, (url) => restoreBackup({ folder, url, place: placeOf(settings), key, say }))

/** Runs the restore and stores its result in the server's database, if one answers. */
async function recorded(settings: Settings, beganAt: number, work: () => Promise<Manifest>): Promise<Manifest> {
  const tell = async (outcome: Outcome) => {
    if (!(await hasDatabase(settings))) return
    await onDatabase(settings, (url) =>
      onClient(url, (client) => recordBackup(client, 'drill', beganAt, outcome)),
    ).catch(() => say('the database does not answer: the outcome is written down nowhere'))
  }
  try {
    const manifest = await work()
    await tell({ manifest })
    return manifest
  } catch (error) {
    await tell({ error })
    throw error
  }
}

/** Puts the key where the restored server will look for it. */
async function keepKey(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to)
  await chmod(to, 0o600)
}

function read(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, drill: { type: 'boolean', default: false }, scratch: { type: 'string' } },
    })
    if (positionals.length > 1 || (values.scratch && !values.drill)) return null
    return {
      from: positionals[0] ?? null,
      key: values.key ?? null,
      drill: values.drill,
      scratch: values.scratch ?? null,
    }
  } catch {
    return null // an unknown option
  }
}

process.exitCode = await main(process.argv.slice(2)).catch(giveUp)

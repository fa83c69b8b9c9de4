import { copyFile, chmod, mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readKey } from '../../server/backup/key-name.ts'
import { keyFileOf } from '../../server/ports/key-file.ts'
import { makeBackup, type Made } from '../../server/backup/make.ts'
import { BackupProblem } from '../../server/backup/problem.ts'
import { figuresOf, recordBackup } from '../../server/backup/record.ts'
import type { Settings } from '../../server/app/settings.ts'
import { say } from '../run/child.ts'
import { giveUp, inOneLine } from './give-up.ts'
import { hasDatabase, onClient, onDatabase, placeOf, settingsNow } from './installation.ts'

/**
 * `npm run backup -- [<folder>] [--keep <n>] [--key-copy <folder>]`: writes a backup of database and files as a folder
 * into `<folder>` (default BEDSIDE_BACKUP), whether the server runs or not. The master key is not part of it;
 * `--key-copy` copies it elsewhere. Exit code 1 with one line if it fails; then nothing is left that could be mistaken
 * for a backup.
 */
async function main(args: readonly string[]): Promise<number> {
  const parsed = read(args)
  if (!parsed) return inOneLine('npm run backup -- [<folder>] [--keep <n>] [--key-copy <folder>]')
  const settings = settingsNow()
  const to = parsed.to ? resolve(parsed.to) : settings.BEDSIDE_BACKUP
  if (!to) return inOneLine('Where to? npm run backup -- <folder>, or set BEDSIDE_BACKUP.')
  const keep = parsed.keep ?? (parsed.to ? null : settings.BEDSIDE_BACKUP_KEEP)
  if (!(await hasDatabase(settings))) return inOneLine(`There is no database in ${settings.BEDSIDE_DATA} yet.`)
  const keyFile = keyFileOf(settings)
  const { key } = await readKey(keyFile)
  // next to the backup, the key would be in the hands of whoever has the backup
  if (parsed.keyCopy && !relative(to, resolve(parsed.keyCopy)).startsWith('..'))
    return inOneLine('The key lies apart from the backups: name a folder outside of theirs.')
  if (process.channel) setPriority(10)
  const { folder, manifest, removed } = await onDatabase(settings, (url) => make(url, settings, { key, to, keep }))
  if (parsed.keyCopy) await copyKey(keyFile, parsed.keyCopy)
  const { rows, files, bytes } = figuresOf(manifest)
  say(
    `${folder}: ${rows} rows, ${files} files, ${Math.ceil(bytes / 2 ** 20)} MB${removed ? `; ${removed} older removed` : ''}`,
  )
  if (manifest.files.missing) say(`${manifest.files.missing} files that records name were not in the store`)
  return 0
}

async function make(
  url: string,
  settings: Settings,
  options: { key: string; to: string; keep: number | null },
): Promise<Made> {
  const beganAt = Date.now()
  return onClient(url, async (client) => {
    try {
      const made = await makeBackup({ client, place: placeOf(settings), ...options })
      await recordBackup(client, 'backup', beganAt, made)
      return made
    } catch (error) {
      // if its schema is someone else's, or the database itself failed, it is only printed
      const isTheirs = error instanceof BackupProblem && (error.fault === 'not_ours' || error.fault === 'in_use')
      if (!isTheirs) await recordBackup(client, 'backup', beganAt, { error }).catch(() => undefined)
      throw error
    }
  })
}

async function copyKey(from: string, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const to = join(folder, 'bedside-master.key')
  await copyFile(from, to)
  await chmod(to, 0o600)
  say(`the master key is in ${to}; a backup is nothing without it`)
}

function read(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keep: { type: 'string' }, 'key-copy': { type: 'string' } },
    })
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (positionals.length > 1 || (keep !== null && !(Number.isInteger(keep) && keep >= 1))) return null
    return { to: positionals[0] ?? null, keep, keyCopy: values['key-copy'] ?? null }
  } catch {
    return null // an unknown option
  }
}

process.exitCode = await main(process.argv.slice(2)).catch(giveUp)

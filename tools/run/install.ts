import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runChild, say } from './child.ts'
import { isPacked } from './packed.ts'

/**
 * Runs `npm ci` if the lockfile has changed since the last installation. No package may run scripts:
 * server/db/postgres-binaries.ts does what the one that needs it would do (PostgreSQL's symbolic links).
 */
export async function install(): Promise<number> {
  if (isPacked()) return 0
  const stamp = join(root, 'node_modules', '.bedside-lock')
  const lock = await readFile(join(root, 'package-lock.json'))
  const machine = `${process.platform}-${process.arch}`
  const wanted = `${machine} ${createHash('sha256').update(lock).digest('hex')}\n`
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return 0

  say('installing dependencies (npm ci)')
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const code = await runChild('npm', ['ci', ...options])
  if (code === 0) await writeFile(stamp, wanted)
  else say('npm ci failed; its words are above')
  return code
}

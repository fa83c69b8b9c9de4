import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runChild, say } from '../run/child.ts'

/**
 * Installs a package of a bench's own from its lockfile, if that has changed since. The app's install does not include
 * such a package.
 */
export async function installOwn(folder: string, what: string): Promise<void> {
  const stamp = join(folder, 'node_modules', '.lock')
  const lock = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return
  say(`installing ${what} (npm ci in tools/${basename(folder)})`)
  const install = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if ((await runChild('npm', install)) !== 0) throw new Error('npm failed; its words are above')
  await writeFile(stamp, lock)
}

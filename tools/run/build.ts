import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root, runChild, say } from './child.ts'
import { isPacked } from './packed.ts'
import { precompress } from './precompress.ts'

/** Builds the app into dist if any of its sources has changed. */
export async function build(): Promise<number> {
  if (isPacked()) return 0
  const wanted = await hashSources()
  if (await isBuilt(wanted)) return 0

  say('building the app')
  const started = performance.now()
  const vite = (...more: string[]) => runChild('vite', ['build', '--logLevel', 'warn', ...more], { env: PRODUCTION })
  const code = (await vite()) || (await vite('--config', 'shared-calendar.config.ts'))
  if (code !== 0) {
    say('the build failed; its words are above')
    return code
  }
  await precompress(join(root, 'dist'))
  await writeFile(STAMP, wanted)
  say(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return 0
}

/** A test that builds has another one, with which everything gets another name. */
const PRODUCTION = { NODE_ENV: 'production' }

/** Whether the app in dist was built from the current sources. */
export const isBuilt = async (wanted?: string): Promise<boolean> =>
  (await readFile(STAMP, 'utf8').catch(() => '')) === (wanted ?? (await hashSources()))

const STAMP = join(root, 'dist', '.stamp')

const sources = [
  'src',
  'contract',
  'public',
  'locales',
  'index.html',
  'vite.config.ts',
  'tools/chunks.ts',
  'tools/import-map.ts',
  'tools/parts.ts',
  'shared-calendar.config.ts',
  'tools/start.ts',
  'lingui.config.ts',
  'package-lock.json',
]

/** By content, so that a fresh clone or a touched file does not cause a build. */
async function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(join(root, source))) {
      hash.update(`${relative(root, file)}\0`).update(await readFile(file))
    }
  }
  return `${hash.digest('hex')}\n`
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBuilt } from '../tools/run/build.ts'
import type { Change, Code } from './support/changed-build.ts'

const root = join(import.meta.dirname, '..')
/** One line of a screen, and one of the file that all others import. */
const CHANGES: readonly Change[] = [
  { file: 'src/areas/notification/notifications-screen.tsx', from: '"row wrap"', to: '"row wrap changed"' },
  { file: 'src/app/screen.ts', from: "new Error('chunk_timeout')", to: "new Error('chunk_timeout_changed')" },
]

let folder: string
let before: ReadonlyMap<string, Buffer>
let after: ReadonlyMap<string, Buffer>
let code: readonly Code[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedside-renamed-'))
  const changed = join(folder, 'changed')
  code = await buildInto(changed, CHANGES)
  const asIs = (await isBuilt()) ? join(root, 'dist') : join(folder, 'as-is')
  if (asIs.startsWith(folder)) await buildInto(asIs, [])
  before = await filesOf(asIs)
  after = await filesOf(changed)
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('changing a line in a screen and one in the first file renames these two, and the list of all', () => {
  const renamed = [...after.keys()].filter((name) => !before.has(name)).map((name) => name.replace(HASH, ''))
  expect(renamed.toSorted()).toEqual(['assets/first.js', 'assets/notifications-screen.js', 'assets/parts.json'])
  const rewritten = [...after].filter(([name, content]) => before.has(name) && !before.get(name)!.equals(content))
  expect(rewritten.map(([name]) => name).toSorted()).toEqual(['index.html', 'sw.js'])
  expect(after.size).toBe(before.size)
})

test('no file of libraries imports one of ours, which change more often', () => {
  const libraries = new Set(code.filter(({ isLibrary }) => isLibrary).map(({ file }) => file))
  for (const name of ['first-libraries', 'libraries'])
    expect([...libraries].filter((file) => file.startsWith(`assets/${name}-`))).toHaveLength(1)
  const needs = code.flatMap(({ file, imports }) =>
    libraries.has(file) ? imports.filter((each) => !libraries.has(each)).map((each) => `${file} needs ${each}`) : [],
  )
  expect(needs).toEqual([])
})

const HASH = /-[\w-]{8}(?=\.\w+$)/

async function buildInto(into: string, changes: readonly Change[]): Promise<readonly Code[]> {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const args = ['tests/support/changed-build.ts', into, JSON.stringify(changes)]
  await promisify(execFile)(process.execPath, args, { cwd: root, env })
  return JSON.parse(await readFile(`${into}.json`, 'utf8')) as Code[]
}

/** The files of a build of the app, without the compressed copies, the stamp, and the page that is built by itself. */
async function filesOf(from: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(from, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() && !/\.(?:br|gz|stamp)$|^shared-calendar\./.test(entry.name)
      ? [join(entry.parentPath, entry.name)]
      : [],
  )
  return new Map(
    await Promise.all(names.map(async (name) => [name.slice(from.length + 1), await readFile(name)] as const)),
  )
}

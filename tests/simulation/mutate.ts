import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Mutant } from './mutant.ts'

const root = join(import.meta.dirname, '..', '..')
const PARTS = ['contract', 'server', 'src', 'tests/support', 'tests/simulation', 'package.json']
/** What else a test runner needs of the tree. */
const FOR_TESTS = [
  'vitest.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  'locales',
  'tests/sync',
  'tests/api',
  'tests/attacks',
]

export type Hunted = { readonly caught: boolean; readonly seeds: number; readonly output: string }

/** The file's text with the fault in it; throws unless the original text occurs exactly once. */
export async function mutated(mutant: Mutant): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { file, from, to } of mutant.changes) {
    const text = texts.get(file) ?? (await readFile(join(root, file), 'utf8'))
    if (text.split(from).length !== 2) throw new Error(`“${mutant.name}” no longer fits ${file}: write it anew`)
    texts.set(
      file,
      text.replace(from, () => to),
    )
  }
  return texts
}

/** A copy of the tree with the fault in it, in a folder that the caller deletes. */
export async function copyWith(mutant: Mutant): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bedside-mutant-'))
  for (const part of PARTS) await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of await mutated(mutant)) await writeFile(join(folder, file), text)
  return folder
}

/**
 * Runs programs in a copy of the tree with the fault until one breaks, for at most so many seeds or seconds; or runs
 * the test that must find it.
 */
export async function hunt(
  mutant: Mutant,
  serverUrl: string,
  most: { readonly seeds: number; readonly seconds: number },
): Promise<Hunted> {
  const folder = await copyWith(mutant)
  try {
    if (mutant.by) return await byTest(folder, mutant.name, mutant.by)
    const limits = [
      '--seeds',
      String(most.seeds),
      '--seconds',
      String(most.seconds),
      ...(mutant.sql ? ['--sql', mutant.sql] : []),
    ]
    const { code, output } = await run(folder, [
      join('tests', 'simulation', 'main.ts'),
      '--postgres',
      serverUrl,
      ...limits,
    ])
    if (code !== 0 && code !== BROKEN) throw new Error(`“${mutant.name}” does not run:\n${output}`)
    return {
      caught: code === BROKEN,
      seeds: output.split('\n').filter((line) => line.startsWith('seed ')).length,
      output,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Only a test that ran and failed has found the fault; one that could not run has not. */
async function byTest(folder: string, name: string, test: string): Promise<Hunted> {
  for (const part of FOR_TESTS) await cp(join(root, part), join(folder, part), { recursive: true })
  const { code, output } = await run(folder, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', test])
  const failed = /^ *Tests .*?(\d+) failed/m.exec(stripVTControlCharacters(output))
  if (code !== 0 && !failed) throw new Error(`“${name}” does not run:\n${output}`)
  return { caught: failed !== null, seeds: 1, output }
}

/** The exit code of `main.ts` for a broken promise; anything else except 0 is a fault of the run itself. */
export const BROKEN = 3

function run(folder: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  // a runner inside a runner must not see the outer one
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, output })))
}

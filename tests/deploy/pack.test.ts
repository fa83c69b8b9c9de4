import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../../tools/run/build.ts'
import { importsOf, packagesFor } from '../../tools/pack/packages.ts'
import { freePort } from '../support/server-process.ts'

/**
 * The steps of the Dockerfile in a plain folder: built, packed, and run from there, without the rest of the project.
 */
let above: string
let folder: string
let child: ChildProcess | null = null
beforeAll(async () => {
  if ((await build()) !== 0) throw new Error('the app does not build')
  above = await mkdtemp(join(tmpdir(), 'bedside-packed-'))
  folder = join(above, 'app')
  // as a tarball, which another machine unpacks
  const run = promisify(execFile)
  await run(process.execPath, ['tools/pack/main.ts', join(above, 'bedside.tgz')])
  await mkdir(folder)
  await run('tar', ['-xzf', join(above, 'bedside.tgz'), '-C', folder, '--strip-components=1'])
}, 300_000)
afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(above, { recursive: true, force: true })
})

test('it contains nothing that builds or tests, and no secret', async () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  const there = Object.keys(lock.packages).filter((each) => each !== '' && existsSync(join(folder, each)))
  expect(there.filter((each) => lock.packages[each]!.dev)).toEqual([])
  expect(there.length).toBeGreaterThan(100)
  const names = await readdir(folder, { recursive: true })
  const ours = names.filter((name) => !name.startsWith('node_modules/'))
  // the server needs the words of pages that are sent without a script, and the app's tokens for the style of the
  // public pages
  const left = /\.test\.tsx?$|^tests\/|^src\/(?!ui(\/tokens\.css)?$)|^locales\/\w+\/(?!door\.po$)|^\.env|master\.key/
  expect(ours.filter((name) => left.test(name))).toEqual([])
  for (const tool of ['vite', 'typescript', 'vitest', 'oxlint', 'playwright', 'react', 'dexie'])
    expect(existsSync(join(folder, 'node_modules', tool))).toBe(false)
})

test('it starts, answers, shows the app, makes a backup with its own command, and ends on request', async () => {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    BEDSIDE_DEMO: 'small',
    BEDSIDE_DATA: join(above, 'data'),
    BEDSIDE_LOG: 'error',
  }
  const started = spawn(process.execPath, ['run.mjs', 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let output = ''
  started.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
  for (let n = 0; n < 1200 && !output.includes('Bedside is ready') && started.exitCode === null; n++) await sleep(100)
  expect(output).toContain('Bedside is ready')
  expect(output).not.toMatch(/installing dependencies|building the app/)
  const at = `http://127.0.0.1:${port}`
  const curl = (path: string) => promisify(execFile)('curl', ['-fsS', at + path])
  for (const path of ['/api/live', '/api/ready']) expect((await curl(path)).stdout).toBe('{"status":true}')
  // without a sign-in, `/` is a public page
  const home = await fetch(at)
  expect([home.status, new URL(home.url).pathname]).toEqual([200, '/tr'])
  expect((await fetch(`${at}/site.css`)).status).toBe(200)
  const page = await (await fetch(`${at}/login`)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
  expect((await fetch(at + script)).status).toBe(200)
  // papers use fonts from a package
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs', 'backup', join(above, 'backups')], {
    cwd: folder,
    env,
  })
  expect(stdout).toMatch(/\d+ rows, \d+ files/)
  started.kill('SIGTERM')
  await once(started, 'exit')
  expect(started.exitCode).toBe(0)
}, 240_000)

test('developer commands are not offered there', async () => {
  const failed = promisify(execFile)(process.execPath, ['run.mjs', 'test'], { cwd: folder })
  await expect(failed).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/knows start, migrate, backup/) })
})

test('the packages: those imported and their dependencies, the nearest of a name, optional ones if present', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { there: '1', away: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { peerDependencies: { tool: '1' }, peerDependenciesMeta: { tool: { optional: true } } },
    'node_modules/there': {},
    'node_modules/away': {},
    'node_modules/tool': { dev: true },
  }
  expect(packagesFor(['a'], packages, (its) => its.endsWith('there'))).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/there',
  ])
  expect(() => packagesFor(['tool'], packages, () => true)).toThrow('tool, which the server needs')
})

test('the imported ones: by name, scoped, dynamic, resolved; no type imports, none of Node or our own', () => {
  const source = `import pg from 'pg'
import type { X } from 'only-type'
import { a } from '@scope/name/deep.js'
import './ours.ts'
import { open } from 'node:fs'
export { b } from 'again'
const c = await import('late')
const d = require.resolve('looked-up/file.woff')`
  expect(importsOf(source)).toEqual(['pg', '@scope/name', 'again', 'late', 'looked-up'])
})

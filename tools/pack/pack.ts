import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../run/child.ts'
import { PACKED } from '../run/packed.ts'
import { postgresPackage } from '../../server/db/postgres-binaries.ts'
import { importsOf, packagesFor } from './packages.ts'

export type Packed = { readonly packages: readonly string[]; readonly files: number }

/** What an operator runs, and its documentation. */
const SOURCES = [
  'server/**/*.{ts,js,sql,json,txt,icc,csv,woff,svg,html,css}',
  'contract/**/*.{ts,json}',
  'tools/{run,migrate,backup,restore,upgrade-db,front,remove-factor,keys}/*.ts',
  // the server makes the sign-in pages with the app's words
  'locales/*/door.po',
  // the public pages use the app's tokens (server/app/site/styles.ts)
  'src/ui/tokens.css',
  'docs/{operations.md,database-logins.sql,audit-reasons.json}',
  'docs/monitoring/*',
  'deploy/{bedside.service,Caddyfile,make-secrets.sh}',
  'run.mjs',
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
]
const LEFT_OUT = /\.test\.ts$|^tools\/run\/test\.ts$/

/**
 * Copies everything a server needs into an empty folder: the built app, the server's source, and only the packages that
 * it imports, with their dependencies. The folder fits this machine's kind, since some packages contain binaries.
 */
export async function packInto(folder: string): Promise<Packed> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const names = new Set<string>([postgresPackage])
  let files = 0
  for await (const path of glob(SOURCES, { cwd: root })) {
    if (LEFT_OUT.test(path)) continue
    await cp(join(root, path), join(folder, path))
    files++
    if (path.endsWith('.ts')) for (const name of importsOf(await readFile(join(root, path), 'utf8'))) names.add(name)
  }
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock
  const packages = packagesFor(names, lock.packages, (ownDependencies) => existsSync(join(root, ownDependencies)))
  for (const ownDependencies of packages)
    await cp(join(root, ownDependencies), join(folder, ownDependencies), {
      recursive: true,
      filter: (path) => !isNested(path, ownDependencies),
    })
  await describe(folder, names)
  return { packages, files }
}

/** The part of npm's lockfile that is read here. */
type Lock = { readonly packages: Parameters<typeof packagesFor>[1] }

/** Nested packages are copied by themselves, or not at all. */
const isNested = (path: string, ownDependencies: string) =>
  path.slice(join(root, ownDependencies).length).includes('/node_modules')

/** A package.json with the same name and version, without tools and without anything to install. */
async function describe(folder: string, names: ReadonlySet<string>) {
  const { name, version, type, license, dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string> & Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  const ownDependencies = Object.entries({ ...dependencies, ...optionalDependencies }).filter(([each]) =>
    names.has(each),
  )
  const commands = ['start', 'migrate', 'backup', 'restore', 'upgrade-db', 'remove-factor', 'keys']
  const packed = {
    name,
    version,
    type,
    private: true,
    license,
    scripts: Object.fromEntries(commands.map((each) => [each, `exec node run.mjs ${each}`])),
    dependencies: Object.fromEntries(ownDependencies),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  await writeFile(join(folder, PACKED), `${process.platform}-${process.arch}\n`)
}

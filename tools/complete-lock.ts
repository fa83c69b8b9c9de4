import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

/**
 * `node tools/complete-lock.ts` after every `npm install`: a registry mirror may not carry the binaries of other systems;
 * npm then leaves them out of the lockfile, and `npm ci` refuses it everywhere. Gives each its entry (name, exact version,
 * system), which is all that npm needs to pass it by. Answers what was missing.
 */
export function completeLock(packages: Packages): string[] {
  const missing: string[] = []
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const system = systemOf(name)
      if (!isExact(version) || !system || isLocked(packages, path, name, version)) continue
      const place = `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`
      packages[place] = { version, ...(entry.dev && { dev: true }), optional: true, ...system }
      missing.push(place)
    }
  }
  return missing
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Names of binary packages contain their system: @rolldown/binding-linux-arm64-gnu. */
function systemOf(name: string) {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system) || words.includes(`${system}musl`))
  const cpu = processors.filter((processor) => words.includes(processor))
  return (os.length > 0 || cpu.length > 0) && { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }) }
}

const isExact = (version: string) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)

/** Looks as Node does: in the package's own node_modules, then in each one above. */
function isLocked(packages: Packages, from: string, name: string, version: string): boolean {
  const here = packages[`${from && `${from}/`}node_modules/${name}`]
  if (here) return here.version === version
  if (from === '') return false
  return isLocked(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name, version)
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages } // npm's own format, version 3
  const missing = completeLock(lock.packages)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} entries added`)
}

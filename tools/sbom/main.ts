import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { licencesOf, type Locked } from '../licences/licences.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * `npm run sbom [-- <file>]`: writes the components of Bedside as CycloneDX 1.5, made by npm itself from
 * package-lock.json, into `bedside.cdx.json` or the named file. In addition to npm's components it lists this machine's
 * Node. Exit code 1 if npm fails.
 */
async function main([file = 'bedside.cdx.json', ...more]: readonly string[]): Promise<number> {
  if (more.length > 0) return giveUp('npm run sbom -- <file>')
  const made = await promisify(execFile)('npm', NPM, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: Error & { stderr?: string }) => giveUp(`npm made no SBOM: ${error.stderr || error.message}`),
  )
  if (typeof made === 'number') return made
  const bom = completed(JSON.parse(made.stdout) as Bom) // npm's own form, of this command
  writeFileSync(resolve(root, file), `${JSON.stringify(bom, null, 2)}\n`)
  process.stdout.write(`bedside: ${bom.components.length} components in ${file}\n`)
  return 0
}

const NPM = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']

/** With Bedside's own name, which npm takes of the folder, the runtime, and licences that the lockfile does not say. */
function completed(bom: Bom): Bom {
  const { name, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock // npm's form, version 3
  const known = new Map(licencesOf(packages).map((its) => [`${its.name}@${its.version}`, its.licence]))
  const { node } = process.versions
  const runtime = {
    'bom-ref': `node@${node}`,
    type: 'platform',
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
  }
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } },
    components: [...bom.components.map((its) => withLicence(its, known.get(`${its.name}@${its.version}`))), runtime],
  }
}

const withLicence = (its: Component, licence: string | null | undefined): Component =>
  its.licenses || !licence ? its : { ...its, licenses: [{ license: { name: licence } }] }

type Component = {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly { readonly license: { readonly name: string } }[]
}
type Bom = { readonly metadata: { readonly component: Component }; readonly components: readonly Component[] }
type Lock = { readonly name: string; readonly packages: Readonly<Record<string, Locked>> }

function giveUp(line: string) {
  process.stderr.write(`bedside: ${line}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2))

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Component = { name: string; version: string; type: string; purl: string; licenses?: unknown; hashes?: unknown[] }

const folder = mkdtempSync(join(tmpdir(), 'bedside-sbom-'))
let bom: { bomFormat: string; specVersion: string; metadata: { component: Component }; components: Component[] }
beforeAll(() => {
  const file = join(folder, 'bom.json')
  execFileSync(process.execPath, ['tools/sbom/main.ts', file], { stdio: 'pipe' })
  bom = JSON.parse(readFileSync(file, 'utf8'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('it is CycloneDX, of Bedside itself, whatever its folder is called', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  expect(bom.metadata.component).toMatchObject({ name: 'bedside', version, type: 'application' })
})

test('it has each package of package.json in its version, with licence and hash; and the Node it runs on', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const wanted = Object.entries({ ...dependencies, ...devDependencies })
  for (const [name, said] of wanted) {
    // a package under another name here: `npm:typescript@5.9.3`
    const version = String(said).replace(/^npm:.*@/, '')
    const its = bom.components.find((each) => each.name === name && each.version === version)
    expect([name, Boolean(its?.licenses), its?.hashes?.length]).toEqual([name, true, 1])
  }
  expect(wanted.length).toBeGreaterThan(80)
  expect(bom.components).toContainEqual(
    expect.objectContaining({ name: 'node', type: 'platform', version: process.versions.node }),
  )
})

test('every component has a licence except Node, which is the machine’s own', () => {
  expect(bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual(['node'])
})

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Which of our files may import which (DESIGN, its chapter on the tree). The first pattern that matches a file decides;
 * tests are free within their side.
 */
const mayImport: [file: RegExp, targets: RegExp][] = [
  [/^contract\//, /^contract\//],
  [/^src\/(ui|i18n)\/.*\.test\./, /^(src|contract)\//],
  // the kit knows no domain: SPEC §9's figures, calendar arithmetic, spellings of names and phones, checksums and the
  // definition of rich text do not count as one
  [
    /^src\/ui\//,
    /^(src\/(ui|i18n)\/|contract\/(kernel\/(constants|time|(phone|identity|password|fold|name|line|rich-text)\.rules)|country\/country\.rules)\.ts)/,
  ],
  [/^src\/i18n\//, /^(src\/i18n|contract)\//],
  [/^src\/api\//, /^(src\/api|contract)\//],
  // the wrapped keys of a shared device are stored with the session, not in the database that they open
  [/^src\/db\/device-key\.ts$/, /^(src\/(db\/|api\/session-store\.ts)|contract\/)/],
  [/^src\/db\//, /^(src\/db|contract)\//],
  [/^src\/sync\//, /^(src\/(sync|db|api)|contract)\//],
  // used by every screen and part of no area; the area of a screen is a layer above
  [/^src\/screen\//, /^(src\/(screen|sync|ui|db|api|i18n)|contract)\//],
  // only the app knows many areas at once: addresses, the frame, the sync centre, screens that show parts of several
  [/^src\/areas\//, /^(src\/(areas|screen|sync|ui|db|api|i18n)|contract)\//],
  // a page of its own, which loads nothing of the app
  [/^src\/shared-calendar\//, /^(src\/shared-calendar|contract)\//],
  [/^src\/(app|sw)\//, /^(src|contract)\//],
  // tools of no area: bounded threads, names of faults, addresses, phones
  [/^server\/kernel\//, /^(server\/kernel|contract)\//],
  [/^server\/db\//, /^(server\/(kernel|db)|contract)\//],
  [/^server\/(ical|media|paper|metrics)\//, /^(server\/(kernel|db|ical|media|paper|metrics)|contract)\//],
  // what is outside of the process, each with the double for tests and demos
  [/^server\/ports\//, /^(server\/(kernel|db|ical|media|ports)|contract)\//],
  // who makes a request, and for which host: a layer below the loop that uses it
  [/^server\/identity\//, /^(server\/(kernel|db|ports|identity)|contract)\//],
  [/^server\/http\//, /^(server\/(kernel|db|media|ports|identity|metrics|http)|contract)\//],
  [/^server\/areas\//, /^(server\/(kernel|db|ical|media|paper|ports|identity|http|areas)|contract)\//],
  [/^server\/sync\//, /^(server\/(kernel|db|identity|http|sync)|contract)\//],
  [/^server\/jobs\//, /^(server\/(kernel|db|ports|identity|http|areas|jobs)|contract)\//],
  // copies database and files elsewhere and back, without regard to who may see them
  [/^server\/backup\//, /^(server\/(kernel|db|ports|backup)|contract)\//],
  // only the app knows every handler, address and job
  [/^server\/app\//, /^(server|contract)\//],
]

/**
 * Areas that may import upwards: only the sync centre can describe a change of any area in words, and these two show
 * such a description next to their own.
 */
const reachUp = new Set([
  'src/areas/membership/proposals.tsx → src/app/sync-centre/use-field-text.ts',
  'src/areas/appointment/book-refused.tsx → src/app/sync-centre/entry-actions.tsx',
])

/** Layers that an area may enter only through one file: its screens use `queries` to read and `commands` to change. */
const doors: [layer: RegExp, through: RegExp][] = [
  // the key of a shared device is not a record: signing in makes it, locking releases it
  [/^src\/db\/(device-key|held-key|kdf|pin\.rules|seal)\.ts$/, /^(queries|commands)/],
  [/^src\/db\/(?!(device-key|held-key|kdf|pin\.rules|seal)\.ts$)/, /^queries/],
  [/^src\/sync\//, /^(queries|commands)/],
  [/^src\/api\//, /^(queries|commands)/],
]
const layers = /^src\/((ui|i18n|api|db|sync|sw|screen)\/|app\/[^/]+$)/

const files = globSync('{contract,src,server}/**/*.{ts,tsx}')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const imports = files.flatMap((file) => importsOf(file).map((found) => ({ file, ...found })))
const ours = imports.filter(({ target }) => files.includes(target))
const say = ({ file, target }: { file: string; target: string }) => `${file} → ${target}`

test('the reader of imports below finds them all', () => {
  expect(ours.length).toBeGreaterThan(files.length)
  const lost = imports.filter(
    ({ target }) => /^(contract|src|server)\/.*\.tsx?$/.test(target) && !files.includes(target),
  )
  expect(lost.map(say)).toEqual([])
})

test('imports flow one way', () => {
  const side = (file: string) => file.split('/')[0]
  const wrong = ours.filter(({ file, target }) => {
    if (isTest(file)) return [side(file), side(target)].toSorted().join() === 'server,src'
    return !mayImport.find(([from]) => from.test(file))?.[1].test(target) && !reachUp.has(say({ file, target }))
  })
  expect(wrong.map(say)).toEqual([])
})

test('the contract depends on valibot only', () => {
  const wrong = imports.filter(
    ({ file, target }) => file.startsWith('contract/') && !isTest(file) && !/^(contract\/|valibot$)/.test(target),
  )
  expect(wrong.map(say)).toEqual([])
})

test('an area reads the device in its queries and changes it in its commands', () => {
  const inAreas = ours.filter(
    ({ file, isType }) => !isType && /^src\/(areas|app\/[^/]+)\//.test(file) && !layers.test(file) && !isTest(file),
  )
  const wrong = inAreas.filter(({ file, target }) =>
    doors.some(([layer, through]) => layer.test(target) && !through.test(basename(file))),
  )
  expect(wrong.map(say)).toEqual([])
})

test('only the page of routes knows screens', () => {
  const wrong = ours.filter(
    ({ file, target }) =>
      target.endsWith('-screen.tsx') && !/^src\/app\/(\w+-)?routes\.tsx$/.test(file) && !isTest(file),
  )
  expect(wrong.map(say)).toEqual([])
})

test('below the app, data never imports a view, not even a type; it may load one on demand', () => {
  const wrong = ours.filter(
    ({ file, target, isLazy }) =>
      !isLazy &&
      /^src\/(areas|screen|ui|sync|db|api|i18n)\/.*\.ts$/.test(file) &&
      target.endsWith('.tsx') &&
      !isTest(file),
  )
  expect(wrong.map(say)).toEqual([])
})

test.each([
  ['the app', 'data', /^src\/areas\/([^/]+)\/.*\.ts$/],
  ['the app', 'views', /^src\/areas\/([^/]+)\/.*\.tsx$/],
  ['the server', 'handlers', /^server\/areas\/([^/]+)\//],
])('areas of %s form no cycle in their %s: each noun is built on those below it', (_side, _layer, inArea) => {
  const areaOf = (file: string) => inArea.exec(file)?.[1]
  const edges = ours.flatMap(({ file, target }) => {
    const [from, to] = [areaOf(file), areaOf(target)]
    return from && to && from !== to && !isTest(file) ? [{ file: from, target: to }] : []
  })
  expect(edges.length).toBeGreaterThan(20)
  expect(circleIn(edges)).toEqual([])
})

test('no barrels, no cycles, no file over the limit', () => {
  expect(files.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
  expect(findCycle()).toEqual([])
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
  expect(files.filter((file) => !isTest(file) && lines(file) > 300)).toEqual([])
})

/** Files as paths from the project's root, packages by name. Type-only imports are gone at run time. */
function importsOf(file: string) {
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const found = text.matchAll(
    /^(?:(?:import|export)\s(?<type>type\s)?[^'"`;]*?from\s*|import\s*)'(?<name>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm,
  )
  return [...found].map(({ groups = {} }) => {
    const name = groups.name ?? groups.lazy ?? ''
    return {
      target: name.startsWith('.') ? join(dirname(file), name) : name,
      isType: Boolean(groups.type),
      isLazy: Boolean(groups.lazy),
    }
  })
}

/**
 * The first import cycle, from a file back to itself, types included: a reader of one of these files has to read all. A
 * lazy import closes no cycle.
 */
const findCycle = () => circleIn(ours.filter((edge) => !edge.isLazy))

function circleIn(arrows: readonly { readonly file: string; readonly target: string }[]): string[] {
  const edges = Map.groupBy(arrows, (edge) => edge.file)
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const { target } of edges.get(file) ?? []) {
      const cycle = visit(target, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  return [...edges.keys()].map((file) => visit(file, [])).find((cycle) => cycle.length > 0) ?? []
}

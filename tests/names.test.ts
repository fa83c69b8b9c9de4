import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that `docs/names.md` replaces, read from its third column, so that page and check cannot differ. */
const page = readFileSync('docs/names.md', 'utf8')
const rows = page
  .split('\n')
  .flatMap((line) => (line.startsWith('| ') && !line.startsWith('| ---') ? [line.split('|')] : []))
const namesIn = (cell = '') => [...cell.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name!)
const banned = rows.flatMap((cells) => namesIn(cells[3]))
/**
 * Some are English words too: they count only as the name of a declared thing, not in a sentence or as a property of a
 * library.
 */
const declared = (name: string) =>
  new RegExp(`\\b(?:function\\*?|const|let|type|class|interface)\\s+${name}\\b|[{,]\\s*${name}\\s*[,}]`)
const files = globSync('{contract,server,src,tests,tools}/**/*.{ts,tsx}').filter(
  (file) => file !== 'tests/names.test.ts' && !file.includes('/node_modules/'),
)

test('the page has a table of names, and each banned name has a replacement', () => {
  expect(banned.length).toBeGreaterThan(15)
  const without = rows.filter((cells) => namesIn(cells[3]).length > 0 && namesIn(cells[2]).length === 0)
  expect(without.map((cells) => cells[1])).toEqual([])
})

test('34.3: no file uses a name that docs/names.md replaces', () => {
  const found = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'/g, ' ')
    return banned
      .filter((name) =>
        isEnglish(name) ? !isTest(file) && declared(name).test(code) : new RegExp(`\\b${name}\\b`).test(code),
      )
      .filter((name) => !elsewhere.has(`${file} ${name}`))
      .map((name) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

const isEnglish = (name: string) =>
  /^(Flight|House|Visibility|around|depart|addOptimistic|houses|hurry|land|letGo|misses|owing|rush|stretch)$/.test(name)

const isTest = (file: string) => /\.(test|journey)\.tsx?$/.test(file)

/** The same word for something else. */
const elsewhere = new Set([
  // a library's icon
  'src/areas/appointment/list-head.tsx House',
  // counts of wrong PINs and of failed sends, in stored records that use this name
  'src/sync/hold.ts misses',
  'src/areas/session/unlock-form.tsx misses',
  'src/areas/kiosk/lock.ts misses',
])

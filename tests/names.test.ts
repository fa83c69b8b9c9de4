import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'
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

/** The words of the page's list, which say nothing as a name. */
const empty = [...page.matchAll(/^- `([a-z]+)`: /gm)].map(([, word]) => word!)

test('31.9: no variable, function, parameter, type or field has a name that says nothing', () => {
  expect(empty.length).toBeGreaterThan(4)
  const found = files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      emptyIn(file, readFileSync(file, 'utf8'))
        .map((name) => `${file} ${name}`)
        .filter((place) => !kept.has(place)),
    )
  expect(found).toEqual([])
})

test.each([
  ['an exported function', 'export const asked = () => 1', 'asked'],
  ['a parameter', 'export function f(a: string, said: string) {}', 'said'],
  ['a destructured parameter', 'const f = ({ a, told }: T) => a', 'told'],
  ['a renamed part', 'const { a: [heard = 1] } = b', 'heard'],
  ['a type', 'export type Asked = string', 'Asked'],
  ['a field of a type', 'type A = { readonly meant: string }', 'meant'],
  ['a parameter of a type', 'type A = (asked: string) => void', 'asked'],
])('%s is found', (_, code, name) => {
  expect(emptyIn('planted.ts', code)).toEqual([name])
})

test('a property of a value and a part of another name are not declared names', () => {
  expect(emptyIn('planted.ts', 'f({ asked: 1 }, b.said); const askedAt = c.told')).toEqual([])
})

/** The names of `empty` that a file declares. */
function emptyIn(file: string, code: string): string[] {
  const names: string[] = []
  const declare = (pattern: ESTree.BindingPattern | ESTree.ParamPattern | ESTree.BindingRestElement | null): void => {
    if (pattern?.type === 'Identifier') names.push(pattern.name)
    else if (pattern?.type === 'AssignmentPattern') declare(pattern.left)
    else if (pattern?.type === 'RestElement') declare(pattern.argument)
    else if (pattern?.type === 'ArrayPattern') pattern.elements.forEach(declare)
    else if (pattern?.type === 'ObjectPattern')
      for (const part of pattern.properties) declare(part.type === 'Property' ? part.value : part)
  }
  const declareAll = ({ params }: { readonly params: readonly ESTree.ParamPattern[] }) => params.forEach(declare)
  const declareFunction = (node: ESTree.Function) => {
    declare(node.id)
    declareAll(node)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => declare(id),
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareAll,
    TSFunctionType: declareAll,
    TSMethodSignature: declareAll,
    TSTypeAliasDeclaration: ({ id }) => declare(id),
    TSInterfaceDeclaration: ({ id }) => declare(id),
    TSPropertySignature: ({ key }) => void (key.type === 'Identifier' && names.push(key.name)),
  }).visit(parseSync(file, code).program)
  return names.filter((name) => empty.includes(name.charAt(0).toLowerCase() + name.slice(1)))
}

/** Stored, or sent to tabs of other builds. */
const kept = new Set([
  'src/api/session-store.ts told',
  'src/api/sealed-token.ts told',
  'src/sync/optimistic-change.ts meant',
])

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

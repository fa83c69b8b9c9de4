import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { cpuOf } from './support/cpu.ts'

type Pattern = { readonly place: string; readonly source: string; readonly flags: string }

const files = globSync('{contract,server,src}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))

/** Built from parts at run time, so that no reader of the source sees them whole. Each place has been reviewed. */
const MADE_OF_PARTS = [
  // a fixed number of characters, between ^ and $
  'contract/bank/bank.rules.ts',
  'contract/push/push.ts',
  // one run of joiners, after one character
  'contract/kernel/line.rules.ts',
  // up to the next > or < in a text of our own
  'server/areas/article/store.ts',
  'server/ports/files/store-s3.ts',
  'server/areas/transaction/test-page.ts',
  // the contract's own patterns, each reviewed at its definition; applied to our own texts
  'server/app/openapi/example.ts',
  // on the device, in an address of our own
  'src/areas/kiosk/kiosks-screen.tsx',
]

function patternsOf(file: string): { readonly written: Pattern[]; readonly made: string[] } {
  const text = readFileSync(file, 'utf8')
  const written: Pattern[] = []
  const made: string[] = []
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const place = `${file}:${text.slice(0, node.start).split('\n').length}`
      written.push({ place, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') made.push(file)
    },
  }).visit(parseSync(file, text).program)
  return { written, made }
}

/** By analysis: whether a text could keep the pattern busy for longer than in proportion to its length. */
const faultsOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) =>
  analyse({ source, flags }, { maxReports: 1 }).reports.map(
    ({ type, exponential }) => `${exponential ? 'exponential' : 'polynomial'} (${type})`,
  )

/**
 * By experiment, which covers what the analysis does not follow: a text that keeps the pattern busy, made of the
 * pattern's own letters and words.
 */
function heldBy({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string[] {
  const words = source.replaceAll(/\\[a-zA-Z]|[[\](){}?*+|^$.]/g, ' ').split(/\s+/)
  const seeds = new Set(
    [...words, ...words.flatMap((word) => [...word]), ' ', 'a', '0', '<', '-', '"'].map((seed) =>
      seed.replaceAll('\\', ''),
    ),
  )
  const found = [...seeds].filter(Boolean).find((seed) =>
    [24, 2000, 40_000].some((length) => {
      const text = `${seed.repeat(Math.ceil(length / seed.length))}\0`
      const isSlow = () => cpuOf(() => text.replace(new RegExp(source, flags), '')) > 50
      // a pattern that holds the processor does so each time; a collection of garbage does not
      return isSlow() && isSlow() && isSlow()
    }),
  )
  return found === undefined ? [] : [`held by ${JSON.stringify(found)}`]
}

test('the analysis and the trial detect super-linear patterns', () => {
  for (const source of ['<[^>]*>', '-+$', '^(?:a+)+$']) expect(faultsOf({ source, flags: 'g' })).toHaveLength(1)
  expect(faultsOf({ source: '^[a-z]{1,9}$', flags: 'i' })).toEqual([])
  for (const source of ['^(a|a)*$', '<C>([\\s\\S]*?)</C>'])
    expect(heldBy({ source, flags: 'g' }).length).toBeGreaterThan(0)
})

test('G9: every pattern of the contract, the server and the app runs in linear time', () => {
  const all = files.map(patternsOf)
  const written = all.flatMap((its) => its.written)
  expect(written.length).toBeGreaterThan(250)
  const slow = written.flatMap((pattern) =>
    [...faultsOf(pattern), ...heldBy(pattern)].map(
      (why) => `${pattern.place} /${pattern.source}/${pattern.flags}: ${why}`,
    ),
  )
  expect(slow).toEqual([])
  expect(all.flatMap((its) => its.made).toSorted()).toEqual(MADE_OF_PARTS.toSorted())
})

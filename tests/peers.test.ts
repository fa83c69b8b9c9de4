import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionsOf } from '../tools/bench/peers/options.ts'
import { PEERS } from '../tools/bench/peers/peers.ts'
import { plot } from '../tools/bench/peers/plot.ts'
import { summary, type Sample } from '../tools/bench/peers/samples.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies } = read('tools/peers/package.json') as { dependencies: Record<string, string> }

test('the peers that Bedside is measured against are pinned by their own lockfile, and each named one is in it', () => {
  const { packages } = read('tools/peers/package-lock.json')
  for (const [name, version] of Object.entries(dependencies))
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version])
  expect(PEERS.flatMap((peer) => peer.packages).filter((name) => !dependencies[name])).toEqual([])
})

test('none of them is installed with the app', () => {
  const { packages } = read('package-lock.json')
  // both are built on Dexie
  const shared = Object.keys(dependencies).filter((name) => packages[`node_modules/${name}`])
  expect(shared).toEqual(['dexie'])
})

const sample = (ms: number, others: number, failed?: string): Sample => ({
  question: 'start',
  who: 'rxdb',
  ms,
  others,
  ...(failed !== undefined && { failed }),
})

test('disturbed runs are left out and counted, and so are failed ones', () => {
  const all = [sample(100, 0.02), sample(300, 0.1), sample(9000, 0.11), sample(5000, Number.NaN), sample(0, 0, 'gone')]
  expect(summary(all, 'start', 'rxdb')).toEqual({
    kept: 2,
    leftOut: 2,
    failed: 1,
    ms: { median: 100, least: 100, most: 300 },
  })
  expect(summary(all.slice(2), 'start', 'rxdb')).not.toHaveProperty('ms')
})

test.each([
  [[], true],
  [['--fifty', '--rounds', '5'], true],
  [['--visits', '500'], false],
  [['--only', 'plain'], false],
])('a run of %j may be recorded in docs/bench: %s', (args, isWhole) => {
  expect(optionsOf(args).isWhole).toBe(isWhole)
})

test('the plot has a bar for each median, the longest as long as the plot is wide', () => {
  const options = optionsOf([])
  const samples = [sample(100, 0), { ...sample(50, 0), who: 'plain' }, sample(9000, 0.5)]
  const svg = plot({ options, contestants: PEERS, samples, held: new Map() })
  const widths = [...svg.matchAll(/<rect x="200" [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([235, 470])
})

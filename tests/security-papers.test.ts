import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { callNames, rowOf } from '../contract/calls.ts'

/**
 * SECURITY.md, docs/threat-model.md, docs/inventory.md and docs/asvs.md name the tests and files that prove their
 * claims. Those must exist.
 */
const PAPERS = ['SECURITY.md', 'docs/threat-model.md', 'docs/inventory.md', 'docs/asvs.md']
const textOf = (paper: string) => readFileSync(paper, 'utf8')

test.each(PAPERS)('%s names files that exist', (paper) => {
  const named = [
    ...textOf(paper).matchAll(/`((?:server|contract|src|tests|tools|docs)\/[\w./-]+|[\w.-]+\.(?:md|json|mjs|ts))`/g),
  ]
  const files = [...new Set(named.map(([, file]) => file!))].filter((file) => file !== MADE_BY_SBOM)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(files.length).toBeGreaterThan(2)
})
const MADE_BY_SBOM = 'bedside.cdx.json'

test.each(PAPERS)('%s links to existing papers and headings', (paper) => {
  const links = [...textOf(paper).matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, to = '', heading]) => {
    const target = to ? join(dirname(paper), to) : paper
    return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading))
  })
  expect(broken.map(([link]) => link)).toEqual([])
  expect(links.length).toBeGreaterThan(0)
})

/** As code hosts make anchors of headings. */
const headingsOf = (paper: string) =>
  [...textOf(paper).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(PAPERS)('%s names existing decisions', (paper) => {
  const decisions = readdirSync('docs/decisions').map((file) => file.slice(0, 4))
  const named = [...textOf(paper).matchAll(/\b00\d\d\b/g)].map(([number]) => number)
  expect(named.filter((number) => !decisions.includes(number))).toEqual([])
})

/**
 * ASVS 5.0.0: for each section, how many requirements are of level 1, followed by how many are of level 2. Those of
 * level 3 come last in each section.
 */
const SECTIONS = `
1.1:0+2 1.2:5+4 1.3:2+9 1.4:0+3 1.5:1+1 2.1:1+2 2.2:2+1 2.3:1+3 2.4:0+1 3.2:2+0 3.3:1+3 3.4:2+4 3.5:3+2 3.7:0+2 4.1:1+2 4.2:0+1 4.3:0+2 4.4:1+3
5.1:0+1 5.2:2+1 5.3:2+0 5.4:0+3 6.1:1+2 6.2:8+4 6.3:2+2 6.4:2+2 6.5:0+5 6.6:0+3 6.8:0+4 7.1:0+3 7.2:4+0 7.3:0+2 7.4:2+3 7.5:0+2 7.6:0+2 8.1:1+1
8.2:2+1 8.3:1+0 8.4:0+1 9.1:3+0 9.2:1+3 10.1:0+2 10.2:0+2 10.3:0+4 10.4:5+6 10.5:0+5 10.6:0+2 10.7:0+3 11.1:0+2 11.2:0+3 11.3:2+1 11.4:1+3 11.5:0+1
11.6:0+1 12.1:1+2 12.2:2+0 12.3:0+4 13.1:0+1 13.2:0+5 13.3:0+2 13.4:1+4 14.1:0+2 14.2:1+3 14.3:1+2 15.1:1+2 15.2:1+2 15.3:1+6 16.1:0+1 16.2:0+5
16.3:0+4 16.4:0+3 16.5:0+3 17.1:0+1 17.2:0+4 17.3:0+2`
const requirements = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((each) => {
    const [section, first = '', second = ''] = each.split(/[:+]/)
    return Array.from({ length: Number(first) + Number(second) }, (_, i) => ({
      number: `V${section}.${i + 1}`,
      level: i < Number(first) ? 1 : 2,
    }))
  })

const STATES = ['met', 'partly', 'not met', 'operator', 'does not apply'] as const
const rows = [...textOf('docs/asvs.md').matchAll(/^\| (V\S+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level, asks = '', state = '', how = '']) => ({ number, level: Number(level), asks, state, how }),
)

test('every requirement of levels 1 and 2 appears once, in order and at its level: 70 and 183', () => {
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(requirements)
  expect([1, 2].map((level) => requirements.filter((each) => each.level === level).length)).toEqual([70, 183])
})

test('each has a known state and an explanation; a met one names the evidence, an unmet one says why that is accepted', () => {
  expect(rows.filter(({ state }) => !STATES.some((known) => known === state)).map(({ number }) => number)).toEqual([])
  const shows = /`[\w./-]+\/[\w./-]+`|`[\w.-]+\.\w+`|\]\(inventory\.md#|\]\(\.\.\/SECURITY\.md#|As V\d/
  expect(rows.filter(({ state, how }) => state === 'met' && !shows.test(how)).map(({ number }) => number)).toEqual([])
  expect(
    rows
      .filter(({ state, how }) => /^(partly|not met)$/.test(state) && !/\S. Accepted: .{20,}|^As V\d/.test(how))
      .map(({ number }) => number),
  ).toEqual([])
})

test('the sums above the list match it', () => {
  const text = textOf('docs/asvs.md')
  for (const state of STATES) {
    const of = (level: number) => rows.filter((row) => row.state === state && row.level === level).length
    expect(text).toContain(`| ${state} | ${of(1)} | ${of(2)} |`)
  }
})

test('ASVS V3.5.3: no GET call changes anything', () => {
  const changing = callNames.filter(
    (name) => rowOf(name).method === 'GET' && (rowOf(name).writes || rowOf(name).audits),
  )
  expect(changing).toEqual([])
})

test('ASVS V12.3.2, V4.2.1: neither certificate checks nor the strict parser are disabled', () => {
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/
  const sources = globSync('{server,tools/run}/**/*.ts').concat('run.mjs')
  expect(sources.filter((file) => off.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(sources.length).toBeGreaterThan(300)
})

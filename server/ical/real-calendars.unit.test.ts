import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { NotReadable, readCalendar } from './read.ts'

type Known = {
  readonly uid: string | null
  readonly startUTC: string
  readonly endUTC: string
  readonly allDay: boolean
  readonly busy: boolean
}
type Change = {
  readonly add: readonly Known[]
  readonly remove: readonly Omit<Known, 'uid'>[]
  readonly uid: string | null
}
type Expected = {
  readonly window: { readonly from: string; readonly to: string }
  readonly assumedZone: string
  readonly accept: 'exact' | 'either' | 'either-or-refuse' | 'no-crash'
  readonly events: readonly Known[]
  readonly alternatives?: readonly Change[]
}

const folder = join(import.meta.dirname, '../../../shared/data/ics')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ics')) : []
const expectedOf = (file: string) =>
  JSON.parse(readFileSync(join(folder, file.replace('.ics', '.expected.json')), 'utf8')) as Expected

/** The sets a reader may return for one event: the expected one, or that of a reader that interprets it differently. */
const setsFor = (uid: string | null, { events, alternatives = [] }: Expected) => {
  const wanted = events.filter((each) => each.uid === uid).map(line)
  return [
    wanted,
    ...alternatives
      .filter((each) => each.uid === uid)
      .map(({ add, remove }) => [
        ...wanted.filter((each) => !remove.some(({ startUTC, endUTC }) => each.includes(` ${startUTC} ${endUTC} `))),
        ...add.map(line),
      ]),
  ].map((each) => each.toSorted())
}

// the folder is not part of the project: without it there is nothing to compare with
describe.skipIf(files.length === 0)('calendars written by other software', () => {
  test.each(files)('%s', (file) => {
    const expected = expectedOf(file)
    const { window, assumedZone, accept } = expected
    try {
      const { occurrences } = readCalendar(readFileSync(join(folder, file)), {
        from: Date.parse(window.from),
        to: Date.parse(window.to),
        zone: assumedZone,
      })
      if (accept === 'no-crash') return
      const found = Map.groupBy(occurrences, ({ uid }) => uid)
      for (const uid of new Set([...found.keys(), ...expected.events.map((each) => each.uid)])) {
        const its = [
          ...new Set(
            (found.get(uid) ?? []).map((each) => line({ ...each, startUTC: utc(each.start), endUTC: utc(each.end) })),
          ),
        ]
        const allowed = accept === 'exact' ? setsFor(uid, { ...expected, alternatives: [] }) : setsFor(uid, expected)
        expect(allowed).toContainEqual(its.toSorted())
      }
    } catch (error) {
      if (!(error instanceof NotReadable) || accept === 'exact' || accept === 'either') throw error
    }
  })

  test('all of them, with the same result in any zone of the machine', async () => {
    const run = promisify(execFile)
    const answers = await Promise.all(
      ['America/New_York', 'Pacific/Kiritimati'].map(async (TZ) => {
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PRINT_ALL], {
          cwd: import.meta.dirname,
          env: { ...process.env, TZ },
          maxBuffer: 64_000_000,
        })
        return stdout
      }),
    )
    expect(answers[0]!.length).toBeGreaterThan(100_000)
    for (const answer of answers) expect(answer).toBe(answers[0])
  }, 60_000)
})

const line = ({ uid, startUTC, endUTC, allDay, busy }: Known) => `${uid} ${startUTC} ${endUTC} ${allDay} ${busy}`
const utc = (at: number) => new Date(at).toISOString().replace('.000', '')

const PRINT_ALL = `
import { readdirSync, readFileSync } from 'node:fs'
const { readCalendar } = await import('./read.ts')
const folder = ${JSON.stringify(folder)}
for (const file of readdirSync(folder).filter((name) => name.endsWith('.ics'))) {
  const { window, assumedZone } = JSON.parse(readFileSync(folder + '/' + file.replace('.ics', '.expected.json'), 'utf8'))
  try {
    const read = readCalendar(readFileSync(folder + '/' + file), { from: Date.parse(window.from), to: Date.parse(window.to), zone: assumedZone })
    console.log(file, JSON.stringify(read))
  } catch (error) { console.log(file, error.message) }
}`

import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { callNames, rowOf } from '../../contract/calls.ts'
import { addressOf, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { callerAt, signIn } from './lists.ts'
import { optionsOf } from './options.ts'

const CLINIC = 'kuzguncuk'
const PEOPLE = [
  { role: 'admin', host: null, door: 'admin', username: `admin@${MAIL_HOST}` },
  { role: 'clinic', host: CLINIC, door: 'admin', username: addressOf('clinic', CLINIC) },
  { role: 'doctor', host: CLINIC, door: 'doctor', username: addressOf('doctor', CLINIC) },
  { role: 'patient', host: CLINIC, door: 'patient', username: addressOf('patient', CLINIC) },
] as const

/**
 * A statement that took longer than the tour allows in every round, with the shortest of its times as PostgreSQL logged
 * it, and its plan.
 */
type Slow = { readonly ms: number; readonly statement: string; readonly plan: string }
/** `scans`: how often it was read since the tour began. A unique index also guards, and a tour writes nothing. */
type IndexUse = {
  readonly table: string
  readonly index: string
  readonly scans: number
  readonly bytes: number
  readonly unique: boolean
}
type Tour = {
  readonly requestCount: number
  readonly refused: number
  readonly slow: readonly Slow[]
  readonly indexes: readonly IndexUse[]
}

/**
 * Every call that reads, by every role that may make it, as it comes with nothing chosen and with each of its choices, and each role's first fill.
 * PostgreSQL itself says which statements took longer than `most` ms (auto_explain, on the clock of the statement, not of the caller).
 */
export async function tour(server: TestServer, most: number): Promise<Tour> {
  const [place] = await server.sql<{ data_directory: string }>('show data_directory')
  const log = join(dirname(place!.data_directory), 'postgres.log')
  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': most,
    'auto_explain.log_analyze': 'off',
    'auto_explain.log_nested_statements': 'on',
  }
  for (const [name, value] of Object.entries(settings)) await server.sql(`alter system set ${name} = ${value}`)
  await server.sql('select pg_reload_conf()')
  await server.sql('vacuum (analyze)')
  await server.sql('select pg_stat_reset()')
  // connections opened earlier do not have the setting
  await server.stop()
  await server.start()
  let [requestCount, refused] = [0, 0]
  const slow: Slow[] = []
  /**
   * Repeats slow requests: what takes long in every round is caused by the statement, what does so once by the machine.
   */
  const ask = async (send: () => Promise<unknown>) => {
    requestCount++
    const rounds: (readonly Slow[])[] = []
    do {
      const { size } = await stat(log)
      await send().catch(() => refused++)
      rounds.push(slowIn((await readFile(log)).subarray(size).toString(), most))
    } while (rounds.at(-1)!.length > 0 && rounds.length < ROUNDS)
    slow.push(...inEach(rounds))
  }
  for (const { role, host, door, username } of PEOPLE) {
    const call = callerAt(server, host)
    const headers = await signIn(call, door, username)
    for (const name of callNames) {
      const row = rowOf(name)
      if (row.writes || row.audits || row.roles === 'anyone' || !row.roles.includes(role)) continue
      for (const input of inputsOf(row.input)) {
        const query = row.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
        const body = row.method === 'GET' ? null : { ...(row.action && { action: row.action }), ...input }
        await ask(() => call(row.path + (query === '?' ? '' : query), body, headers))
      }
    }
    await ask(() => call('/api/sync', null, headers))
  }
  // statistics are reported when a session ends
  await server.stop()
  const indexes = await server.sql<IndexUse>(USE)
  await server.start()
  return { requestCount, refused, slow: slow.toSorted((a, b) => b.ms - a.ms), indexes }
}

const ROUNDS = 3

/** The statements that were slow in every round, each with its shortest time. */
function inEach([first = [], ...others]: readonly (readonly Slow[])[]): readonly Slow[] {
  const least = new Map<string, Slow>()
  for (const one of first) if (one.ms < (least.get(kindOf(one))?.ms ?? Infinity)) least.set(kindOf(one), one)
  for (const round of others)
    for (const [kind, one] of least) {
      const again = round.filter((each) => kindOf(each) === kind).toSorted((a, b) => a.ms - b.ms)[0]
      if (!again) least.delete(kind)
      else if (again.ms < one.ms) least.set(kind, again)
    }
  return [...least.values()]
}
/** A statement without its parameter values. */
const kindOf = ({ statement }: Slow) => statement.replace(/ Query Parameters: .*/, '')

/**
 * An empty input, then each field with a closed list of words by itself. Inputs that need more, such as an id, are not
 * part of the tour.
 */
function inputsOf(schema: v.GenericSchema): readonly Record<string, unknown>[] {
  if (!v.safeParse(schema, {}).success) return []
  const entries = 'entries' in schema ? (schema.entries as Readonly<Record<string, unknown>>) : {}
  const chosen = Object.entries(entries).flatMap(([name, field]) =>
    optionsOf(field).map((option) => ({ [name]: option })),
  )
  return [{}, ...chosen.filter((input) => v.safeParse(schema, input).success)]
}

/** The lines of `auto_explain`: one with the duration, and the indented ones below it. */
function slowIn(log: string, most: number): readonly Slow[] {
  return log
    .split(/^(?=\S)/m)
    .flatMap((entry) => {
      const [, ms, rest = ''] = /duration: ([\d.]+) ms {2}plan:\n([\s\S]*)/.exec(entry) ?? []
      const at = rest.search(/^\t?[A-Z][\w ]+ {2}\(cost=/m)
      return ms && Number(ms) >= most
        ? [{ ms: Number(ms), statement: flat(rest.slice(0, at)), plan: rest.slice(at) }]
        : []
    })
    .toSorted((a, b) => b.ms - a.ms)
}
const flat = (text: string) => text.replace('Query Text:', '').replaceAll(/\s+/g, ' ').trim()

const USE = `select s.relname as table, s.indexrelname as index, s.idx_scan::float8 as scans, pg_relation_size(s.indexrelid)::float8 as bytes,
    i.indisunique as unique
  from pg_stat_user_indexes s join pg_index i using (indexrelid) order by s.relname, s.indexrelname`

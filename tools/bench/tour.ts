import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { callNames, rowOf } from '../../contract/calls.ts'
import { addressOf, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { callerAt, signIn } from './lists.ts'

const CLINIC = 'kuzguncuk'
const PEOPLE = [
  { role: 'admin', host: null, door: 'admin', username: `admin@${MAIL_HOST}` },
  { role: 'clinic', host: CLINIC, door: 'admin', username: addressOf('clinic', CLINIC) },
  { role: 'doctor', host: CLINIC, door: 'doctor', username: addressOf('doctor', CLINIC) },
  { role: 'patient', host: CLINIC, door: 'patient', username: addressOf('patient', CLINIC) },
] as const

/** A statement that took longer than the tour allows, as PostgreSQL wrote it down itself, with its plan. */
type Slow = { readonly ms: number; readonly statement: string; readonly plan: string }
/** `scans`: how often it was read since the tour began; a unique one also guards, and a tour writes nothing. */
type IndexUse = {
  readonly table: string
  readonly index: string
  readonly scans: number
  readonly bytes: number
  readonly unique: boolean
}
type Tour = {
  readonly asked: number
  readonly refused: number
  readonly slow: readonly Slow[]
  readonly indexes: readonly IndexUse[]
}

/**
 * Every call that reads, by every role that may make it, as it comes with nothing chosen and with each of its choices, and each role's first fill.
 * PostgreSQL itself says which statements took longer than `most` ms (auto_explain, on the clock of the statement, not of the caller).
 */
export async function tour(house: TestServer, most: number): Promise<Tour> {
  const [place] = await house.sql<{ data_directory: string }>('show data_directory')
  const log = join(dirname(place!.data_directory), 'postgres.log')
  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': most,
    'auto_explain.log_analyze': 'off',
    'auto_explain.log_nested_statements': 'on',
  }
  for (const [name, value] of Object.entries(settings)) await house.sql(`alter system set ${name} = ${value}`)
  await house.sql('select pg_reload_conf()')
  await house.sql('vacuum (analyze)')
  await house.sql('select pg_stat_reset()')
  const from = (await readFile(log)).length
  // connections of before know nothing of it
  await house.stop()
  await house.start()
  let [asked, refused] = [0, 0]
  for (const { role, host, door, username } of PEOPLE) {
    const call = callerAt(house, host)
    const headers = await signIn(call, door, username)
    for (const name of callNames) {
      const row = rowOf(name)
      if (row.writes || row.audits || row.roles === 'anyone' || !row.roles.includes(role)) continue
      for (const input of inputsOf(row.input)) {
        const query = row.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
        const body = row.method === 'GET' ? null : { ...(row.action && { action: row.action }), ...input }
        asked++
        await call(row.path + (query === '?' ? '' : query), body, headers).catch(() => refused++)
      }
    }
    asked++
    await call('/api/sync', null, headers)
  }
  // what was counted is told when a session ends
  await house.stop()
  const slow = slowIn((await readFile(log)).subarray(from).toString(), most)
  const indexes = await house.sql<IndexUse>(USE)
  await house.start()
  return { asked, refused, slow, indexes }
}

/** Nothing chosen; then each field alone that is one of a few words. An input that wants more than that is not of a tour: it has an id. */
function inputsOf(schema: v.GenericSchema): readonly Record<string, unknown>[] {
  if (!v.safeParse(schema, {}).success) return []
  const entries = 'entries' in schema ? (schema.entries as Readonly<Record<string, unknown>>) : {}
  const chosen = Object.entries(entries).flatMap(([name, field]) =>
    optionsOf(field).map((option) => ({ [name]: option })),
  )
  return [{}, ...chosen.filter((input) => v.safeParse(schema, input).success)]
}

/** The words of a picklist, however it is wrapped. */
function optionsOf(field: unknown): readonly unknown[] {
  if (typeof field !== 'object' || field === null) return []
  if ('options' in field && Array.isArray(field.options))
    return field.options.flatMap((option: unknown) => (typeof option === 'object' ? optionsOf(option) : [option]))
  if ('wrapped' in field) return optionsOf(field.wrapped)
  if ('pipe' in field && Array.isArray(field.pipe)) return optionsOf(field.pipe[0])
  return []
}

/** The lines of `auto_explain`: one that says how long, and those that are set in below it. */
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

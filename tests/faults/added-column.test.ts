import { afterAll, beforeAll, expect, test } from 'vitest'
import { tables } from '../../contract/tables.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** Issue 29.6: the next build has migrated while this one still runs. */
let server: TestServer
let desk: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

const AT_ONCE = 24
const inParallel = async (ask: () => Promise<number>) =>
  [...new Set(await Promise.all(Array.from({ length: AT_ONCE }, ask)))].toSorted()

test('columns added to every table break no pull, list or change of a process that started before', async () => {
  const { people, clinics, slot, visit } = server.world
  const { doctorKuzey, patientKuzey } = people
  const ids = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => visit(doctorKuzey.id, patientKuzey.id, clinics.kuzey, slot(3 + n, 0))),
  )
  const pull = () => desk.request('GET', '/api/sync').then(({ status }) => status)
  const list = () => desk.call('appointment.list', { limit: 50 }).then(({ status }) => status)
  let n = 0
  const note = () =>
    desk.call('appointment.update', { id: ids[n++ % AT_ONCE]!, note: `the ${n}th` }).then(({ status }) => status)
  // every connection of every lane has its statements prepared
  for (const act of [pull, list, note]) expect(await inParallel(act)).toEqual([200])
  for (const table of Object.keys(tables)) await addField(table)
  for (const act of [pull, list, note]) expect(await inParallel(act)).toEqual([200])
})

/** Adds a field as a migration does: a column, also in the view through which rows are read. */
async function addField(table: string) {
  await server.pool.query(`alter table ${table} add column of_next_build text`)
  const { rows } = await server.pool.query<{ text: string; options: string[] | null }>(
    'select pg_get_viewdef(oid) as text, reloptions as options from pg_class where relname = $1',
    [`${table}_row`],
  )
  const { text, options } = rows[0]!
  const given = options ? `with (${options.join(', ')})` : ''
  await server.pool.query(
    `create or replace view ${table}_row ${given} as select v.*, null::text as of_next_build from (${text.replace(/;\s*$/, '')}) v`,
  )
}

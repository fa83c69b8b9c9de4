import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNextFree } from '../../server/jobs/count-next-free.ts'
import { addClinics } from '../support/many-clinics.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { statementsOf } from '../support/statements.ts'

/**
 * How much a public page reads from the database, with few doctors and with a hundred times as many (issue 35, Speed);
 * and how many bytes it sends.
 */
const [FEW, MANY] = [40, 4000]
let server: TestServer
let few: Awaited<ReturnType<typeof figures>>
let many: typeof few
beforeAll(async () => {
  server = await startServer({ limits: { spend: async () => 0, take: async () => ({ giveBack: async () => {} }) } })
  await grow(0, FEW)
  few = await figures()
  await grow(FEW, MANY)
  many = await figures()
}, 480_000)
afterAll(() => server.stop())

async function grow(from: number, until: number) {
  await addClinics((text, values) => server.pool.query(text, values), from, until, server.clock.now)
  await countNextFree(server.deps)
  // what reading costs does not depend on who counted: the job would take minutes for all of them
  await server.pool.query(
    `insert into site_next_free select d.id, n.counted_at, n.times from site_doctor d,
            (select counted_at, times from site_next_free where times <> '[]' limit 1) n on conflict do nothing`,
  )
  await server.watch.query('vacuum analyze')
}

const listOf = (type: string, sort: string) =>
  `select site_doctor_list(null, null, null, null, null, null, null, ${type}, ${sort}, '${new Date(server.clock.now).toISOString()}', 0, 24)`
const pathOf = (list: string, id: string) => `/en/${list}/x-${id.slice(-12)}`

async function figures() {
  const { people } = server.world
  return {
    doctor: await blocksOf(`select site_doctor_page(null, '${people.doctorKuzey.id.slice(-12)}', '2026-01-01')`),
    picture: await blocksOf(`select * from site_picture('${people.doctorKuzey.id}')`),
    list: await blocksOf(listOf('null', 'null')),
    byPrice: await blocksOf(listOf("'physical'", "'price'")),
    soonest: await blocksOf(listOf('null', "'soonest'")),
    statements: await statementsOn('/en/doctors'),
  }
}

/**
 * Pages of 8 kB that a statement reads, with everything it calls. Measured at the second run: the first also reads the
 * catalogue.
 */
async function blocksOf(text: string): Promise<number> {
  const explain = async () => {
    const { rows } = await server.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
    )
    const { Plan } = rows[0]!['QUERY PLAN'][0]
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
  }
  await explain()
  return explain()
}

/** Statements without a cached page, and with one. */
async function statementsOn(url: string) {
  await server.pool.query('update branch set online_calls = online_calls')
  const count = async () =>
    (await statementsOf(() => server.app.inject({ method: 'GET', url }))).filter(({ text }) => text.includes('site_'))
      .length
  return [await count(), await count()]
}

test('a doctor’s page and a picture read as much with 4,000 doctors as with 40', () => {
  expect(few.doctor).toBeLessThan(120)
  expect(many.doctor).toBeLessThanOrEqual(few.doctor * 1.5)
  expect(many.picture).toBeLessThanOrEqual(few.picture * 1.5)
})

test('a list is read once per published version and minute: four statements then, one from there on', () => {
  expect([few.statements, many.statements]).toEqual([
    [4, 1],
    [4, 1],
  ])
  // the list sorts its doctors by name: it reads some five database pages for each doctor that it shows, and the rows
  // of all
  expect(many.list / few.list).toBeLessThan(40)
  // a list by price reads the hours of all besides, once
  expect(many.byPrice / few.byPrice).toBeLessThan(40)
  // and one by the next free time the counted times of all
  expect(many.soonest / few.soonest).toBeLessThan(40)
})

test.each([
  ['home', () => '/de'],
  ['a list', () => '/de/doctors'],
  ['a doctor', () => pathOf('doctors', server.world.people.doctorKuzey.id)],
])('HTML and CSS of %s are at most 40 kB', async (_, of) => {
  const size = async (url: string): Promise<number> => {
    const { headers, rawPayload, statusCode } = await server.app.inject({
      method: 'GET',
      url,
      headers: { 'accept-encoding': 'br' },
    })
    if (statusCode === 301) return size(String(headers['location']))
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'br'])
    return rawPayload.length
  }
  expect((await size(of())) + (await size('/site.css'))).toBeLessThan(40_000)
})

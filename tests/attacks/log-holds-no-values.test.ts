import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { newId } from '../../contract/kernel/id.ts'
import { guarded } from '../../server/kernel/guarded.ts'
import { createApp } from '../../server/app/create-app.ts'
import { createLog } from '../../server/app/log.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** TRUST D15: whatever fails, the log says where and of which kind, but never a value of the row. */
const SECRET = 'Zümrüd-4711Q'
/** It contains a letter that no request id or time can contain. */
const PLAIN = '4711Q'
let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
let written = ''
const log = createLog(
  'trace',
  new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  }),
)

beforeAll(async () => {
  server = await startServer()
  app = await createApp({ ...server.deps, log }, { log, trustProxy: [], dist: null })
  app.get('/api/throws/:way', (request) => {
    throw WAYS[(request.params as { way: keyof typeof WAYS }).way]()
  })
  app.get('/api/streams', (_request, reply) => reply.send(Readable.from(broken())))
  await app.ready()
  const { people, clinics, visit, slot } = server.world
  await server.pool.query('update person set name = $2 where id = $1', [people.doctorKuzey.id, SECRET])
  await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(-3, 0), { status: 'completed' })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
beforeEach(async () => {
  await server.pool.query(
    'alter table patient_note drop constraint if exists tried; drop index if exists tried; drop function if exists tried() cascade',
  )
  written = ''
})

/** Errors whose own text quotes the rejected value. */
const WAYS = {
  json: () => caught(() => JSON.parse(`{"name": ${SECRET}`)),
  valibot: () => caught(() => v.parse(v.picklist(['a']), SECRET)),
  url: () => caught(() => new URL(`${SECRET}`)),
  date: () => caught(() => new Intl.DateTimeFormat('en', { timeZone: SECRET })),
  cause: () => new Error('outer', { cause: new Error(SECRET, { cause: { detail: SECRET } }) }),
  aggregate: () => new AggregateError([new Error(SECRET)], SECRET),
  named: () => Object.assign(new Error('x'), { name: SECRET, code: SECRET, table: SECRET, constraint: SECRET }),
  lines: () => new Error(`one\n    at ${SECRET} (/a/${PLAIN}.ts:1:1)\ntwo`),
  string: () => SECRET as unknown as Error,
  object: () => ({ message: SECRET, detail: SECRET }) as unknown as Error,
} satisfies Record<string, () => Error>
function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it went well')
}
async function* broken() {
  yield 'x'
  throw new Error(SECRET)
}

/**
 * How a failing statement quotes the row: message, detail, hint, context, parameters. The note itself is encrypted; its
 * author is not.
 */
const FAULTS: Readonly<Record<string, string>> = {
  'a check': `alter table patient_note add constraint tried check (author_name not like '%${PLAIN}%') not valid`,
  'a cast': `create function tried() returns trigger language plpgsql as $$ begin perform new.author_name::uuid; return new; end $$`,
  'a number': `create function tried() returns trigger language plpgsql as $$ begin perform (length(new.author_name) * 1000000)::smallint, new.author_name::numeric(3); return new; end $$`,
  'all of it': `create function tried() returns trigger language plpgsql as $$ begin
     raise exception 'no %', new.author_name using detail = new.author_name, hint = new.author_name, column = new.author_name, constraint = new.author_name, table = new.author_name, errcode = 'P0001'; end $$`,
}

const asDesk = async () => (await server.as('doctorKuzey')).headers
const write = async (batch: boolean) => {
  const input = { id: newId(), patientId: server.world.people.patientKuzey.id, text: SECRET }
  return app.inject({
    method: 'POST',
    url: batch ? '/api/batch' : `/api/patient/addnote`,
    headers: { ...(await asDesk()), 'idempotency-key': newId() },
    payload: batch
      ? {
          calls: [
            {
              call: 'patient.addNote',
              key: newId(),
              base: null,
              madeAt: new Date(server.clock.now).toISOString(),
              input,
            },
          ],
        }
      : input,
  })
}

test.each(Object.entries(FAULTS).flatMap(([what, sql]) => [true, false].map((batch) => [what, batch, sql] as const)))(
  'the database fails with %s (in a batch: %s)',
  async (_what, batch, sql) => {
    await server.pool.query(sql)
    if (sql.includes('function'))
      await server.pool.query(
        'create trigger tried before insert on patient_note for each row execute function tried()',
      )
    const { statusCode, body } = await write(batch)
    expect([statusCode, body.includes(batch ? '"status":500' : 'server_error')]).toEqual([batch ? 200 : 500, true])
    expect(body).not.toContain(PLAIN)
    expect(written).toContain('"level":50')
    expect(written).toMatch(/"code":"\w{5}"/)
    expect(written).not.toContain(PLAIN)
  },
)

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('a handler throws: %s', async (way) => {
  const { statusCode, body } = await app.inject({ url: `/api/throws/${way}` })
  expect(statusCode).toBe(500)
  expect(written).toContain('"level":50')
  expect(body + written).not.toContain(PLAIN)
})

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  'a job fails, and a library logs as it pleases: %s',
  async (way) => {
    const error = WAYS[way]()
    await guarded(log, 'tried', () => Promise.reject(error))
    if (error instanceof Error) {
      log.error(error)
      log.error(error, error.message)
      log.error({ error, reason: error }, `failed: ${error.message}`)
      log.error({ err: error })
      log.error({ nested: error }, 'failed')
    }
    expect(written).toContain('"level":50')
    expect(written).not.toContain(PLAIN)
  },
)

test('a duplicate key, whose detail quotes it', async () => {
  const { people } = server.world
  await server.pool.query(`create unique index tried on patient_note (author_name) where author_name like '%${PLAIN}%'`)
  const note = `insert into patient_note (id, patient_id, author_id, author_name, text) select gen_random_uuid(), $1, $1, $2, $2 from generate_series(1, 2)`
  await guarded(log, 'tried', () => server.pool.query(note, [people.patientKuzey.id, SECRET]))
  expect(written).toContain('"constraint":"tried"')
  expect(written).not.toContain(PLAIN)
})

test('a reply is cut off halfway', async () => {
  await app.inject({ url: '/api/streams' }).catch(() => null)
  expect(written).not.toContain(PLAIN)
})

test('no line contains a request’s address, which may name a person', async () => {
  await app.inject({ url: `/api/nothing/${SECRET}?name=${SECRET}` })
  log.info({ req: { url: SECRET }, res: { url: SECRET } }, 'a library')
  expect(written).toContain('"level":30')
  expect(written).not.toContain(PLAIN)
})

test('issue 38.10: a request’s line has the number of bytes sent, and its id once', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answers = [await fetch(`${address}/api/session`), await fetch(`${address}/api/health`)]
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  await expect.poll(() => written.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBe(2)
  for (const [i, line] of written
    .split('\n')
    .filter((each) => each.includes('"msg":"request"'))
    .entries()) {
    const { id, bytes, route, status } = JSON.parse(line) as Record<string, unknown>
    expect(line.split(String(id)).length).toBe(2)
    expect([typeof route, status]).toEqual(['string', answers[i]!.status])
    // the head comes before the body
    expect(Number(bytes)).toBeGreaterThan(bodies[i]!.length + 100)
    expect(Number(bytes)).toBeLessThan(bodies[i]!.length + 4000)
  }
})

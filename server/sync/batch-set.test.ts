import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '../../contract/calls.ts'
import { callNames, rowOf } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { BatchAnswer, BatchCall } from '../../contract/sync/sync.ts'
import { freshKey, startServer, type TestServer } from '../../tests/support/server.ts'
import { statementsOf } from '../../tests/support/statements.ts'
import { handlers } from '../app/handlers.ts'
import type { Handler } from '../http/handler.ts'

/**
 * Ids of visits whose edit fails through a bug of ours, before or after something is written; and of those that are
 * refused after a write.
 */
const brokenBefore = new Set<string>()
const brokenAfter = new Set<string>()
const refusedAfter = new Set<string>()
const edit = handlers['appointment.update'] as Handler<'appointment.update'>

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    handlers: {
      ...handlers,
      'appointment.update': async (input, ctx) => {
        if (brokenBefore.has(input.id)) throw new TypeError('a fault of ours')
        const done = await edit(input, ctx)
        if (brokenAfter.has(input.id)) await ctx.db.query('select 1 / 0')
        if (refusedAfter.has(input.id)) return ctx.refuse('permission_denied')
        return done
      },
    },
  })
})
afterAll(() => server.stop())

const queued = (call: CallName, input: object, more: Partial<BatchCall> = {}): BatchCall => ({
  call,
  key: freshKey(),
  base: null,
  madeAt: new Date(server.clock.now).toISOString(),
  input,
  ...more,
})
const note = (id: string, text: string, more: Partial<BatchCall> = {}) =>
  queued('appointment.update', { id, note: text }, more)
const send = async (calls: readonly BatchCall[]) => {
  const doctor = await server.as('doctorKuzey', 'kuzey.localhost')
  const { status, body } = await doctor.request('POST', '/api/batch', { calls })
  expect(status).toBe(200)
  return body['answers'] as readonly BatchAnswer[]
}
let days = 0
/** So many waiting visits of today and before, in order. */
const visits = (n: number, of = server.world.people.patientKuzey.id) => {
  days++
  const { people, clinics, slot, visit } = server.world
  return Promise.all(
    Array.from({ length: n }, (_, i) =>
      visit(people.doctorKuzey.id, of, clinics.kuzey, slot(-1 - days * 8 - Math.floor(i / 20), i % 20)),
    ),
  )
}
type Kept = { readonly note: string | null; readonly version: number }
const kept = async (ids: readonly string[]) => {
  const { rows } = await server.pool.query<Kept & { id: string }>(
    'select id, note, version from appointment where id = any ($1)',
    [ids],
  )
  const byId = new Map(rows.map(({ id, ...fields }) => [id, fields]))
  return ids.map((id) => byId.get(id)!)
}
const lines = async (ids: readonly string[]) => {
  const { rows } = await server.pool.query<{ object_id: string; action: string; outcome: string }>(
    'select object_id, action, outcome from audit where object_id = any ($1) order by seq',
    [ids],
  )
  return ids.map((id) => rows.filter(({ object_id }) => object_id === id).map(({ outcome }) => outcome))
}
const textOf = ({ body }: BatchAnswer) => (body as { appointment: { note: string } }).appointment.note

test('a hundred edits need as many statements as two', async () => {
  const ids = await visits(100)
  await send([note(ids[0]!, 'signed in')])
  const few = await statementsOf(() => send(ids.slice(0, 2).map((id) => note(id, 'one of two'))))
  let answers: readonly BatchAnswer[] = []
  const many = await statementsOf(async () => (answers = await send(ids.map((id, n) => note(id, `note ${n}`)))))
  expect(answers.map(textOf)).toEqual(ids.map((_, n) => `note ${n}`))
  expect(many.length).toBe(few.length)
  expect(many.filter(({ text }) => text === 'commit')).toHaveLength(1)
  expect((await kept(ids)).map((fields) => fields.note)).toEqual(ids.map((_, n) => `note ${n}`))
  expect(await lines(ids)).toEqual(
    ids.map((_, n) => (n === 0 ? ['done', 'done', 'done'] : n === 1 ? ['done', 'done'] : ['done'])),
  )
})

test('the fiftieth of a hundred is refused: the others are done, and each has its own reply, audit line and outcome', async () => {
  const ids = await visits(100)
  await send([queued('appointment.arrive', { id: ids[49]! })])
  const calls = ids.map((id) => queued('appointment.arrive', { id }))
  const answers = await send(calls)
  expect(answers.map(({ status }) => status)).toEqual(ids.map((_, n) => (n === 49 ? 409 : 200)))
  expect(answers[49]!.body).toMatchObject({ refused: 'arrived_already' })
  expect(await lines(ids)).toEqual(ids.map((_, n) => (n === 49 ? ['done', 'arrived_already'] : ['done'])))
  expect((await kept(ids)).map(({ version }) => version)).toEqual(ids.map(() => 2))
  expect(await send(calls)).toEqual(answers)
  expect((await lines(ids)).flat()).toHaveLength(101)
})

test('a conflict in a set returns the current record, and an invisible visit is not found', async () => {
  const ids = await visits(20)
  await send([note(ids[7]!, 'somebody else’s')])
  const hidden = await server.world.visit(
    server.world.people.doctorLinden.id,
    server.world.people.patientLinden.id,
    server.world.clinics.linden,
    server.world.slot(-40, 3),
  )
  const calls = [...ids.map((id, n) => note(id, `mine ${n}`, { base: 1 })), note(hidden, 'not mine')]
  const answers = await send(calls)
  expect(answers.map(({ status }) => status)).toEqual([...ids.map((_, n) => (n === 7 ? 412 : 200)), 404])
  expect(answers[7]!.body).toMatchObject({
    refused: 'changed_since',
    fields: ['note'],
    current: { id: ids[7]!, note: 'somebody else’s' },
  })
  expect(answers[20]!.body).toEqual({ status: false, refused: 'appointment_not_found' })
  expect((await kept([hidden]))[0]).toEqual({ note: null, version: 1 })
  expect(await send(calls)).toEqual(answers)
})

test.each([
  ['breaks before it writes', brokenBefore],
  ['breaks the transaction after it has written', brokenAfter],
])('the fiftieth of a hundred %s: it gets 500, all others are done once', async (_, broken) => {
  const ids = await visits(100)
  broken.add(ids[49]!)
  const calls = ids.map((id) => note(id, 'written'))
  const answers = await send(calls)
  expect(answers.map(({ status }) => status)).toEqual(ids.map((_, n) => (n === 49 ? 500 : 200)))
  expect(await kept(ids)).toEqual(
    ids.map((_, n) => (n === 49 ? { note: null, version: 1 } : { note: 'written', version: 2 })),
  )
  expect(await lines(ids)).toEqual(ids.map((_, n) => (n === 49 ? [] : ['done'])))
  broken.clear()
  expect((await send(calls)).map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect((await kept(ids)).map(({ version }) => version)).toEqual(ids.map(() => 2))
})

test('a change refused after it was written is undone, and only that one', async () => {
  const ids = await visits(20)
  refusedAfter.add(ids[9]!)
  const answers = await send(ids.map((id) => note(id, 'written')))
  expect(answers.map(({ status }) => status)).toEqual(ids.map((_, n) => (n === 9 ? 409 : 200)))
  expect((await kept(ids)).map((fields) => fields.note)).toEqual(ids.map((_, n) => (n === 9 ? null : 'written')))
  expect(await lines(ids)).toEqual(ids.map((_, n) => (n === 9 ? ['permission_denied'] : ['done'])))
})

test('if the database refuses one of a hundred without saying which, only that one is refused', async () => {
  const { people } = server.world
  const advice = (id: string) =>
    queued('recipe.add', {
      id,
      patientId: people.patientKuzey.id,
      lines: [{ drug: 'Parol', dose: '500 mg', times: '3 × 1', days: 5, note: '' }],
      note: '',
    })
  const taken = newId()
  expect((await send([advice(taken)]))[0]!.status).toBe(200)
  const calls = Array.from({ length: 100 }, (_, n) => advice(n === 49 ? taken : newId()))
  const other = { ...calls[49]!, input: { ...(calls[49]!.input as object), note: 'other words' } }
  const answers = await send(calls.with(49, other))
  expect(answers.map(({ status }) => status)).toEqual(calls.map((_, n) => (n === 49 ? 409 : 200)))
  expect(answers[49]!.body).toMatchObject({ refused: 'id_taken' })
  const { rows } = await server.pool.query<{ n: number }>('select count(*)::int as n from recipe where id = any ($1)', [
    calls.map(({ input }) => (input as { id: string }).id),
  ])
  expect(rows[0]).toEqual({ n: 100 })
})

test('a key repeated in a batch is done once and answered twice; with another body it is refused', async () => {
  const ids = await visits(30)
  const calls = ids.map((id) => note(id, 'once'))
  const [other] = (await visits(1)) as [string]
  const answers = await send([...calls, { ...calls[4]!, input: { id: other, note: 'another' } }, calls[3]!])
  expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect(answers[31]).toEqual(answers[3])
  expect(answers[30]).toMatchObject({ status: 422, body: { refused: 'key_reused' } })
  expect(await kept([...ids, other])).toEqual([
    ...ids.map(() => ({ note: 'once', version: 2 })),
    { note: null, version: 1 },
  ])
  expect((await lines(ids)).flat()).toHaveLength(30)
})

test('I7: changes of one record take effect in order', async () => {
  const [a, b, c] = (await visits(3)) as [string, string, string]
  const answers = await send([note(a, '1'), note(b, '1'), note(a, '2'), note(c, '1'), note(a, '3'), note(b, '2')])
  expect(answers.map(textOf)).toEqual(['1', '1', '2', '1', '3', '2'])
  expect((await kept([a, b, c])).map((fields) => fields.note)).toEqual(['3', '2', '1'])
})

test('a change of a record created earlier in the batch finds it', async () => {
  const report = (fields: object) =>
    queued('report.add', {
      id: newId(),
      patientId: server.world.people.patientKuzey.id,
      title: 'blood',
      lines: [{ test: 'Hb', value: '', note: '' }],
      description: '',
      comment: '',
      ...fields,
    })
  const labRequest = report({ kind: 'request' })
  const result = report({ kind: 'result', reportId: (labRequest.input as { id: string }).id })
  expect((await send([report({ kind: 'request' }), labRequest, result])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
})

test('I3: two copies of a batch at once have one effect and two equal replies; two overlapping batches do not deadlock', async () => {
  const ids = await visits(60)
  const calls = ids.map((id) => note(id, 'twins'))
  const [one, two] = await Promise.all([send(calls), send(calls)])
  expect(one).toEqual(two)
  expect(await kept(ids)).toEqual(ids.map(() => ({ note: 'twins', version: 2 })))
  expect((await lines(ids)).flat()).toHaveLength(60)
  const crossing = await Promise.all([
    send(ids.map((id) => note(id, 'there'))),
    send(ids.toReversed().map((id) => note(id, 'and back'))),
  ])
  expect(crossing.flat().filter(({ status }) => status !== 200)).toEqual([])
  expect((await kept(ids)).map(({ version }) => version)).toEqual(ids.map(() => 4))
})

test('a visit locked by someone else delays no other: it is done by itself', async () => {
  const ids = await visits(10)
  const holder = await server.pool.connect()
  await holder.query('begin')
  await holder.query('select from appointment where id = $1 for update', [ids[4]!])
  const sent = send(ids.map((id) => note(id, 'past the other')))
  await expect.poll(async () => (await kept(ids)).filter((fields) => fields.note === 'past the other').length).toBe(9)
  await holder.query('commit')
  holder.release()
  expect((await sent).map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect((await kept(ids)).every((fields) => fields.note === 'past the other')).toBe(true)
})

test('a set has the same replies and results as its changes one by one', async () => {
  const { people } = server.world
  const day = async () => {
    const ids = await visits(40)
    const patientId = people.patientKuzey.id
    const kinds = [
      (id: string) => note(id, 'seen'),
      (id: string) => queued('appointment.arrive', { id }),
      (id: string) => queued('appointment.noShow', { id }),
      (id: string) => queued('appointment.complete', { id }),
      (id: string) => queued('appointment.unarrive', { id }),
      (id: string) => queued('appointment.reopen', { id }),
      () => queued('patient.addNote', { id: newId(), patientId, text: 'a note' }),
      (id: string) =>
        queued('report.add', {
          id: newId(),
          patientId,
          appointmentId: id,
          kind: 'request',
          title: 'blood',
          lines: [{ test: 'Hb', value: '', note: '' }],
          description: '',
          comment: '',
        }),
    ]
    return ids.map((id, n) => kinds[n % kinds.length]!(id))
  }
  /** Without what differs in any case: ids, times, and the visit's own time. */
  const bare = (answers: readonly BatchAnswer[]) =>
    answers.map(({ status, body }) => ({
      status,
      body: JSON.parse(JSON.stringify(body), (name, value) =>
        ['id', 'start', 'end', 'date', 'time', 'appointmentId', 'checkInCode', 'createdAt', 'updatedAt'].includes(name)
          ? null
          : value,
      ) as unknown,
    }))
  const left = async (calls: readonly BatchCall[]) => {
    const keys = calls.map(({ key }) => key)
    const { rows } = await server.pool.query<{ key: string; kept: string }>(
      `select key, concat_ws(' ', status, refused, details, array_length(touched, 1)) as kept from idempotency where key = any ($1)`,
      [keys],
    )
    const records = calls.map(({ input }) => (input as { id: string }).id)
    const { rows: log } = await server.pool.query<{ object_id: string; line: string }>(
      `select object_id, concat_ws(' ', action, object_table, outcome, clinic_id, actor_type, fields::text, changes, made_at, ip_prefix) as line
         from audit where object_id = any ($1) order by seq`,
      [records],
    )
    const { rows: letters } = await server.pool.query<{ n: number }>(
      `select count(*)::int as n from message where appointment_id = any ($1)`,
      [records],
    )
    return [
      calls.map(({ key }) => rows.find((row) => row.key === key)?.kept),
      records.map((id) => log.filter((row) => row.object_id === id).map(({ line }) => line)),
      letters[0]!.n,
    ]
  }
  const [set, single] = [await day(), await day()]
  const together = await send(set)
  const alone: BatchAnswer[] = []
  for (const each of single) alone.push(...(await send([each])))
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(bare(together)).toEqual(bare(alone))
  expect(await left(set)).toEqual(await left(single))
})

test('every joining call has a handler without work ahead, and is queued', () => {
  const joining = callNames.filter((name) => rowOf(name).writes?.joins)
  expect(joining.length).toBeGreaterThan(8)
  expect(joining.filter((name) => typeof handlers[name] !== 'function' || rowOf(name).offline !== 'queue')).toEqual([])
})

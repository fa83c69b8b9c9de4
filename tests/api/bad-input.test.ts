import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, queuedCalls, rowOf, type CallName } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { composed } from '../../contract/kernel/line.rules.ts'
import { isNewRecord } from '../../contract/kernel/outside-words.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { createApp } from '../../server/app/create-app.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { tries, type Try } from './attempts.ts'
import { badValuesOf, FORBIDDEN, MARK, type Bad } from './bad-values.ts'
import { senderOf, soundInput } from './sound.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'

let server: TestServer
let app: FastifyInstance
let cast: Cast
let make: Try
/** Everything that the server has logged, at its most verbose level. */
let log = ''

beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
  const logger = pino({ level: 'trace' }, { write: (line: string) => void (log += line) })
  app = await createApp(server.deps, { log: logger, trustProxy: [], dist: null })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

type Fields = Record<string, unknown>
type Got = { readonly status: number; readonly text: string; readonly body: Fields }

/** Sends as a clinic's desk, unless `headers` are another's. A string is sent unchanged. */
async function send(method: string, url: string, body?: unknown, headers: Fields = {}): Promise<Got> {
  const response = await app.inject({
    method: method as 'POST',
    url,
    headers: {
      ...cast.clients.deskPublic.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    text: response.body,
    body: response.body.startsWith('{') ? (JSON.parse(response.body) as Fields) : {},
  }
}

const soundOf = (call: CallName) => soundInput(cast, make, call)
const sampleOf = async (call: CallName) => (await soundOf(call)).input
const entriesOf = (call: CallName) =>
  (rowOf(call).input as unknown as { entries: Record<string, v.GenericSchema> }).entries // every input is a strict object
const holesOf = (call: CallName) =>
  rowOf(call)
    .path.match(/:(\w+)/g)
    ?.map((hole) => hole.slice(1)) ?? []
const inBody = (call: CallName) => rowOf(call).method === 'POST' || rowOf(call).method === 'PUT'

/**
 * SPEC §7's callers omit the id of what they make, and send empty filters: the routes accept both, a batch neither
 * (`asRowTakes`).
 */
const isOutsideWord = (call: CallName, field: string, value: unknown) => {
  const entries = entriesOf(call)
  const isList = 'page' in entries && 'limit' in entries
  return (
    (value === undefined && isNewRecord(entries[field]!)) ||
    (isList && ['null', '""', '[]', '{}'].includes(JSON.stringify(value)))
  )
}

/**
 * What is wrong with the answer to a wrong value: the server breaks, accepts the value, does not name the field, or
 * repeats the value.
 */
function faultsOf({ status, text, body }: Got, field: string, must: Bad['must']): string[] {
  const named = Object.hasOwn((body['fields'] ?? {}) as Fields, field)
  const ok = status === 400 ? named : must === 'either' && (status < 300 || status === 404 || status === 409)
  return [
    ...(ok ? [] : [`${status} ${text.slice(0, 120)}`]),
    ...(status >= 300 && text.includes(MARK) ? [`repeats the value: ${text.slice(0, 200)}`] : []),
  ]
}

/**
 * The input with one wrong field. Defines an own property whatever the name: in JSON `__proto__` is an ordinary key.
 */
function spoil(input: Fields, field: string, value: unknown): Fields {
  const entries = Object.entries(input).filter(([name]) => name !== field)
  return Object.fromEntries(value === undefined ? entries : [...entries, [field, value]])
}

/** Every field of a call with every fault that can be sent for it. */
function* spoiled(call: CallName, sample: Fields): Generator<Bad & { field: string; input: Fields }> {
  for (const [field, schema] of Object.entries(entriesOf(call)))
    for (const bad of badValuesOf(schema)) yield { ...bad, field, input: spoil(sample, field, bad.value) }
  for (const field of FORBIDDEN.filter((name) => !Object.hasOwn(entriesOf(call), name)))
    for (const value of [MARK, { [MARK]: 1 }])
      yield { fault: 'no field of the row', value, must: 'refuse', field, input: spoil(sample, field, value) }
}

const NARROW: ReadonlySet<CallName> = new Set(
  callNames.filter((call) => rowOf(call).secret !== undefined || call === 'session.forget'),
)

describe('G7, G2: every field of every call, invalid in every way: 400 names the field and repeats no value', () => {
  test.each(callNames.filter(inBody))(
    '%s',
    async (call) => {
      refreshLimits(server)
      const row = rowOf(call)
      const wrong: string[] = []
      let tried = 0
      const sound = await soundOf(call)
      for (const { field, fault, must, input } of spoiled(call, sound.input)) {
        if (holesOf(call).includes(field)) continue
        const { url, body } = spread(row, input)
        const got = await send(row.method, url, body, sound.headers)
        tried++
        const may = isOutsideWord(call, field, input[field]) ? 'either' : must
        wrong.push(...faultsOf(got, field, may).map((what) => `${field}, ${fault}: ${what}`))
        // accepted inputs count towards limits that are meant for people: five registrations an hour
        if (tried % (NARROW.has(call) ? 1 : 500) === 0) refreshLimits(server)
      }
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(60)
      // the sample itself is valid: each refusal above was due to its one fault
      refreshLimits(server)
      const last = await soundOf(call)
      const { url, body } = spread(row, last.input)
      expect((await send(row.method, url, body, last.headers)).status).toBe(200)
      // hashing an accepted password is slow on purpose, and its sender is made again: calls with a password take long
    },
    60_000,
  )

  test.each(callNames.filter((call) => !inBody(call)))('%s: its query', async (call) => {
    refreshLimits(server)
    const { method } = rowOf(call)
    const wrong: string[] = []
    const own = Object.keys(entriesOf(call)).filter((name) => !holesOf(call).includes(name))
    const { input, headers } = await soundOf(call)
    // the sample's own query must not interfere
    const url = spread(rowOf(call), input).url.split('?')[0]!
    for (const name of [...own, ...FORBIDDEN]) {
      const values = [
        `${name}=${MARK}&${name}=${MARK}`,
        `${name}=${MARK}%00`,
        `${name}=${MARK.padEnd(70, 'x')}`,
        ...(own.includes(name) ? [] : [`${name}=${MARK}`]),
      ]
      for (const query of values)
        wrong.push(
          ...faultsOf(await send(method, `${url}?${query}`, undefined, headers), name, 'refuse').map(
            (what) => `${query.slice(0, 40)}: ${what}`,
          ),
        )
      for (const query of [
        `${name}=%ED%A0%80${MARK}`,
        `${name}=%E2%80%AE${MARK}`,
        `${name}[]=${MARK}`,
        `${name}=`,
        name,
        `${name}=%${MARK}`,
      ]) {
        const got = await send(method, `${url}?${query}`, undefined, { ...headers, 'sec-fetch-site': 'same-origin' })
        // a list that accepts an empty keyword shows rows that were stored earlier
        if (got.status >= 500 || (got.status >= 300 && got.text.includes(MARK)))
          wrong.push(`${query}: ${got.status} ${got.text.slice(0, 120)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(callNames.filter((call) => holesOf(call).length > 0))('%s: the parameters of its path', async (call) => {
    refreshLimits(server)
    const row = rowOf(call)
    const wrong: string[] = []
    const junk = [
      MARK,
      `${MARK}%00`,
      `%00${MARK}`,
      `%ED%A0%80${MARK}`,
      `%E2%80%AE${MARK}`,
      `%${MARK}`,
      `..%2f${MARK}`,
      `${MARK}%2f..`,
      '__proto__',
      'constructor',
      'null',
      'undefined',
      'NaN',
      '0',
      '-1',
      '1e309',
      MARK.padEnd(190, 'x'),
      MARK.padEnd(4000, 'x'),
      `'${MARK}`,
      `${MARK};drop%20table`,
      `{"${MARK}":1}`,
      ' ',
      '%20',
      '%0d%0aX:1',
      newId().toUpperCase(),
    ]
    for (const hole of holesOf(call)) {
      for (const value of junk) {
        const sound = await soundOf(call)
        const { url, body } = spread(row, spoil(sound.input, hole, `HOLE`))
        const got = await send(row.method, url.replace('HOLE', value), body, sound.headers)
        const named = got.status === 400 && Object.hasOwn(got.body['fields'] as Fields, hole)
        if (!named && got.status !== 404)
          wrong.push(`${hole} ${value.slice(0, 30)}: ${got.status} ${got.text.slice(0, 120)}`)
        if (got.text.includes(MARK)) wrong.push(`${hole} repeats ${got.text.slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(queuedCalls)('%s: the same in a batch, each in its place, the others unaffected', async (call) => {
    refreshLimits(server)
    const wrong: string[] = []
    const bads = [...spoiled(call, await sampleOf(call))].filter(
      ({ value }) => JSON.stringify(value ?? null).length < 5000,
    )
    for (let from = 0; from < bads.length; from += 99) {
      const some = bads.slice(from, from + 99)
      const { input: sound, headers } = await soundOf(call)
      const good = { call, input: sound }
      const calls = [...some.map(({ input }) => ({ call, input })), good].map((each) => ({
        ...each,
        key: freshKey(),
        base: null,
        madeAt: new Date(server.clock.now).toISOString(),
      }))
      const { status, body, text } = await send('POST', '/api/batch', { calls }, headers)
      const answers = body['answers'] as { status: number; body: Fields }[]
      if (status !== 200 || answers.length !== calls.length) wrong.push(`${status} ${text.slice(0, 200)}`)
      for (const [i, { field, fault, must }] of some.entries()) {
        const got = answers[i]!
        wrong.push(
          ...faultsOf({ ...got, text: JSON.stringify(got.body) }, field, must).map(
            (what) => `${field}, ${fault}: ${what}`,
          ),
        )
      }
      if (answers.at(-1)!.status !== 200) wrong.push(`the sound one: ${JSON.stringify(answers.at(-1))}`)
    }
    expect(wrong).toEqual([])
    expect(bads.length).toBeGreaterThan(60)
  })
})

describe('G7: inputs that are not objects', () => {
  const one = { call: 'appointment.arrive', key: newId(), base: null, madeAt: '2026-11-21T09:00:00.000Z', input: {} }

  test.each([
    ['no calls', {}],
    ['calls that are no list', { calls: MARK }],
    ['none', { calls: [] }],
    ['101', { calls: Array.from({ length: 101 }, () => one) }],
    ['a stranger beside them', { calls: [one], [MARK.slice(0, 3)]: 1 }],
    ['a call that is a list', { calls: [[one]] }],
    ['a key that is none', { calls: [{ ...one, key: MARK }] }],
    ['a base that is text', { calls: [{ ...one, base: MARK }] }],
    ['a day that is none', { calls: [{ ...one, madeAt: '2026-02-30T00:00:00Z' }] }],
    ['a field too many', { calls: [{ ...one, [MARK]: 1 }] }],
    ['no body', undefined],
    ['null', null],
    ['a list', [one]],
  ])('a batch with %s', async (_, body) => {
    const got = await send('POST', '/api/batch', body)
    expect([got.status, got.body['refused'], got.text.includes(MARK)]).toEqual([400, 'bad_input', false])
  })

  test.each([
    ['a call that does not exist', MARK],
    ['a call that is not queued', 'patient.list'],
    ['a name of JavaScript’s', '__proto__'],
    ['another', 'constructor'],
  ])('in a batch %s is refused in its place', async (_, call) => {
    const { body } = await send('POST', '/api/batch', { calls: [{ ...one, call }] })
    expect(body).toEqual({
      status: true,
      answers: [{ status: 400, body: { status: false, refused: 'bad_input', fields: { call: 'picklist' } } }],
    })
  })

  test('the largest possible batch is accepted', async () => {
    const note = '\u0001'.repeat(4000)
    const id = await make.visit(cast.places.kuzey1, 'future')
    const calls = Array.from({ length: 100 }, () => ({
      call: 'appointment.update',
      key: newId(),
      base: null,
      madeAt: '2026-11-21T09:00:00.000Z',
      input: { id, note, patientNote: note.slice(0, 2000), meetingLink: note.slice(0, 500) },
    }))
    const { status, body } = await send('POST', '/api/batch', { calls })
    expect([status, new Set((body['answers'] as { status: number }[]).map((each) => each.status))]).toEqual([
      200,
      new Set([200]),
    ])
  })

  const posts = callNames.filter(inBody)
  const withJson = { 'content-type': 'application/json' }
  test.each([
    ['broken JSON', `{"${MARK}":`, withJson, 400],
    ['nothing where JSON is said', '', withJson, 400],
    ['a list', `["${MARK}"]`, withJson, 400],
    ['a text', `"${MARK}"`, withJson, 400],
    ['a number', '7', withJson, 400],
    ['50,000 brackets', '['.repeat(50_000), withJson, 400],
    ['2 MB', `{"${MARK}":"${'x'.repeat(2 * 1024 * 1024)}"}`, withJson, 413],
    ['plain text', MARK, { 'content-type': 'text/plain' }, 415],
    ['a form', `a=${MARK}`, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['XML', `<a>${MARK}</a>`, { 'content-type': 'application/xml' }, 415],
    ['a multipart form', `--x\r\n${MARK}`, { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['a type that is none', MARK, { 'content-type': MARK }, 415],
  ])('%s, at every address', async (_, body, headers, status) => {
    refreshLimits(server)
    const wrong: string[] = []
    for (const call of posts) {
      // from a sender whom the call admits: for others the server refuses before it reads the body
      const sound = await soundOf(call)
      const got = await send(rowOf(call).method, spread(rowOf(call), sound.input).url, body, {
        ...sound.headers,
        ...headers,
      })
      if (got.status !== status || got.body['status'] !== false || got.text.includes(MARK))
        wrong.push(`${call}: ${got.status} ${got.text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['idempotency-key', MARK],
    ['idempotency-key', '1'],
    ['if-match', MARK],
    ['if-match', '"-1"'],
    ['if-match', '"99999999999999999999"'],
    ['bedside-made-at', MARK],
    ['bedside-made-at', '2026-02-30T10:00:00Z'],
  ])('an invalid header is refused, not ignored: %s %s', async (header, value) => {
    const got = await send('PUT', '/api/notify/readall', {}, { [header]: value })
    expect([got.status, Object.keys(got.body['fields'] as Fields), got.text.includes(MARK)]).toEqual([
      400,
      [header],
      false,
    ])
  })

  test.each([
    ['not base64', '%%%'],
    ['not JSON', b64(MARK)],
    ['another shape', b64('{"a":1}')],
    ['null bytes', b64(JSON.stringify({ epoch: 'x\0', xid: '1', set: 'y\0' }))],
    ['a transaction past all counting', b64(JSON.stringify({ epoch: 'EPOCH', xid: '99999999999999999999', set: 'x' }))],
    [
      'a place past the end',
      b64(
        JSON.stringify({ epoch: 'EPOCH', xid: '5', set: 'x', filling: { set: 'x', at: 1e9, tbl: 'x', id: newId() } }),
      ),
    ],
    [
      'a page of nothing',
      b64(
        JSON.stringify({
          epoch: 'EPOCH',
          xid: '5',
          set: 'x',
          reading: { horizon: '1', xid: '9', tbl: '"; drop', id: newId() },
        }),
      ),
    ],
  ])('a pull with the cursor %s continues or starts over', async (_, cursor) => {
    const { rows } = await server.pool.query<{ value: string }>(`select value from meta where name = 'epoch'`)
    const real = cursor.startsWith('ey')
      ? b64(
          Buffer.from(cursor, 'base64url')
            .toString()
            .replace('EPOCH', rows[0]?.value ?? ''),
        )
      : cursor
    const got = await send('GET', `/api/sync?cursor=${encodeURIComponent(real)}`)
    expect([got.status, got.body['status']]).toEqual([200, true])
    const next = await send('GET', `/api/sync?cursor=${String(got.body['cursor'])}`)
    expect([next.status, next.body['status']]).toEqual([200, true])
  })

  test.each(callNames.filter((call) => 'after' in entriesOf(call)))(
    '%s: a page after a row that does not exist, or of another list',
    async (call) => {
      refreshLimits(server)
      const cursors = [
        'x',
        MARK,
        b64('null'),
        b64('{}'),
        b64('[]'),
        b64('["a"]'),
        b64('["a","b"]'),
        b64('[1,2]'),
        b64('["a\\u0000","b"]'),
        b64('[1,2,3]'),
        b64('["infinity","infinity"]'),
        b64(JSON.stringify([newId()])),
        b64(JSON.stringify(['2026-99-99', newId()])),
      ]
      const wrong: string[] = []
      // cities are listed by country
      const scope = call === 'country.getcity' ? { country: 'TR' } : {}
      // a list of a record has its id in the address
      const url = holesOf(call).length ? spread(rowOf(call), (await soundOf(call)).input).url : rowOf(call).path
      for (const after of cursors) {
        const got = await send('POST', url, { ...scope, after }, cast.clients[senderOf(call)].headers)
        const named = got.status === 400 && (got.body['fields'] as Fields)['after'] !== undefined
        if (!named && got.status !== 200) wrong.push(`${after}: ${got.status} ${got.text.slice(0, 100)}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

const hostile = join(import.meta.dirname, '../../../shared/data/hostile-strings.json')
const isThere = existsSync(hostile)
if (!isThere) process.stdout.write('hostile-strings.json is not here: its strings are not tried.\n')

describe.runIf(isThere)(
  'hostile strings are stored unchanged, or refused with the field named, as the contract says',
  () => {
    const strings = (
      isThere
        ? (JSON.parse(readFileSync(hostile, 'utf8')) as { s?: string; make?: { repeat: string; times: number } }[])
        : []
    )
      // twenty thousand characters are too long for any field here, and a hundred of them fit into a batch
      .map(({ s, make: long }) => (s ?? long!.repeat.repeat(long!.times)).slice(0, 20_000))
    // a required text is stored without surrounding space
    const trimmed = (typed: unknown) => composed(String(typed)).trim()

    /**
     * Sends batches of one call with one field set to each string; reports each result that differs from the contract's
     * own schema.
     */
    async function tryAll(
      call: 'appointment.update' | 'appointment.cancel' | 'patient.add',
      fields: readonly string[],
      inputs: readonly Fields[],
      stored: (body: Fields) => unknown[],
      kept = (typed: unknown): unknown => composed(String(typed)),
    ) {
      refreshLimits(server)
      const wrong: string[] = []
      for (let from = 0; from < inputs.length; from += 50) {
        const calls = inputs.slice(from, from + 50).map((input) => ({
          call,
          input,
          key: freshKey(),
          base: null,
          madeAt: new Date(server.clock.now).toISOString(),
        }))
        const { body, text } = await send('POST', '/api/batch', { calls })
        const answers = (body['answers'] ?? []) as { status: number; body: Fields }[]
        if (answers.length !== calls.length) wrong.push(text.slice(0, 200))
        for (const [i, { status, body: its }] of answers.entries()) {
          const { input } = calls[i]!
          const typed = fields.map((field) => input[field])
          if (v.is(rowOf(call).input, input)) {
            if (status !== 200 || JSON.stringify(stored(its)) !== JSON.stringify(typed.map(kept)))
              wrong.push(`${status} ${JSON.stringify(typed)} → ${JSON.stringify(its).slice(0, 200)}`)
          } else if (status !== 400 || !fields.every((field) => Object.hasOwn(its['fields'] as Fields, field)))
            wrong.push(`${status} ${JSON.stringify(typed).slice(0, 100)}`)
        }
      }
      return wrong
    }
    test('note and patientNote', async () => {
      const id = await make.visit(cast.places.kuzey1, 'future')
      const inputs = strings.map((s) => ({ id, note: s, patientNote: s }))
      expect(
        await tryAll('appointment.update', ['note', 'patientNote'], inputs, ({ appointment }) => [
          (appointment as Fields)['note'],
          (appointment as Fields)['patientNote'],
        ]),
      ).toEqual([])
      expect(inputs.length).toBeGreaterThan(900)
    }, 60_000)

    test('reason', async () => {
      const some = strings.filter((_, i) => i % 4 === 0)
      const inputs: Fields[] = []
      for (const s of some) inputs.push({ id: await make.visit(cast.places.kuzey1, 'future'), reason: s })
      expect(
        await tryAll(
          'appointment.cancel',
          ['reason'],
          inputs,
          ({ appointment }) => [(appointment as Fields)['cancelReason']],
          trimmed,
        ),
      ).toEqual([])
    }, 60_000)

    test('name', async () => {
      const inputs = strings.filter((_, i) => i % 4 === 1).map((s) => ({ id: newId(), name: s, phone: make.phone() }))
      expect(
        await tryAll('patient.add', ['name'], inputs, ({ patient }) => [(patient as Fields)['name']], trimmed),
      ).toEqual([])
    }, 60_000)

    test('as searches they find something or nothing; none causes an error', async () => {
      const wrong: string[] = []
      for (const [i, keyword] of strings.entries()) {
        if (i % 300 === 0) refreshLimits(server)
        const call = (['patient.list', 'doctor.list', 'branch.getall', 'appointment.list'] as const)[i % 4]!
        const got = await send('POST', rowOf(call).path, { keyword })
        if (got.status !== (v.is(rowOf(call).input, { keyword }) ? 200 : 400))
          wrong.push(`${call} ${JSON.stringify(keyword).slice(0, 80)}: ${got.status}`)
      }
      expect(wrong).toEqual([])
    }, 60_000)
  },
)

test('D19: the log has lines, and none contains a value sent above', () => {
  expect(log.split('\n').length).toBeGreaterThan(2000)
  expect(
    log
      .split('\n')
      .filter((line) => line.includes(MARK))
      .slice(0, 3),
  ).toEqual([])
})

function b64(text: string) {
  return Buffer.from(text).toString('base64url')
}

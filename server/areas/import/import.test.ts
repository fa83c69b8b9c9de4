import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Import, ImportLine } from '../../../contract/import/import.ts'
import { isUndoable } from '../../../contract/import/import.rules.ts'
import type { LineState } from '../../../contract/import/import.lists.ts'
import type { Input } from '../../../contract/calls.ts'
import { JOB_NAMES } from '../../../contract/job/job.rules.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { identityOf } from '../../app/demo/identity.ts'
import { createLimits } from '../../http/limits.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { runJobs, type Work } from '../../jobs/run-jobs.ts'
import { runImports } from '../../jobs/run-imports.ts'

let server: TestServer
let desk: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
})
beforeEach(async () => {
  Object.assign(server.deps, { limits: createLimits() })
  await server.pool.query('delete from import')
})
afterAll(() => server.stop())

type Lines = Input<'import.send'>['lines']
type Cells = Lines[number]['cells']
let phones = 0
const phone = () => `+90542${String(1_000_000 + phones++)}`
const some = (n: number, its: (nth: number) => Cells = () => ({})): Lines =>
  Array.from({ length: n }, (_, nth) => ({
    line: nth + 2,
    cells: { name: `Yeni Hasta ${newId()}`, phone: phone(), ...its(nth) },
  }))
const columns = [
  { head: 'Ad', field: 'name' as const },
  { head: 'Telefon', field: 'phone' as const },
]

async function send(lines: Lines, who = desk): Promise<Import> {
  const id = newId()
  expect((await who.call('import.add', { id, columns, lines: lines.length })).status).toBe(200)
  let its: Import | undefined
  for (let at = 0; at < lines.length; at += 250) {
    const { status, body } = await who.call('import.send', { id, lines: lines.slice(at, at + 250) })
    expect([status, body['refused'], body['fields']]).toEqual([200, undefined, undefined])
    its = body['import'] as Import
  }
  return its!
}
const read = async (id: string, ...states: LineState[]) =>
  (await desk.call('import.read', { id, states, limit: 500 })).body['lines'] as ImportLine[]
const judged = async (...cells: Cells[]) => {
  const { id } = await send(cells.map((each, nth) => ({ line: nth + 2, cells: each })))
  const lines = await read(id, 'new', 'same', 'bad')
  await desk.call('import.drop', { id })
  return lines
}
const stateOf = async (id: string) =>
  ((await desk.call('import.list', {})).body['imports'] as Import[]).find((each) => each.id === id)!
async function finish(id: string): Promise<Import> {
  for (let n = 0; n < 20; n++) {
    await runImports(server.deps)
    const its = await stateOf(id)
    if (its.state === 'done' || its.state === 'undone') return its
  }
  throw new Error('it does not end')
}
async function done(lines: Lines) {
  const { id } = await send(lines)
  expect((await desk.call('import.start', { id })).status).toBe(200)
  return finish(id)
}
const add = async (its: Omit<Input<'patient.add'>, 'id' | 'phone'> & { phone?: string }, who = desk) => {
  const { status, body } = await who.call('patient.add', { id: newId(), phone: phone(), ...its }, { key: freshKey() })
  expect(status).toBe(200)
  return body['patient'] as { id: string; phone: string; version: number }
}
const count = async (sql: string, values: unknown[] = []) =>
  (await server.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values)).rows[0]!.n

describe('judging', () => {
  test('nothing is added before it is started; the good lines then are, with all that they say, and no message is sent', async () => {
    const messages = await count('message')
    const people = await count('person')
    const its = await send([
      ...some(60),
      {
        line: 80,
        cells: {
          name: '  Ayşe Gül ',
          phone: '0542 999 11 22',
          email: 'ayse.gul@ornek.example',
          birthDate: '31.12.1980',
          gender: 'Kadın',
          bloodType: 'A Rh(+)',
          allergies: 'Penisilin',
          emergencyName: 'Ali',
          emergencyPhone: '0532 555 09 81',
          city: 'Bursa',
          identity: identityOf(77),
        },
      },
      ...some(7, () => ({ phone: '12' })).map((line) => ({ ...line, line: line.line + 100 })),
    ])
    expect(its).toMatchObject({ state: 'reading', total: 68, arrived: 68, counts: { new: 61, same: 0, bad: 7 } })
    expect(await count('person')).toBe(people)
    await desk.call('import.start', { id: its.id })
    expect(await finish(its.id)).toMatchObject({ state: 'done', counts: { new: 0, same: 0, bad: 7, done: 61 } })
    expect(await count('person')).toBe(people + 61)
    expect(await count('message')).toBe(messages)
    const [line] = (await read(its.id, 'done')).filter((each) => each.line === 80)
    const { body } = await desk.call('patient.list', { id: line!.patientId! })
    expect(body['patients']).toMatchObject([
      {
        name: 'Ayşe Gül',
        phone: '+905429991122',
        email: 'ayse.gul@ornek.example',
        birthDate: '1980-12-31',
        gender: 'female',
        bloodType: 'A+',
        allergies: 'Penisilin',
        emergencyPhone: '+905325550981',
        city: 'Bursa',
        hasIdentity: true,
        nonCitizen: false,
        clinicIds: [server.world.clinics.kuzey],
      },
    ])
  })

  test('each bad line says which field, and why; its value comes back as it was typed', async () => {
    const name = 'Kötü Satır'
    const lines = await judged(
      { phone: phone() },
      { name },
      { name, phone: '12' },
      { name, phone: '0532 111 22 33 dahili 12' },
      { name, phone: phone(), email: 'nobody' },
      { name, phone: phone(), birthDate: '31.02.1980' },
      { name, phone: phone(), birthDate: '12/1980' },
      { name, phone: phone(), gender: '?' },
      { name, phone: phone(), bloodType: 'Z+' },
      { name, phone: phone(), identity: '12345678901' },
      { name: `gnp.\u202Eexe`, phone: phone() },
      { name: 'x'.repeat(201), phone: phone() },
      { name, phone: phone(), allergies: 'x'.repeat(501), city: '\u202E' },
    )
    expect(lines.map(({ faults }) => faults.map(({ field, reason }) => `${field} ${reason}`))).toEqual([
      ['name required'],
      ['phone required'],
      ['phone phone'],
      ['phone phone_extension'],
      ['email email'],
      ['birthDate date'],
      ['birthDate date'],
      ['gender picklist'],
      ['bloodType picklist'],
      ['identity identity_invalid'],
      ['name text_invisible'],
      ['name max_length'],
      ['allergies max_length', 'city text_invisible'],
    ])
    expect(lines.every(({ state }) => state === 'bad')).toBe(true)
    expect(lines[10]!.cells.name).toBe(`gnp.\u202Eexe`)
  })

  test('a passport is no Turkish number, and is kept as one of another document', async () => {
    const its = await done(some(1, () => ({ document: `P${newId().slice(-7)}` })))
    const [line] = await read(its.id, 'done')
    const { body } = await desk.call('patient.list', { id: line!.patientId! })
    expect(body['patients']).toMatchObject([{ hasIdentity: true, nonCitizen: true }])
  })
})

describe('who is known', () => {
  test('by the identity number, by name and birth date, by name and phone; never by the phone alone', async () => {
    const identity = identityOf(901)
    const name = `Bilinen Kişi ${newId()}`
    const known = await add({ name, birthDate: '1970-05-06', identity, email: `${newId()}@ornek.example` })
    const other = await add({ name: `Doğumsuz ${name}` })
    const lines = await judged(
      { name: 'Başka Yazım', phone: phone(), identity },
      { name, phone: phone(), birthDate: '06.05.1970' },
      // in decomposed letters and other case
      { name: name.normalize('NFD').toUpperCase(), phone: phone(), birthDate: '06.05.1970' },
      { name, phone: known.phone },
      { name: `Doğumsuz ${name}`, phone: other.phone, birthDate: '1999-01-01' },
      // a child with a parent's phone, and a namesake born on another day
      { name: 'Çocuk Kişi', phone: known.phone, birthDate: '2020-01-01' },
      { name, phone: phone(), birthDate: '1971-05-06' },
      { name, phone: phone() },
    )
    expect(lines.map(({ state, faults }) => [state, ...faults.map(({ reason }) => reason)])).toEqual([
      ['same'],
      ['same'],
      ['same'],
      ['same'],
      ['same'],
      ['bad', 'phone_exists'],
      ['new'],
      ['new'],
    ])
    expect(lines.slice(0, 4).map(({ patientId }) => patientId)).toEqual([known.id, known.id, known.id, known.id])
  })

  test('a patient of another clinic is not shown, and their phone does not become a second card', async () => {
    const identity = identityOf(902)
    const theirs = await add({ name: 'Öteki Klinikten', identity }, await server.as('deskLinden', 'linden.localhost'))
    const lines = await judged(
      { name: 'Öteki Klinikten', phone: theirs.phone },
      { name: 'Öteki Klinikten', phone: phone(), identity },
    )
    expect(lines).toMatchObject([
      { state: 'bad', faults: [{ field: 'phone', reason: 'phone_exists' }], patientId: null },
      { state: 'bad', faults: [{ field: null, reason: 'patient_exists' }], patientId: null },
    ])
  })

  test('lines that repeat an earlier one of the file', async () => {
    const [first, second, mail] = [phone(), phone(), `${newId()}@ornek.example`]
    const lines = await judged(
      { name: 'İki Kere', phone: first, email: mail },
      { name: 'iki kere', phone: first },
      { name: 'Bir Başkası', phone: first },
      { name: 'Postası Aynı', phone: second, email: mail.toUpperCase() },
    )
    expect(lines.map(({ state, faults }) => [state, ...faults.map(({ reason }) => reason)])).toEqual([
      ['new'],
      ['same'],
      ['bad', 'phone_exists'],
      ['bad', 'email_exists'],
    ])
  })

  test('the same file twice adds no one the second time', async () => {
    const lines = some(40, (nth) => ({ birthDate: `19${50 + nth}-01-02` }))
    expect((await done(lines)).counts).toMatchObject({ done: 40 })
    const people = await count('person')
    expect(await send(lines)).toMatchObject({ counts: { new: 0, same: 40, bad: 0 } })
    expect(await count('person')).toBe(people)
  })

  test('somebody adds the same patient between the check and the import: one card, and the line says so', async () => {
    const [mine, theirs] = some(2)
    const { id } = await send([mine!, theirs!])
    await add({ name: mine!.cells.name!, phone: mine!.cells.phone! })
    await add({ name: 'Başka Ad', phone: theirs!.cells.phone! })
    await desk.call('import.start', { id })
    expect((await finish(id)).counts).toMatchObject({ done: 0, same: 1, bad: 1 })
    expect(await read(id, 'bad')).toMatchObject([{ faults: [{ field: 'phone', reason: 'phone_exists' }] }])
  })
})

describe('one at a time, in pieces', () => {
  test('of several begun at once one is; the others are told', async () => {
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => desk.call('import.add', { id: newId(), columns, lines: 1 })),
    )
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    expect(begun.filter(({ status }) => status === 409).every(({ body }) => body['refused'] === 'import_open')).toBe(
      true,
    )
    // another clinic's is not in the way
    expect(await send(some(1), await server.as('deskLinden', 'linden.localhost'))).toMatchObject({ state: 'reading' })
  })

  test('lines that come again change nothing; more than announced, or too many at once, are refused', async () => {
    const lines = some(3)
    const { id } = await send(lines)
    const again = await desk.call('import.send', { id, lines: lines.map((line) => ({ ...line, cells: {} })) })
    expect(again.body['import']).toMatchObject({ arrived: 3, counts: { new: 3 } })
    expect((await desk.call('import.send', { id, lines: [{ line: 99, cells: {} }] })).status).toBe(400)
    expect((await desk.call('import.send', { id, lines: some(251) })).status).toBe(400)
    const huge = await desk.request('POST', '/api/import/lines', {
      id,
      lines: [{ line: 5, cells: { name: 'x'.repeat(2 ** 21) } }],
    })
    expect(huge.status).toBe(413)
  })

  test('killed in the middle of a piece, twice: the next process goes on, and no line becomes two cards', async () => {
    const { id } = await send(some(70))
    await desk.call('import.start', { id })
    const people = await count('person')
    for (const after of [7, 11]) await runImports(dying(after)).catch(() => null)
    expect((await count('person')) - people).toBeLessThan(70)
    // as a lease that has run out, the failure that the dead process left does not hold it up
    await server.pool.query(`delete from job where kind = 'runImports' and item <> ''`)
    expect((await finish(id)).counts).toMatchObject({ done: 70, bad: 0, same: 0 })
    expect(await count('person')).toBe(people + 70)
    expect(await count('patient where id in (select id from import_line where import_id = $1)', [id])).toBe(70)
  })

  test('the lease of a process that died is taken up, and starting an import makes its job due', async () => {
    const { id } = await send(some(30))
    await server.pool.query(
      `insert into job (kind, due_at, every_s, holder, leased_until)
       values ('runImports', clock_timestamp() + interval '1 h', 60, gen_random_uuid(), clock_timestamp() + interval '2 s')
       on conflict (kind, item) do update set due_at = excluded.due_at, holder = excluded.holder, leased_until = excluded.leased_until`,
    )
    await desk.call('import.start', { id })
    const nothing = Object.fromEntries(JOB_NAMES.map((name) => [name, () => undefined])) as unknown as Work // it has the same names
    const jobs = runJobs(
      { ...server.deps, databaseIsUp: () => true, count: () => undefined },
      { ...nothing, runImports: () => runImports(server.deps) },
    )
    try {
      await expect.poll(async () => (await stateOf(id)).counts.done, { timeout: 30_000 }).toBe(30)
    } finally {
      await jobs.stop()
    }
  }, 60_000)

  test('two processes at once add each line once', async () => {
    const { id } = await send(some(80))
    await desk.call('import.start', { id })
    const people = await count('person')
    await Promise.all([runImports(server.deps), runImports(server.deps), runImports(server.deps)])
    expect((await finish(id)).counts).toMatchObject({ done: 80 })
    expect(await count('person')).toBe(people + 80)
  })

  test('whoever started it leaves the clinic: it ends, and says so', async () => {
    const { id } = await send(some(30))
    await desk.call('import.start', { id })
    const { id: starter } = server.world.people.deskKuzey
    await server.pool.query('update person set active = false where id = $1', [starter])
    await runImports(server.deps)
    await server.pool.query('update person set active = true where id = $1', [starter])
    expect((await finish(id)).counts).toMatchObject({ done: 0, bad: 30 })
    expect((await read(id, 'bad'))[0]).toMatchObject({ faults: [{ field: null, reason: 'stopped' }] })
  })
})

describe('undoing', () => {
  test('removes what is as it was made; a changed card and one with a visit stay, with the reason', async () => {
    const people = await count('person')
    const its = await done(some(30, (nth) => (nth === 5 ? { identity: identityOf(5001) } : {})))
    const lines = await read(its.id, 'done')
    const [changed, visited] = [lines[3]!, lines[8]!]
    const edits = [
      { id: changed.patientId!, city: 'İzmir' },
      // one number for another: the card itself says only that there is one
      { id: lines[5]!.patientId!, identity: identityOf(5002) },
    ]
    for (const edit of edits) expect((await desk.call('patient.update', edit, { key: freshKey() })).status).toBe(200)
    const { world } = server
    await world.visit(world.people.doctorKuzey.id, visited.patientId!, world.clinics.kuzey, world.slot(3, 4))
    expect((await desk.call('import.undo', { id: its.id })).status).toBe(200)
    expect(await finish(its.id)).toMatchObject({ state: 'undone', counts: { done: 0, gone: 27, kept: 3 } })
    expect(await count('person')).toBe(people + 3)
    expect((await read(its.id, 'kept')).map(({ line, faults }) => [line, faults[0]?.reason])).toEqual([
      [changed.line, 'changed'],
      [lines[5]!.line, 'changed'],
      // a visit changes what the card says of visits, too
      [visited.line, expect.stringMatching(/used|changed/)],
    ])
    const gone = await desk.call('patient.list', { id: lines[0]!.patientId! })
    expect(gone.body['patients']).toEqual([])
    expect(await desk.call('import.undo', { id: its.id })).toMatchObject({ status: 409 })
    // and the same file can be imported again
    expect((await done(some(1))).counts.done).toBe(1)
  })

  test('what names a patient and does not change the card keeps them', async () => {
    const its = await done(some(2))
    const [noted] = await read(its.id, 'done')
    const note = { id: newId(), patientId: noted!.patientId!, text: 'Aradı.' }
    expect((await desk.call('patient.addNote', note, { key: freshKey() })).status).toBe(200)
    await desk.call('import.undo', { id: its.id })
    expect((await finish(its.id)).counts).toMatchObject({ gone: 1, kept: 1 })
    expect(await read(its.id, 'kept')).toMatchObject([{ line: noted!.line, faults: [{ reason: 'used' }] }])
  })
})

describe('whose it is, and for how long', () => {
  test('another clinic, and everyone else, find nothing', async () => {
    const { id } = await send(some(1))
    const other = await server.as('deskLinden', 'linden.localhost')
    expect((await other.call('import.list', {})).body['imports']).not.toContainEqual(expect.objectContaining({ id }))
    const asked = [
      other.call('import.read', { id, states: ['new'] }),
      other.call('import.send', { id, lines: some(1) }),
      other.call('import.start', { id }),
      other.call('import.undo', { id }),
      other.call('import.drop', { id }),
    ]
    for (const { status } of await Promise.all(asked)) expect(status).toBe(404)
    const doctor = await server.as('doctorKuzey', 'kuzey.localhost')
    expect((await doctor.call('import.read', { id, states: ['new'] })).status).toBe(403)
  })

  test('what a line says rests sealed, and no act is missing in the audit', async () => {
    const its = await done(some(1, () => ({ name: 'Mühürlü Kişi', allergies: 'Gizli alerji' })))
    const { rows } = await server.watch.query<{ line: string }>(
      'select l::text as line from import_line l where import_id = $1',
      [its.id],
    )
    expect(rows[0]!.line).toContain('~S1.')
    expect(rows[0]!.line).not.toMatch(/Mühürlü|alerji/)
    await desk.call('import.undo', { id: its.id })
    const { rows: acts } = await server.pool.query<{ action: string }>(
      `select action from audit where action like 'import.%' and coalesce(object_id, $1) = $1 order by seq desc limit 4`,
      [its.id],
    )
    expect(acts.map(({ action }) => action)).toEqual(['import.undo', 'import.start', 'import.send', 'import.add'])
  })

  test('lines go with a patient who is erased', async () => {
    const its = await done(some(2))
    const [first] = await read(its.id, 'done')
    const erase = { id: first!.patientId!, name: first!.cells.name!, reason: 'asked' as const }
    expect((await desk.call('patient.erase', erase, { key: freshKey() })).status).toBe(200)
    expect(await count('import_line where import_id = $1', [its.id])).toBe(1)
  })

  test('lines are kept for 30 days, an import that is not started for one; the counts stay', async () => {
    const its = await done(some(2))
    const waiting = await send(some(1))
    // sessions end meanwhile: what is left is looked up beside the calls
    const later = async (days: number) => {
      await cleanUp({ ...server.deps, now: () => server.clock.now + days * 86_400_000 })
      const { rows } = await server.pool.query<Import>('select * from import_row where id = any ($1)', [
        [its.id, waiting.id],
      ])
      return new Map(rows.map((row) => [row.id, row]))
    }
    expect((await later(0.9)).get(waiting.id)).toMatchObject({ state: 'reading' })
    expect((await later(1.1)).get(waiting.id)).toBeUndefined()
    expect((await later(29)).get(its.id)).toMatchObject({ linesKept: true })
    const old = (await later(31)).get(its.id)!
    expect(old).toMatchObject({ linesKept: false, counts: { done: 2 } })
    expect(isUndoable(old)).toBe(false)
    expect((await later(400)).size).toBe(0)
  })
})

/** The server of a process whose connection breaks at its nth card. */
function dying(after: number) {
  let cards = 0
  const connect = server.deps.requests.connect.bind(server.deps.requests)
  const requests = new Proxy(server.deps.requests, {
    get: (pool, name) =>
      name === 'connect'
        ? async () => {
            const client = await connect()
            const query = client.query.bind(client) as (...args: unknown[]) => unknown
            return new Proxy(client, {
              get: (its, part) =>
                part === 'query'
                  ? (...args: unknown[]) => {
                      if (String(args[0]).startsWith('insert into person') && ++cards === after)
                        throw new Error('killed')
                      return query(...args)
                    }
                  : (Reflect.get(its, part) as unknown),
            })
          }
        : (Reflect.get(pool, name) as unknown),
  })
  return { ...server.deps, requests }
}

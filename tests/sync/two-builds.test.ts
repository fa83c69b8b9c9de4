// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Send } from '../../src/api/http.ts'
import * as databaseHere from '../../src/db/database.ts'
import * as changeHere from '../../src/sync/change.ts'
import * as cycleHere from '../../src/sync/cycle.ts'
import * as rescueHere from '../../src/sync/rescue.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Two builds of the app in two tabs of one browser (issue 28, bad input): this one, and a next one, which is this tree
 * with a few changed lines. They share the database, the person's lock and the server; each runs its own code.
 */
type Build = {
  readonly openDatabase: typeof databaseHere.openDatabase
  readonly NewerDatabase: typeof databaseHere.NewerDatabase
  readonly change: typeof changeHere.change
  readonly NotSaved: typeof changeHere.NotSaved
  readonly cycle: typeof cycleHere.cycle
  readonly openOrRescue: typeof rescueHere.openOrRescue
}
type Tab = { readonly build: Build; readonly db: databaseHere.Database }

const older: Build = { ...databaseHere, ...changeHere, ...cycleHere, ...rescueHere }
const root = join(import.meta.dirname, '..', '..')
const folders: string[] = []
let server: TestServer
let client: Client
/** A build whose notes have another shape, which the older build cannot read; it reads the older build's notes. */
let newShape: Build
/** A build with another version of the database. */
let newTables: Build

beforeAll(async () => {
  server = await startServer()
  client = await server.signIn('deskKuzey')
  newShape = await nextBuild(
    'src/sync/upcast.ts',
    'Record<string, Upcaster>> = {}',
    `Record<string, Upcaster>> = {
      'patient.addNote 1': (input) => ({ call: 'patient.addNote', payload: 2, input }),
    }`,
  )
  const now = databaseHere.DATABASE_VERSION
  newTables = await nextBuild('src/db/database.ts', `DATABASE_VERSION = ${now}`, `DATABASE_VERSION = ${now + 1}`)
}, 120_000)
afterAll(async () => {
  await server.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function nextBuild(file: string, from: string, to: string): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'bedside-next-'))
  folders.push(folder)
  for (const part of ['contract', 'src', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const text = await readFile(join(root, file), 'utf8')
  expect(text.split(from)).toHaveLength(2)
  await writeFile(join(folder, file), text.replace(from, to))
  const modules = ['src/db/database.ts', 'src/sync/change.ts', 'src/sync/cycle.ts', 'src/sync/rescue.ts']
  return Object.assign({}, ...(await Promise.all(modules.map((each) => import(join(folder, each)))))) as Build
}

let name: string
let fault: (url: string) => Promise<'drop' | 'lose-answer' | void>
/** Keys as they arrived at the server, in order. */
let came: string[]
let lock: Promise<unknown>
beforeEach(() => {
  ;[name, came, lock, fault] = [newId(), [], Promise.resolve(), async () => {}]
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})
const opened: Tab[] = []
afterEach(() => {
  for (const { db } of opened.splice(0)) db.close({ disableAutoOpen: true })
})

function tab(build: Build): Tab {
  const its = { build, db: build.openDatabase(name) }
  opened.push(its)
  return its
}
const send: Send = async ({ method, url, body, headers }) => {
  const happens = await fault(url)
  if (happens === 'drop') return { kind: 'none' }
  if (url === '/api/batch') came.push(...(body as { calls: { key: string }[] }).calls.map(({ key }) => key)) // as `send.ts` has just written
  const answer = await client.request(method as 'GET', url, body, headers)
  if (happens === 'lose-answer') return { kind: 'none' }
  return { kind: 'answer', status: answer.status, body: answer.body, retryAfter: null }
}
const person = () => server.world.people.deskKuzey
const round = ({ build, db }: Tab) =>
  build.cycle(db, {
    person: person().id,
    send,
    now: () => server.clock.now,
    // one lock for both, as the browser gives by name
    lock: (_, work) => {
      const turn = lock.then(work)
      lock = turn.catch(() => {})
      return turn
    },
    signedOut: async () => {},
  })
async function note({ build, db }: Tab, text: string) {
  const id = newId()
  const maker = { person: person().id, name: person().name, host: 'test', now: server.clock.now }
  const input = { id, patientId: server.world.people.patientKuzey.id, text }
  await build.change(db, maker, 'patient.addNote', input, { authorId: person().id })
  return id
}
/** How often each change was done on the server. */
const done = async (ids: readonly string[]) => {
  const { rows } = await server.pool.query<{ n: number }>(
    `select (select count(*) from audit where action = 'patient.addNote' and object_id = w and outcome = 'done')::int as n
       from unnest($1::uuid[]) with ordinality t (w, nth) order by nth`,
    [ids],
  )
  return rows.map(({ n }) => n)
}

describe('the next build has another shape of a change', () => {
  test('I2, I3, I7: what either build queues arrives once, whichever sends it, even if replies are lost', async () => {
    const [old, next] = [tab(older), tab(newShape)]
    const ids: string[] = []
    let batches = 0
    fault = async (url) => (url === '/api/batch' && batches++ % 3 === 1 ? 'lose-answer' : undefined)
    for (let n = 0; n < 12; n++) {
      ids.push(await note(n % 2 ? next : old, `Note ${n}`))
      await Promise.all([round(old), n % 3 ? round(next) : undefined])
      server.clock.now += 90_000
    }
    for (let n = 0; n < 6 && (await next.db.outbox.count()); n++) {
      await round(next)
      server.clock.now += 90_000
    }
    expect(await next.db.outbox.toArray()).toEqual([])
    expect(await done(ids)).toEqual(ids.map(() => 1))
  })

  test('28.5: the older build sends nothing of the next one’s, says so, and the next one sends it by itself', async () => {
    const [old, next] = [tab(older), tab(newShape)]
    const [theirs, own] = [await note(next, 'Of the next build'), await note(old, 'Of the older build')]
    await round(old)
    expect(await done([theirs, own])).toEqual([0, 1])
    expect(await old.db.outbox.toArray()).toMatchObject([{ payload: 2, state: 'parked', problem: { kind: 'unknown' } }])
    await round(next)
    expect(await done([theirs, own])).toEqual([1, 1])
    expect(await old.db.outbox.count()).toBe(0)
  })
})

describe('the next build has other tables (rule 92)', () => {
  test('an older tab in the middle of a batch writes nothing more, and the next build sends its queue once', async () => {
    const old = tab(older)
    await round(old)
    const id = await note(old, 'Queued by the older build')
    let next: Tab | undefined
    fault = async (url) => {
      if (url !== '/api/batch' || next) return
      next = tab(newTables)
      await next.db.open()
      return 'lose-answer'
    }
    await expect(round(old)).rejects.toThrow(/closed/i)
    expect(next!.db.verno).toBe(databaseHere.DATABASE_VERSION + 1)
    expect(await next!.db.outbox.toArray()).toMatchObject([{ state: 'sending', input: { id } }])
    await expect(note(old, 'Too late')).rejects.toThrow(older.NotSaved)
    await expect(round(old)).rejects.toThrow(/closed/i)
    server.clock.now += 90_000
    expect(await round(next!)).toBe('online')
    expect([await next!.db.outbox.count(), await done([id])]).toEqual([0, [1]])
    expect(came).toHaveLength(2)
    expect(new Set(came).size).toBe(1)
  })

  test('an older tab opened beside the next build reads and writes nothing; the next build continues', async () => {
    const next = tab(newTables)
    await round(next)
    const id = await note(next, 'Of the next build')
    const before = await next.db.outbox.toArray()
    for (const _ of [1, 2]) await expect(older.openOrRescue(name)).rejects.toThrow(older.NewerDatabase)
    expect(await next.db.outbox.toArray()).toEqual(before)
    expect(await round(next)).toBe('online')
    expect(await done([id])).toEqual([1])
  })
})

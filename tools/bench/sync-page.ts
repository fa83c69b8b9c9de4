import { liveQuery } from 'dexie'
import { BATCH, MOST_ROWS, type PullPage } from '../../contract/sync/sync.ts'
import { sendAs, type Send } from '../../src/api/http.ts'
import { readSession } from '../../src/api/session.ts'
import { openDatabase, rowsIn, type Database } from '../../src/db/database.ts'
import { KEY_BYTES, sealOf } from '../../src/db/seal.ts'
import { change } from '../../src/sync/change.ts'
import { pullAll } from '../../src/sync/pull.ts'
import { callOf, sendAll } from '../../src/sync/send.ts'

/**
 * What `sync.ts` measures in the page: the engine's own code, on databases of its own, as whoever is signed in there. All times in ms of
 * the page's clock. Bundled for the run alone; no build of the app holds it.
 */
Object.assign(globalThis, {
  benchSync: { firstSync, bareFill, idle, saves, reads, replay, bareReplay, unlock, queueOwn },
})

let filled: Database | null = null

/** A new device, filled: until a list that is open meanwhile shows its first rows, and until all is there. */
async function firstSync(): Promise<{ first: number; whole: number; rows: number }> {
  await filled?.delete()
  const db = (filled = openDatabase(`bench-${crypto.randomUUID()}`))
  const { send } = await asked()
  const begun = performance.now()
  let first = 0
  const list = () => rowsIn(db, 'appointment').orderBy('start').reverse().limit(20).toArray()
  const watched = liveQuery(list).subscribe((rows) => {
    if (rows.length) first ||= performance.now() - begun
  })
  await pullAll(db, send, Date.now)
  watched.unsubscribe()
  return { first, whole: performance.now() - begun, rows: await rowsIn(db, 'appointment').count() }
}

/**
 * The floor of a first sync: the same pages of the same rows, one after the other, each put into the same tables with its cursor in one transaction, as
 * durably. Nothing is kept of what the engine promises. Ms.
 */
async function bareFill(): Promise<number> {
  const db = openDatabase(`floor-${crypto.randomUUID()}`)
  const { send } = await asked()
  const begun = performance.now()
  for (let cursor: string | null = null, more = true; more;) {
    const query = new URLSearchParams({ rows: String(MOST_ROWS), ...(cursor !== null && { cursor }) })
    const response = await send({ method: 'GET', url: `/api/sync?${query}` })
    if (response.kind === 'none' || response.status !== 200) throw new Error('no page')
    const page = response.body as unknown as PullPage // its reply
    const rows = Object.entries(page.rows)
    await db.transaction('rw', [db.facts, ...rows.map(([table]) => db.table(table))], async () => {
      for (const [table, its] of rows) await db.table(table).bulkPut([...its])
      await db.facts.put({ name: 'cursor', value: page.cursor })
    })
    ;({ cursor, more } = page)
  }
  const whole = performance.now() - begun
  await db.delete()
  return whole
}

/** Pulls with nothing new: how many requests, how many bytes of body, and how long the server has it, beside a call that does nothing. */
async function idle(rounds: number): Promise<{ requests: number; bytes: number; times: number[]; empty: number[] }> {
  const { send, headers } = await asked()
  let [requests, bytes] = [0, 0]
  const [times, empty]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    await pullAll(held(), (request) => (requests++, send(request)), Date.now)
    const cursor = (await held().facts.get('cursor'))?.value
    let begun = performance.now()
    await fetch('/boot.js', { method: 'HEAD', cache: 'no-store' })
    empty.push(performance.now() - begun)
    begun = performance.now()
    bytes = (await (await fetch(`/api/sync?cursor=${encodeURIComponent(String(cursor))}`, { headers })).text()).length
    times.push(performance.now() - begun)
  }
  return { requests: requests / rounds, bytes, times, empty }
}

/** Notes written on so many visits, one after the other: until each is on the disk with its entry. */
async function saves(count: number): Promise<number[]> {
  const db = held()
  const { maker } = await asked()
  const times: number[] = []
  for (const id of await waiting(db, count)) {
    const begun = performance.now()
    await change(db, maker(), 'appointment.update', { id, note: `bench ${begun}` })
    times.push(performance.now() - begun)
  }
  return times
}

const waiting = async (db: Database, count: number) =>
  (
    await rowsIn(db, 'appointment')
      .where('[status+start]')
      .between(['waiting', ''], ['waiting', '9999'])
      .limit(count)
      .toArray()
  ).map(({ id }) => id)

/** A page of twenty by keyset from anywhere, and a doctor's week whole. */
async function reads(rounds: number, now: string): Promise<{ page: number[]; week: number[]; inWeek: number }> {
  const table = rowsIn(held(), 'appointment')
  const [page, week]: [number[], number[]] = [[], []]
  let inWeek = 0
  const doctorId = (await table.limit(1).toArray())[0]?.['doctorId']
  for (let i = 0; i < rounds; i++) {
    const from = new Date(Date.parse(now) + ((i % 50) - 20) * 86_400_000)
    const to = new Date(from.getTime() + 7 * 86_400_000)
    let begun = performance.now()
    await table.where('start').below(from.toISOString()).reverse().limit(20).toArray()
    page.push(performance.now() - begun)
    begun = performance.now()
    inWeek = Math.max(
      inWeek,
      (
        await table
          .where('[doctorId+start]')
          .between([doctorId, from.toISOString()], [doctorId, to.toISOString()])
          .toArray()
      ).length,
    )
    week.push(performance.now() - begun)
  }
  return { page, week, inWeek }
}

/**
 * So many changes queued, then sent over a line of this round trip (ms) on which one answer in `lose` is lost; 0 loses none. A queue is made
 * over hours: what the browser still tidies on its disk after a thousand changes in eight seconds is over before the line is back.
 */
async function replay(count: number, trip: number, lose: number): Promise<number> {
  const db = held()
  const { send, maker, person } = await asked()
  for (const id of await waiting(db, count))
    await change(db, maker(), 'appointment.update', { id, note: `replay ${Math.random()}` })
  await new Promise((done) => setTimeout(done, REST))
  let n = 0
  const slow: Send = async (request) => {
    const answer = await send(request)
    await new Promise((done) => setTimeout(done, trip))
    return lose && ++n % lose === 0 ? { kind: 'none' } : answer
  }
  // what the backoff would wait is not what is measured here: this clock is always past it
  let at = Date.now()
  const later = () => (at += 120_000)
  const begun = performance.now()
  for (;;) {
    const sent = await sendAll(db, slow, person, later)
    if (sent === 'empty') break
    if (sent !== 'offline') throw new Error(sent)
  }
  const took = performance.now() - begun
  const left = await db.outbox.toArray()
  if (left.length) throw new Error(`${left.length} changes were not taken: ${left[0]?.problem?.code}`)
  return took
}

/**
 * The floor of a replay: as many changes of the same kind on the same server, in batches as full, two under way over a line of this round trip (ms);
 * made beforehand and kept in memory, where a lost answer would lose them. Ms.
 */
async function bareReplay(count: number, trip: number): Promise<number> {
  const db = held()
  const { send, maker } = await asked()
  for (const id of await waiting(db, count))
    await change(db, maker(), 'appointment.update', { id, note: `floor ${Math.random()}` })
  const calls = (await db.outbox.orderBy('seq').toArray()).map(callOf)
  const batches = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, n) =>
    calls.slice(n * BATCH, (n + 1) * BATCH),
  )
  await db.outbox.clear()
  await db.base.clear()
  await new Promise((done) => setTimeout(done, REST))
  const begun = performance.now()
  const lane = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const response = await send({ method: 'POST', url: '/api/batch', body: { calls: batch } })
      if (response.kind === 'none' || response.status !== 200) throw new Error('a batch was not taken')
      await new Promise((done) => setTimeout(done, trip))
    }
  }
  await Promise.all([lane(), lane()])
  const took = performance.now() - begun
  // the device knows nothing of what it sent: it reads it like another's
  await pullAll(db, send, Date.now)
  return took
}

const REST = 4_000

/** So many changes queued in the database of whoever is signed in, which the app in this page has open as well. */
async function queueOwn(count: number): Promise<void> {
  const { maker, person } = await asked()
  const db = openDatabase(person)
  for (const id of await waiting(db, count))
    await change(db, maker(), 'appointment.update', { id, note: `queued ${Math.random()}` })
  db.close()
}

/** So many sealed visits: from the key in hand until all have been opened, as a shared device that is unlocked; beside what plain ones take. */
async function unlock(count: number): Promise<{ sealed: number; plain: number; rows: number }> {
  const rows = await rowsIn(held(), 'appointment').limit(count).toArray()
  const took = async (isSealed: boolean) => {
    const name = `bench-${crypto.randomUUID()}`
    const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
    const open = () => openDatabase(name, isSealed ? sealOf(name, key) : null)
    const before = open()
    await rowsIn(before, 'appointment').bulkPut(rows)
    before.close()
    const begun = performance.now()
    const db = open()
    const opened = await rowsIn(db, 'appointment').toArray()
    const ms = performance.now() - begun
    if (opened.length !== rows.length || opened.some(({ body }) => !body['patientName'])) throw new Error('not opened')
    await db.delete()
    return ms
  }
  return { sealed: await took(true), plain: await took(false), rows: rows.length }
}

function held(): Database {
  if (!filled) throw new Error('firstSync comes first')
  return filled
}

async function asked() {
  const session = await readSession()
  if (!session) throw new Error('nobody is signed in')
  const { person, offset } = session
  return {
    person: person.id,
    send: sendAs(session),
    headers: { authorization: session.token, session: session.session },
    maker: () => ({ person: person.id, name: person.name, host: location.host, now: Date.now() + offset }),
  }
}

export type BenchSync = {
  firstSync: typeof firstSync
  bareFill: typeof bareFill
  idle: typeof idle
  saves: typeof saves
  reads: typeof reads
  replay: typeof replay
  bareReplay: typeof bareReplay
  unlock: typeof unlock
  queueOwn: typeof queueOwn
}

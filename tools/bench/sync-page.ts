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
 * The measurements of `sync.ts` that run in the page: the engine's own code on its own databases, as the person signed
 * in there. All times are ms of the page's clock. Bundled only for the run; no build of the app contains it.
 */
Object.assign(globalThis, {
  benchSync: { firstSync, bareFill, idle, saves, reads, replay, bareReplay, unlock, queueOwn },
})

let filled: Database | null = null

/**
 * Fills a new device: the time until a list that is open meanwhile shows its first rows, and until everything is there.
 */
async function firstSync(): Promise<{ first: number; whole: number; rows: number }> {
  await filled?.delete()
  const db = (filled = openDatabase(`bench-${crypto.randomUUID()}`))
  const { send } = await signedInContext()
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
 * The baseline of a first sync: the same pages of the same rows, one after the other, each written to the same tables
 * with its cursor in one transaction, equally durable, but without anything else the engine guarantees. In ms.
 */
async function bareFill(): Promise<number> {
  const db = openDatabase(`floor-${crypto.randomUUID()}`)
  const { send } = await signedInContext()
  const begun = performance.now()
  for (let cursor: string | null = null, more = true; more;) {
    const query = new URLSearchParams({ rows: String(MOST_ROWS), ...(cursor !== null && { cursor }) })
    const response = await send({ method: 'GET', url: `/api/sync?${query}` })
    if (response.kind === 'none' || response.status !== 200) throw new Error('no page')
    const page = response.body as unknown as PullPage // the reply of a pull
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

/**
 * Pulls with nothing new: the number of requests, the bytes of their bodies, and the server's time, compared with an
 * empty call.
 */
async function idle(rounds: number): Promise<{ requests: number; bytes: number; times: number[]; empty: number[] }> {
  const { send, headers } = await signedInContext()
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

/** Writes notes on so many visits, one after the other; the time until each is on the disk with its entry. */
async function saves(count: number): Promise<number[]> {
  const db = held()
  const { maker } = await signedInContext()
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

/** Reads a page of twenty from any position by keyset, and a doctor's whole week. */
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
 * Queues so many changes, then sends them over a line with this round trip (ms) on which one in `lose` answers is lost;
 * 0 loses none. In reality a queue grows over hours, so the run waits until the browser has finished the disk writes of
 * a thousand changes made in eight seconds.
 */
async function replay(count: number, trip: number, lose: number): Promise<number> {
  const db = held()
  const { send, maker, person } = await signedInContext()
  for (const id of await waiting(db, count))
    await change(db, maker(), 'appointment.update', { id, note: `replay ${Math.random()}` })
  await new Promise((done) => setTimeout(done, REST))
  let n = 0
  const slow: Send = async (request) => {
    const answer = await send(request)
    await new Promise((done) => setTimeout(done, trip))
    return lose && ++n % lose === 0 ? { kind: 'none' } : answer
  }
  // the backoff's waiting is not measured: this clock is always past it
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
 * The baseline of a replay: as many changes of the same kind to the same server, in batches of the same size, two in
 * flight over a line with this round trip (ms). They are made beforehand and kept only in memory. In ms.
 */
async function bareReplay(count: number, trip: number): Promise<number> {
  const db = held()
  const { send, maker } = await signedInContext()
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
  // the device does not know these changes as its own, and pulls them like another's
  await pullAll(db, send, Date.now)
  return took
}

const REST = 4_000

/** Queues so many changes in the database of the signed-in person, which the app in this page has open too. */
async function queueOwn(count: number): Promise<void> {
  const { maker, person } = await signedInContext()
  const db = openDatabase(person)
  for (const id of await waiting(db, count))
    await change(db, maker(), 'appointment.update', { id, note: `queued ${Math.random()}` })
  db.close()
}

/**
 * Opens so many encrypted visits, as a shared device does when it is unlocked: the time from the key until all are
 * open, compared with plain ones.
 */
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

async function signedInContext() {
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

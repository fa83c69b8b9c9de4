import { Dexie, liveQuery, type Table } from 'dexie'
import { changeOf, type Change, type Line } from './line.ts'
import { BATCH, type Peer } from './peer.ts'
import type { Row } from './row.ts'

/** Dexie and fetch, used as Dexie's documentation suggests: a table of rows, a table of waiting changes, a cursor. */
type Database = Dexie & {
  readonly rows: Table<Row, string>
  readonly outbox: Table<Change & { readonly seq?: number }, number>
  readonly facts: Table<{ readonly name: string; readonly value: string }, string>
}

let db: Database

export const plain: Peer = {
  open: async (name) => {
    db = new Dexie(name) as Database // its tables are declared below
    db.version(1).stores({ rows: 'key, start, [doctorId+start]', outbox: '++seq', facts: 'name' })
    await db.open()
  },
  fill: async (line) => {
    let cursor = (await db.facts.get('cursor'))?.value ?? null
    for (let more = true; more;) {
      const page = await line.page(cursor)
      await db.transaction('rw', db.rows, db.facts, async () => {
        await db.rows.bulkPut(page.rows)
        await db.facts.put({ name: 'cursor', value: page.cursor })
      })
      ;({ cursor, more } = page)
    }
  },
  lay: async (rows) => void (await db.rows.bulkPut([...rows])),
  count: () => db.rows.count(),
  waiting: (count) =>
    db.rows
      .where('start')
      .above('')
      .filter(({ tbl, status }) => tbl === 'appointment' && status === 'waiting')
      .limit(count)
      .toArray(),
  change: (row, note) =>
    db.transaction('rw', db.rows, db.outbox, async () => {
      const changed = { ...row, note, change: crypto.randomUUID() }
      await db.rows.put(changed)
      await db.outbox.add(changeOf(changed))
    }),
  send,
  takeBack: async () => {},
  left: () => db.outbox.count(),
  watch: ({ from, to, doctorId }, show) =>
    void liveQuery(() =>
      doctorId
        ? db.rows.where('[doctorId+start]').between([doctorId, from], [doctorId, to]).toArray()
        : db.rows.where('start').between(from, to).toArray(),
    ).subscribe(show),
}

async function send(line: Line) {
  for (;;) {
    const batch = await db.outbox.orderBy('seq').limit(BATCH).toArray()
    if (batch.length === 0) return
    const rows = await line.send(batch).catch(() => null)
    if (!rows) continue
    await db.transaction('rw', db.rows, db.outbox, async () => {
      await db.rows.bulkPut(rows.flatMap((row) => (row ? [row] : [])))
      await db.outbox.bulkDelete(batch.map(({ seq }) => seq!))
    })
  }
}

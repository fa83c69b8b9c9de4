import { addRxPlugin, createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { RxDBUpdatePlugin } from 'rxdb/plugins/update'
import { changeOf, type Line } from './line.ts'
import { BATCH, type Peer } from './peer.ts'
import type { Range, Row } from './row.ts'

addRxPlugin(RxDBUpdatePlugin)

/** RxDB on its free browser storage, with its own replication over Bedside's pull and batch. */
let rows: RxCollection<Row>

export const rxdb: Peer = {
  open: async (name) => {
    const db = await createRxDatabase<{ rows: RxCollection<Row> }>({
      name,
      storage: getRxStorageDexie(),
      multiInstance: false,
      eventReduce: true,
    })
    ;({ rows } = await db.addCollections({ rows: { schema } }))
  },
  fill: (line) => replicate(line),
  lay: async (its) => void (await rows.bulkInsert([...its])),
  count: () => rows.count().exec(),
  waiting: async (count) =>
    (
      await rows.find({ selector: { tbl: 'appointment', status: 'waiting', start: { $gt: '' } }, limit: count }).exec()
    ).map((doc) => doc.toMutableJSON()),
  change: async ({ key }, note) => {
    const doc = await rows.findOne(key).exec()
    await doc?.incrementalPatch({ note, change: crypto.randomUUID() })
  },
  send: (line) => replicate(line),
  takeBack: (line) => replicate(line),
  left: async () => 0, // only the replication knows what waits, and it has ended
  watch: (range, show) =>
    void rows.find(rangeQuery(range)).$.subscribe((docs) => show(docs.map((doc) => doc.toMutableJSON()))),
}

const rangeQuery = ({ from, to, doctorId }: Range) => ({
  selector: { ...(doctorId && { doctorId }), start: { $gte: from, $lt: to } },
  sort: [{ start: 'asc' as const }],
})

/**
 * Pulls new rows and pushes waiting changes until both are done. RxDB takes a page shorter than requested as the last
 * one, so one of its pages combines as many of Bedside's as needed to be full.
 */
async function replicate(line: Line) {
  let refused = 0
  const state = replicateRxCollection<Row, { cursor: string }>({
    collection: rows,
    replicationIdentifier: 'bedside',
    live: false,
    retryTime: 1,
    pull: {
      batchSize: 500,
      handler: async (checkpoint, size) => {
        const documents: (Row & { _deleted: boolean })[] = []
        let cursor = checkpoint?.cursor ?? null
        for (let more = true; more && documents.length < size;) {
          const page = await line.page(cursor)
          for (const row of page.rows) documents.push({ ...row, _deleted: false })
          ;({ cursor, more } = page)
        }
        return { documents, checkpoint: { cursor: cursor ?? '' } }
      },
    },
    push: {
      batchSize: BATCH,
      handler: async (pushed) => {
        const answered = await line.send(pushed.map(({ newDocumentState }) => changeOf(newDocumentState)))
        // RxDB retries forever what throws here
        refused += answered.filter((row) => row === null).length
        return []
      },
    },
  })
  await state.awaitInitialReplication()
  await state.cancel()
  if (refused) throw new Error(`${refused} changes were refused`)
}

const text = { type: 'string', maxLength: 40 } as const
const schema: RxJsonSchema<Row> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: {
    key: { type: 'string', maxLength: 80 },
    tbl: text,
    id: text,
    start: text,
    doctorId: text,
    status: text,
    version: { type: 'number' },
    note: { type: 'string' },
    change: text,
    body: { type: 'object', additionalProperties: true },
  },
  required: ['key', 'tbl', 'id', 'start', 'doctorId', 'status', 'version', 'note', 'change', 'body'],
  indexes: ['start', ['doctorId', 'start']],
}

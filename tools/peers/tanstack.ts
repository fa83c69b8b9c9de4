import {
  createBrowserWASQLitePersistence,
  openBrowserWASQLiteOPFSDatabase,
  persistedCollectionOptions,
} from '@tanstack/browser-db-sqlite-persistence'
import { and, createCollection, createLiveQueryCollection, eq, gte, lt, type Collection } from '@tanstack/db'
import { IndexedDBAdapter, startOfflineExecutor, type OfflineExecutor } from '@tanstack/offline-transactions'
import { changeOf, type Line } from './line.ts'
import type { Peer } from './peer.ts'
import type { Row } from './row.ts'

/**
 * TanStack DB: rows persisted by SQLite in the browser's private files, changes by its offline transactions, which it
 * sends one after the other.
 */
let rows: Collection<Row, string>
let executor: OfflineExecutor
let line: Line | null = null
let put: (its: readonly Row[]) => Promise<void>
let cursor: string | null = null

export const tanstack: Peer = {
  open: async (name) => {
    const database = await openBrowserWASQLiteOPFSDatabase({ databaseName: `${name}.sqlite` })
    const persistence = createBrowserWASQLitePersistence({ database })
    rows = createCollection(
      persistedCollectionOptions<Row, string>({
        id: 'rows',
        getKey: ({ key }) => key,
        persistence,
        schemaVersion: 1,
        sync: {
          rowUpdateMode: 'full',
          sync: ({ begin, write, commit, markReady, collection }) => {
            put = async (its) => {
              // immediately: otherwise it would wait for the transaction that calls it
              begin({ immediate: true })
              for (const value of its) write({ type: collection.has(value.key) ? 'update' : 'insert', value })
              await commit()
            }
            markReady()
          },
        },
      }),
    )
    await rows.preload()
    executor = startOfflineExecutor({
      collections: { rows },
      storage: new IndexedDBAdapter(name, 'transactions'),
      jitter: false,
      mutationFns: {
        note: async ({ transaction, idempotencyKey }) => {
          const row = transaction.mutations[0]?.modified as unknown as Row // the only kind of change here
          const [answered] = await sending().send([{ ...changeOf(row), key: idempotencyKey }])
          if (answered) await put([answered])
        },
      },
      onlineDetector: detector,
    })
    await executor.waitForInit()
  },
  fill: async (given) => {
    for (let more = true; more;) {
      const page = await given.page(cursor)
      await put(page.rows)
      ;({ cursor, more } = page)
    }
  },
  lay: (its) => put(its),
  count: async () => rows.size,
  waiting: async (count) =>
    rows.toArray.filter(({ tbl, status }) => tbl === 'appointment' && status === 'waiting').slice(0, count),
  change: async ({ key }, note) => {
    const before = (await executor.peekOutbox()).length
    const transaction = executor.createOfflineTransaction({ mutationFnName: 'note', autoCommit: false })
    transaction.mutate(() => rows.update(key, (draft) => void Object.assign(draft, { note })))
    // commit resolves when the server has answered; the change is on disk once the outbox has it
    void transaction.commit()
    while ((await executor.peekOutbox()).length === before) await new Promise((done) => setTimeout(done, 0))
  },
  send: async (given) => {
    line = given
    detector.notifyOnline()
    while ((await executor.peekOutbox()).length > 0) await new Promise((done) => setTimeout(done, 50))
    line = null
  },
  takeBack: async () => {},
  left: async () => (await executor.peekOutbox()).length,
  watch: ({ from, to, doctorId }, show) => {
    const live = createLiveQueryCollection({
      startSync: true,
      query: (query) =>
        query
          .from({ row: rows })
          .where(({ row }) =>
            doctorId
              ? and(eq(row.doctorId, doctorId), and(gte(row.start, from), lt(row.start, to)))
              : and(gte(row.start, from), lt(row.start, to)),
          )
          .orderBy(({ row }) => row.start),
    })
    live.subscribeChanges(() => show(live.toArray), { includeInitialState: true })
  },
}

function sending(): Line {
  if (!line) throw new TypeError('no line')
  return line
}

/** The bench decides when there is a network. */
const listeners = new Set<() => void>()
const detector = {
  subscribe: (callback: () => void) => {
    listeners.add(callback)
    return () => void listeners.delete(callback)
  },
  notifyOnline: () => listeners.forEach((callback) => callback()),
  isOnline: () => line !== null,
  dispose: () => listeners.clear(),
}

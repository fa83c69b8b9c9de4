import { MutationObserver, onlineManager, QueryClient, QueryObserver } from '@tanstack/query-core'
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { persistQueryClient } from '@tanstack/query-persist-client-core'
import { createStore, del, get, set } from 'idb-keyval'
import { changeOf, type Change, type Line } from './line.ts'
import type { Peer } from './peer.ts'
import type { Row } from './row.ts'

/**
 * TanStack Query with its cache persisted in IndexedDB: one query holds the rows, paused mutations are the queue. It
 * stores its whole cache as one value, at the earliest a second after the last change, which is its default.
 */
const ROWS = ['rows']
const NOTE = ['note']

const client = new QueryClient({
  defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity, networkMode: 'offlineFirst' } },
})
let line: Line
/** When the stored cache began to be written, and when the cache last changed, in ms of the page's clock. */
const disk = { writtenAt: 0, changedAt: 0 }

export const query: Peer = {
  open: async (name) => {
    const store = createStore(name, 'cache')
    const persister = createAsyncStoragePersister({
      storage: {
        getItem: async (key: string) => (await get<string>(key, store)) ?? null,
        setItem: async (key: string, value: string) => {
          const at = performance.now()
          await set(key, value, store)
          disk.writtenAt = at
        },
        removeItem: (key: string) => del(key, store),
      },
    })
    onlineManager.setOnline(false)
    client.getQueryCache().subscribe(() => (disk.changedAt = performance.now()))
    client.setMutationDefaults(NOTE, {
      mutationFn: send,
      onMutate: ({ id, note }: Change) => put([{ id, note }]),
      retry: true,
      retryDelay: 1,
      gcTime: Infinity,
    })
    const [, restored] = persistQueryClient({ queryClient: client, persister, maxAge: Infinity })
    await restored
  },
  fill: async (given) => {
    await client.fetchQuery({ queryKey: ROWS, queryFn: () => allRows(given) })
    await onDisk()
  },
  lay: async (rows) => void client.setQueryData<Row[]>(ROWS, (before = []) => [...before, ...rows]),
  count: async () => {
    await onDisk()
    return held().length
  },
  waiting: async (count) =>
    held()
      .filter(({ tbl, status }) => tbl === 'appointment' && status === 'waiting')
      .slice(0, count),
  // resolves when the change is stored, not when it is sent
  change: async (row, note) => {
    const observer = new MutationObserver<void, Error, Change>(client, { mutationKey: NOTE })
    void observer.mutate(changeOf({ ...row, note, change: crypto.randomUUID() }))
  },
  send: async (given) => {
    line = given
    onlineManager.setOnline(true)
    await client.resumePausedMutations()
    onlineManager.setOnline(false)
  },
  takeBack: async () => {},
  left: async () =>
    client
      .getMutationCache()
      .getAll()
      .filter(({ state }) => state.status === 'pending').length,
  watch: ({ from, to, doctorId }, show) => {
    const observer = new QueryObserver<Row[], Error, Row[]>(client, {
      queryKey: ROWS,
      queryFn: () => Promise.reject(new Error('no line')),
      select: (rows) =>
        rows
          .filter((row) => row.start >= from && row.start < to && (!doctorId || row.doctorId === doctorId))
          .toSorted((a, b) => (a.start < b.start ? -1 : 1)),
    })
    const say = ({ data }: { data: Row[] | undefined }) => void (data && show(data))
    say(observer.getCurrentResult())
    observer.subscribe(say)
  },
}

const held = () => client.getQueryData<Row[]>(ROWS) ?? []

async function allRows(from: Line): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let more = true; more;) {
    const page = await from.page(cursor)
    rows.push(...page.rows)
    ;({ cursor, more } = page)
  }
  return rows
}

async function send(change: Change): Promise<void> {
  const [row] = await line.send([change])
  if (row) put([row])
}

/** Puts these rows into the list by their ids. */
const put = (changed: readonly (Partial<Row> & Pick<Row, 'id'>)[]) => {
  const byId = new Map(changed.map((row) => [row.id, row]))
  client.setQueryData<Row[]>(ROWS, (rows = []) =>
    rows.map((row) => (row.tbl === 'appointment' && byId.has(row.id) ? { ...row, ...byId.get(row.id) } : row)),
  )
}

/** Resolves once everything that is in the cache now has been written. */
async function onDisk() {
  do await new Promise((done) => setTimeout(done, 20))
  while (disk.writtenAt < disk.changedAt)
}

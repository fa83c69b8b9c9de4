/** The apps that are measured: Bedside, and what people would otherwise choose. */
export type Contestant = {
  readonly name: string
  readonly title: string
  /** The packages whose versions the table shows. */
  readonly packages: readonly string[]
  /** What its figures mean, if that differs from the others. */
  readonly note: string
}

export const BEDSIDE: Contestant = {
  name: 'bedside',
  title: 'Bedside',
  packages: [],
  note: 'The app itself: strict durability, base and outbox, buckets and checksums; start and tap are its own screens with all they show.',
}

export const PEERS: readonly Contestant[] = [
  {
    name: 'plain',
    title: 'Dexie and fetch',
    packages: ['dexie'],
    note: 'A table of rows, a table of what waits, one batch of 100 after the other. Relaxed durability, which is Dexie’s default.',
  },
  {
    name: 'rxdb',
    title: 'RxDB',
    packages: ['rxdb'],
    note: 'The storage on Dexie, which is its free one for browsers (those on IndexedDB and OPFS are sold), and `replicateRxCollection` on Bedside’s pull and batch.',
  },
  {
    name: 'tanstack',
    title: 'TanStack DB',
    packages: ['@tanstack/db', '@tanstack/browser-db-sqlite-persistence', '@tanstack/offline-transactions'],
    note: 'Rows persisted by its SQLite in the browser’s own files; a change is an offline transaction, of which it sends one at a time and waits a second and more before it tries one again.',
  },
  {
    name: 'query',
    title: 'TanStack Query, persisted',
    packages: ['@tanstack/query-core', '@tanstack/query-persist-client-core'],
    note: 'One query holds the rows; the whole cache is one value in IndexedDB, written once a second at most, so that a change may be lost that a second ago was made. Paused mutations go side by side.',
  },
]

/** What was requested but is not measured, with the reason. */
export const NOT_MEASURED: readonly string[] = [
  'PouchDB: it speaks CouchDB’s protocol alone, so that it needs a server of its own with a copy of the rows. Its adapter is not written yet.',
]

/** An empty shell. */
export const EMPTY: Contestant = {
  name: 'empty',
  title: 'an empty Vite PWA',
  packages: ['vite-plugin-pwa'],
  note: 'React, a heading, and the worker that vite-plugin-pwa generates.',
}

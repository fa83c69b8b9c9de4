import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import type { Input, QueuedCall } from '../../contract/calls.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import { BATCH } from '../../contract/sync/sync.ts'
import type { Patience } from '../../src/api/deadline.ts'
import { sendAs } from '../../src/api/http.ts'
import { openDatabase, type Database, type StoredRow } from '../../src/db/database.ts'
import { KEY_BYTES, sealOf, type Seal } from '../../src/db/seal.ts'
import { change } from '../../src/sync/change.ts'
import { clearRecords } from '../../src/sync/clear.ts'
import { cycle, type Line as Standing } from '../../src/sync/cycle.ts'
import { isTable } from '../../src/sync/rebase.ts'
import type { Draw } from './draw.ts'
import type { AnyServer } from './server.ts'
import type { Signed } from './server-face.ts'
import { askingAs, weathers, type Line } from './network.ts'

export type Person = { readonly id: string; readonly name: string; readonly type: string }

/** What breaks in a tab after so many more operations on its database. */
export type Fuse = { readonly after: number; readonly what: 'kill' | 'quota' }

export type Tab = Awaited<ReturnType<typeof openTab>>
export type Device = ReturnType<typeof openDevice>

/** Called when a record on a device's screen goes back to an older version (I6). */
type Watch = { readonly wentBack: (what: string) => void }

/**
 * A browser profile: one IndexedDB and one set of locks, shared by its tabs. The person who uses it changes; the
 * waiting changes of each stay under their own name.
 */
export function openDevice(
  server: AnyServer,
  name: string,
  options: {
    readonly host: string
    readonly hostClinic: string | null
    readonly skew: number
    readonly draw: Draw
    /** A shared device: whatever names a patient is encrypted on it (TRUST D17). */
    readonly isShared?: boolean
    /** For a real line, with the machine's own time and locks. */
    readonly real?: { readonly patience: () => Patience } | undefined
  },
  watch: Watch,
) {
  const factory = new IDBFactory()
  // two programs in one process must not share locks
  const place = `${name} ${++devices}`
  const tokens = new Map<string, string>()
  // small batches, so that several are under way
  const batch = options.draw.fork('batch').pick([2, 3, BATCH])
  const line: Line = {
    weather: weathers.calm,
    rotten: false,
    draw: options.draw,
    host: options.host,
    personOf: (token) => tokens.get(token),
  }
  const people = new Map<string, Person>()
  const queues = new Map<string, Promise<unknown>>()
  const months = new Map<string, Set<string>>()
  const shown = new Map<string, { version: number; life: number | null }>()
  const tabs: Tab[] = []
  const { skew } = options
  const keys = new Map<string, Uint8Array>()
  const sealFor = (person: string): Seal | null => {
    if (!options.isShared) return null
    const key = keys.get(person) ?? new Uint8Array(KEY_BYTES).map((_, i) => person.charCodeAt(i))
    keys.set(person, key)
    return sealOf(person, key)
  }
  let signed: { readonly as: Signed; readonly person: Person } | null = null

  return {
    name,
    line,
    tabs,
    people,
    host: options.host,
    /** The server's clock as this device believes it to be. */
    now: () => server.clock.now + skew,
    /** What this device's clock showed, by the true clock: its error is constant. */
    trulyAt: (iso: string) => Date.parse(iso) - skew,
    signed: () => signed,
    signIn: async (person: Person) => {
      const as = await server.signIn(person.id, options.hostClinic)
      tokens.set(as.token, person.id)
      people.set(person.id, person)
      // the previous person's tabs close
      for (const tab of tabs.filter((each) => each.person !== person.id)) {
        tab.kill()
        tabs.splice(tabs.indexOf(tab), 1)
      }
      signed = { as, person }
      if (!tabs.length) await addTab()
    },
    /** As `commands-sign-out.ts` does it: first the token, then the records. */
    signOut: async () => {
      if (!signed) return
      const { person } = signed
      signed = null
      for (const tab of tabs.splice(0)) tab.kill()
      for (const key of shown.keys()) if (key.startsWith(person.id)) shown.delete(key)
      months.delete(person.id)
      await onThisDevice(factory, () => clearRecords(person.id))
    },
    addTab,
    /** Months beyond the window that a person keeps here, as the test knows it, until they sign out. */
    monthsOf: (personId: string): Set<string> => {
      const kept = months.get(personId) ?? new Set()
      months.set(personId, kept)
      return kept
    },
    /** A person's database on this device, whoever uses the device now. */
    peek: (personId: string) => onThisDevice(factory, () => openDatabase(personId, sealFor(personId))),
    round: (tab: Tab): Promise<Standing> => {
      if (!signed) return Promise.resolve('signed-out')
      const { as, person } = signed
      return askingAs({ line, dead: tab }, () =>
        cycle(tab.db, {
          person: person.id,
          send: sendAs(as, options.real?.patience() ?? ENDLESS),
          now: () => server.clock.now + skew,
          clock: options.real ? () => performance.now() : () => server.clock.now,
          lock: options.real ? (of, work) => navigator.locks.request(`${place} ${of}`, work) : lock,
          batch,
          signedOut: async () => void (signed?.as === as && (signed = null)),
        }),
      )
    },
    change: <N extends QueuedCall>(
      tab: Tab,
      call: N,
      input: Input<N>,
      facts: Facts,
      bytes: Uint8Array<ArrayBuffer> | null = null,
    ) => {
      const { person } = signed!
      return change(
        tab.db,
        { person: person.id, name: person.name, host: options.host, now: server.clock.now + skew },
        call,
        input,
        facts,
        bytes,
      )
    },
  }

  async function addTab() {
    const { id: person } = signed!.person
    const tab = await openTab(factory, person, sealFor(person), server.life(), (table, row, heardIn) => {
      const key = `${person} ${table}:${row.id}`
      const before = shown.get(key)
      if (!line.rotten && heardIn !== null && before?.life === heardIn && row.version < before.version)
        watch.wentBack(`${name} showed ${table}:${row.id} at version ${before.version} and then at ${row.version}`)
      shown.set(key, { version: row.version, life: before?.version === row.version ? before.life : heardIn })
    })
    tabs.push(tab)
    return tab
  }

  /** What `navigator.locks` is to the tabs of one host. */
  function lock<T>(of: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(of) ?? Promise.resolve()).then(work, work)
    queues.set(
      of,
      turn.catch(() => {}),
    )
    return turn
  }
}

let devices = 0

/** A reply is held for some steps of the program, not for seconds: a busy machine must not end an exchange. */
const ENDLESS: Patience = { head: 1e9, body: 1e9, whole: 1e9 }

/** Dexie takes the factory that it finds when a database object is made. */
function onThisDevice<T>(factory: IDBFactory, work: () => T): T {
  const before = Dexie.dependencies.indexedDB
  Dexie.dependencies.indexedDB = factory
  try {
    return work()
  } finally {
    Dexie.dependencies.indexedDB = before
  }
}

async function openTab(
  factory: IDBFactory,
  personId: string,
  seal: Seal | null,
  life: number,
  onShown: (table: string, row: StoredRow, heardIn: number | null) => void,
) {
  const db: Database = onThisDevice(factory, () => openDatabase(personId, seal))
  let fuse: Fuse | null = null
  let left = 0
  let is = false
  let bury = () => {}
  let accepted: readonly [number, number] = [life, life]
  const died = new Promise<void>((done) => (bury = done))
  const kill = () => {
    if (is) return
    is = true
    bury()
    abortAll(db)
    db.close({ disableAutoOpen: true })
  }
  const writing = new WeakMap<IDBTransaction, Map<string, readonly [table: string, row: StoredRow]>>()
  /** What a transaction leaves: no one sees intermediate writes, or those of a transaction that did not complete. */
  const written = (transaction: IDBTransaction) => {
    const known = writing.get(transaction)
    if (known) return known
    const rows = new Map<string, readonly [table: string, row: StoredRow]>()
    writing.set(transaction, rows)
    transaction.addEventListener('complete', () => {
      for (const [table, row] of rows.values()) onShown(table, row, tab.heardIn)
    })
    return rows
  }
  /** Counts an operation; returns the error with which it breaks, if any. */
  const burn = (writes: boolean): Error | null => {
    if (is) return new DOMException('the tab is gone', 'AbortError')
    if (!fuse || left-- > 0 || (fuse.what === 'quota' && !writes)) return null
    const { what } = fuse
    fuse = null
    if (what === 'quota') return new DOMException('full', 'QuotaExceededError')
    kill()
    return new DOMException('the tab is gone', 'AbortError')
  }
  db.use({
    stack: 'dbcore',
    name: 'simulation',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        const guarded = <Q, A>(ask: (question: Q) => PromiseLike<A>, writes = false) =>
          ((question: Q) => {
            const broken = burn(writes)
            if (broken) return Dexie.Promise.reject(broken)
            return ask(question)
          }) as (question: Q) => Promise<A> // Dexie's own promise, which keeps the transaction
        return {
          ...table,
          get: guarded(table.get),
          getMany: guarded(table.getMany),
          query: guarded(table.query),
          mutate: guarded((request) => {
            if (isTable(name) && (request.type === 'put' || request.type === 'add')) {
              const rows = request.values as readonly StoredRow[] // what was put into a synced table
              for (const row of rows) written(request.trans as IDBTransaction).set(`${name}:${row.id}`, [name, row])
            }
            return table.mutate(request)
          }, true),
        }
      },
    }),
  })
  const tab = {
    db,
    person: personId,
    died,
    hear: (options: number) => void (accepted = [accepted[1], options]),
    /** The database's life from which the tab's writes come; null if its last two replies differ, as they overlap. */
    get heardIn() {
      return accepted[0] === accepted[1] ? accepted[0] : null
    },
    get is() {
      return is
    },
    kill,
    arm: (next: Fuse) => void ([fuse, left] = [next, next.after]),
    disarm: () => void (fuse = null),
  }
  await db.open()
  return tab
}

/** A browser that ends aborts its open transactions; closing the database would let them finish. */
function abortAll(db: Database) {
  if (!db.isOpen()) return
  const connection = db.backendDB() as IDBDatabase & {
    readonly _rawDatabase: { readonly transactions: readonly IDBTransaction[] }
  } // internals of fake-indexeddb
  for (const transaction of connection._rawDatabase.transactions) {
    if (transaction.db !== connection) continue
    try {
      transaction.abort()
    } catch {
      // finished already
    }
  }
}

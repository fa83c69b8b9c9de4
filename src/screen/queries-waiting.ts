import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { Appointment } from '../../contract/appointment/appointment.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type Fact } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { show } from '../db/row.ts'
import { useShared, type Question } from '../db/shared-query.ts'
import { useDevice } from './device.ts'
import type { Line } from '../sync/cycle.ts'
import { heldBy } from '../sync/eligible.ts'
import { isReadable, writesOf } from '../sync/known.ts'
import { SET_ASIDE, setAsideIn } from '../sync/set-aside.ts'
import { ended, type Ended } from '../sync/ended.ts'
import type { Trouble } from '../sync/trouble.ts'

/**
 * The state of the queue in one word, the worst first, and its numbers (LOOKS: failed > conflict > waiting > offline >
 * saved).
 */
export type SyncStatus = {
  readonly state: 'failed' | 'conflict' | 'waiting' | 'offline' | 'saved'
  readonly line: Line
  /** Why the waiting changes wait, as the last round found; null if everything was answered. */
  readonly trouble: Trouble | null
  readonly waiting: number
  readonly conflicts: number
  readonly failed: number
  /** Records that this version received but cannot show. */
  readonly unreadable: number
  /**
   * When this device last fetched, and last sent everything, in epoch ms of the server's clock; null before the first
   * time.
   */
  readonly pulledAt: number | null
  readonly sentAt: number | null
  /** Buckets filled, of those wanted, while the device is being filled. */
  readonly filling: { readonly done: number; readonly of: number } | null
}

export function useSyncStatus(): SyncStatus | undefined {
  const { db } = useDevice()
  // the queue is read once for all components that show it
  const entries = useEntries()
  const facts = useShared(db, { name: 'facts', ask: () => db.facts.toArray() })
  return useMemo(() => entries && facts && statusOf(entries, facts), [entries, facts])
}

function statusOf(entries: readonly Entry[], facts: readonly Fact[]): SyncStatus {
  const fact = new Map(facts.map(({ name, value }) => [name, value]))
  const parked = entries.filter((entry) => entry.state === 'parked')
  const conflicts = parked.filter((entry) => entry.problem?.kind === 'conflict').length
  const failed = parked.length - conflicts
  const waiting = entries.length - parked.length
  const line = (fact.get('line') ?? 'unknown') as Line // only the engine writes it
  const numberOf = (name: string) => (typeof fact.get(name) === 'number' ? (fact.get(name) as number) : null) // just looked up
  return {
    state: failed ? 'failed' : conflicts ? 'conflict' : waiting ? 'waiting' : line === 'offline' ? 'offline' : 'saved',
    line,
    trouble: (fact.get('trouble') ?? null) as Trouble | null, // only the engine writes it
    waiting,
    conflicts,
    failed,
    unreadable: setAsideIn(fact.get(SET_ASIDE)).length,
    pulledAt: numberOf('pulledAt'),
    sentAt: numberOf('sentAt'),
    filling: (fact.get('filling') ?? null) as SyncStatus['filling'], // only the pull writes it
  }
}

/** All unsettled entries, in the order they were made. */
export function useEntries(): Entry[] | undefined {
  const { db } = useDevice()
  return useShared(db, allEntries(db))
}

/** Re-exported for screens, which do not import from the device's rooms. */
export { isUndoable, mayHold as mayHoldThere } from '../db/entry.ts'

/** Whether only another build of the app can read this change. */
export const isOfAnotherBuild = (entry: Entry): boolean => !isReadable(entry)

/** The parked change that a waiting one waits for; null if none blocks it. */
export function useHolder(entry: Entry): Entry | null {
  const entries = useEntries()
  return useMemo(() => heldBy(entry, entries ?? []), [entry, entries])
}

export const allEntries = (db: Database): Question<Entry[]> => ({
  name: 'entries',
  ask: () => db.outbox.orderBy('seq').toArray(),
})

/** The waiting and parked changes of one record, oldest first. */
export function useEntriesOf(key: string): Entry[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => db.outbox.where('keys').equals(key).sortBy('seq'), [db, key])
}

/** The last fifty changes that were sent or discarded, newest first. */
export function useEnded(): Ended[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => ended(db), [db])
}

/**
 * The state of the connection in one word, so that a component that shows only this is not redrawn with every round and
 * every waiting change.
 */
export function useLine(): Line | undefined {
  const { db } = useDevice()
  return useShared(db, {
    name: 'line',
    ask: async () => ((await db.facts.get('line'))?.value ?? 'unknown') as Line, // only the engine writes it
  })
}

/** Whether there is no connection now; unknown counts as connected. */
export function useIsOffline(): boolean {
  return useLine() === 'offline'
}

/** The record that a change concerns, for a person: whose visit and when, as this device has it. */
export type EntryRecord = {
  readonly name: string
  readonly start: string | null
  readonly zone: string
  readonly phone: string | null
}

/** The records behind changes, by entry id. */
export function useEntryRecords(entries: readonly Entry[] | undefined): ReadonlyMap<string, EntryRecord> | undefined {
  const { db, zone } = useDevice()
  return useLiveQuery(async () => {
    const found = new Map<string, EntryRecord>()
    for (const entry of entries ?? []) found.set(entry.id, await recordOf(db, entry, zone))
    return found
  }, [db, zone, entries?.map((entry) => `${entry.id}${entry.state}`).join()])
}

async function recordOf(db: Database, entry: Entry, zone: string): Promise<EntryRecord> {
  const { call, input, facts, problem } = entry
  const id = String(
    isReadable(entry) ? input['id'] : (keyed(entry, 'appointment') ?? keyed(entry, 'patient') ?? input['id']),
  )
  const current = problem?.details['current']
  const stored = await rowsIn(db, 'appointment').get(id)
  const kept = stored ? show('appointment', stored) : isVisit(current) ? current : null
  const patientId = kept?.patientId ?? (typeof input['patientId'] === 'string' ? input['patientId'] : id)
  const card = await rowsIn(db, 'patient').get(patientId)
  const patient = card ? show('patient', card) : null
  const typed = call === 'patient.add' ? { name: String(input['name']), phone: String(input['phone']) } : null
  return {
    name: kept?.patientName ?? patient?.name ?? typed?.name ?? facts.patientName ?? (await headOf(db, entry, id)),
    start: kept?.start ?? (typeof input['start'] === 'string' ? input['start'] : null),
    zone: kept?.zone ?? facts.zone ?? zone,
    phone: patient?.phone ?? typed?.phone ?? null,
  }
}

/** The first words of a record that concerns no patient: a question, a video's title. */
async function headOf(db: Database, entry: Entry, id: string): Promise<string> {
  const table = writesOf(entry)?.table
  const stored = table && (await rowsIn(db, table).get(id))
  const { content, title } = stored ? stored.body : {}
  const words = typeof title === 'string' ? title : typeof content === 'string' ? content : ''
  return words.length > HEAD_MOST ? `${words.slice(0, HEAD_MOST)}…` : words
}
const HEAD_MOST = 80

/** For a change that this build cannot read: the id of a record of `table` among its ordering keys. */
const keyed = ({ keys }: Entry, table: TableName) =>
  keys.find((key) => key.startsWith(`${table}:`))?.slice(table.length + 1)

const isVisit = (value: unknown): value is Appointment =>
  typeof value === 'object' && value !== null && 'patientName' in value

import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useMemo } from 'react'
import type { Appointment, Slot } from '../../contract/appointment.ts'
import { rowOf } from '../../contract/calls.ts'
import { OFFERED_SLOTS } from '../../contract/constants.ts'
import { addDays, todayIn } from '../../contract/time.ts'
import { fetchSlots } from '../appointment/queries.ts'
import { rowsIn, type Database, type Fact } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { show } from '../db/row.ts'
import { useShared, type Question } from '../db/shared-query.ts'
import { useDevice } from '../shell/device.tsx'
import type { Line } from '../sync/cycle.ts'
import { ended, type Ended } from '../sync/ended.ts'

/** The state of the queue in one word, the worst first, and its numbers (LOOKS: failed > conflict > waiting > offline > saved). */
export type SyncStatus = {
  readonly state: 'failed' | 'conflict' | 'waiting' | 'offline' | 'saved'
  readonly line: Line
  readonly waiting: number
  readonly conflicts: number
  readonly failed: number
  /** When this device last fetched and last sent all, epoch ms by the server's clock; null before the first time. */
  readonly pulledAt: number | null
  readonly sentAt: number | null
  /** Buckets filled of those wanted, while the device is being filled. */
  readonly filling: { readonly done: number; readonly of: number } | null
}

export function useSyncStatus(): SyncStatus | undefined {
  const { db } = useDevice()
  // the queue is read once for all who show something of it
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
    waiting,
    conflicts,
    failed,
    pulledAt: numberOf('pulledAt'),
    sentAt: numberOf('sentAt'),
    filling: (fact.get('filling') ?? null) as SyncStatus['filling'], // only the pull writes it
  }
}

/** All entries not settled yet, in the order they were made. */
export function useEntries(): Entry[] | undefined {
  const { db } = useDevice()
  return useShared(db, allEntries(db))
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

/** Whether the person is working without a connection at the moment; unknown counts as connected. */
export function useIsOffline(): boolean {
  return useSyncStatus()?.line === 'offline'
}

/** What a change is about, for a person: whose visit and when it was, as this device has it. */
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

async function recordOf(db: Database, { call, input, facts, problem }: Entry, zone: string): Promise<EntryRecord> {
  const id = String(input['id'])
  const current = problem?.details['current']
  const stored = await rowsIn(db, 'appointment').get(id)
  const kept = stored ? show('appointment', stored) : isVisit(current) ? current : null
  const patientId = kept?.patientId ?? (typeof input['patientId'] === 'string' ? input['patientId'] : id)
  const card = await rowsIn(db, 'patient').get(patientId)
  const patient = card ? show('patient', card) : null
  const typed = call === 'patient.add' ? { name: String(input['name']), phone: String(input['phone']) } : null
  return {
    name: kept?.patientName ?? patient?.name ?? typed?.name ?? facts.patientName ?? (await headOf(db, call, id)),
    start: kept?.start ?? (typeof input['start'] === 'string' ? input['start'] : null),
    zone: kept?.zone ?? facts.zone ?? zone,
    phone: patient?.phone ?? typed?.phone ?? null,
  }
}

/** The first words of what is about no patient: a question, the title of a video. */
async function headOf(db: Database, call: Entry['call'], id: string): Promise<string> {
  const table = rowOf(call).writes?.table
  const stored = table && (await rowsIn(db, table).get(id))
  const { content, title } = stored ? stored.body : {}
  const words = typeof title === 'string' ? title : typeof content === 'string' ? content : ''
  return words.length > HEAD_MOST ? `${words.slice(0, HEAD_MOST)}…` : words
}
const HEAD_MOST = 80

const isVisit = (value: unknown): value is Appointment =>
  typeof value === 'object' && value !== null && 'patientName' in value

/** Asks for the next five free times of the doctor a refused change was about; none without a network. */
export function useOfferedSlots() {
  const device = useDevice()
  return useCallback(
    async (entry: Entry): Promise<readonly Slot[]> => {
      const stored = await rowsIn(device.db, 'appointment').get(String(entry.input['id']))
      const visit = stored ? show('appointment', stored) : null
      const doctor = visit?.doctorId ?? String(entry.input['doctorId'])
      const type = (visit?.type ?? entry.input['type']) === 'online' ? 'online' : 'physical'
      const today = todayIn(device.zone, device.now())
      const known = await fetchSlots(device, { doctor, start: String(today), end: String(addDays(today, 30)), type })
      return known.kind === 'known' ? known.slots.slice(0, OFFERED_SLOTS) : []
    },
    [device],
  )
}

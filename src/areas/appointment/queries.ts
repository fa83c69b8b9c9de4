import { useLiveQuery } from 'dexie-react-hooks'
import { availabilityCalls } from '../../../contract/availability/availability.ts'
import { MARK_FILTERS, markFilters, type MarkFilter } from '../../../contract/appointment/appointment.filters.ts'
import { appointmentCalls, type Appointment, type Slot } from '../../../contract/appointment/appointment.ts'
import { isToClose, stateOf } from '../../../contract/appointment/appointment.rules.ts'
import type { Input } from '../../../contract/calls.ts'
import { SLOT_STALE_MINUTES, TO_CLOSE_HOURS } from '../../../contract/kernel/constants.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { call, type Outcome } from '../../api/call.ts'
import { rowsIn, type Database, type StoredRow } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useShared, type Question } from '../../db/shared-query.ts'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { keepSlots, keptSlots } from '../availability/queries-kept-slots.ts'

export type ShownVisit = Shown<'appointment'>

/** Filters of a list; absent means any. Days are YYYYMMDD in the device's zone, both included. */
export type VisitFilter = { readonly [F in MarkFilter]?: boolean | undefined } & {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly status?: Appointment['status'] | undefined
  readonly type?: Appointment['type'] | undefined
  readonly doctorId?: string | undefined
  readonly clinicId?: string | undefined
  readonly patientId?: string | undefined
  /** One of the doctor's specialties, looked up in `doctorsIn`; ignored without it. */
  readonly branchId?: string | undefined
  readonly paymentStatus?: Appointment['paymentStatus'] | undefined
  readonly earnStatus?: Appointment['earnStatus']
  readonly toClose?: boolean | undefined
  /** Each word begins a word of the patient's name, in any order. */
  readonly words?: readonly string[] | undefined
  readonly descending?: boolean | undefined
}

/**
 * The visits between two days as this device has them, in order of their start: one indexed read of the window, filtered in
 * memory (a window is a few thousand rows). Undefined while it is read.
 */
export function useVisits(filter: VisitFilter): ShownVisit[] | undefined {
  const { db, zone, now } = useDevice()
  return useShared(db, visitsOf({ db, zone, now }, filter))
}

export const visitsOf = (
  { db, zone, now }: Pick<Device, 'db' | 'zone' | 'now'>,
  filter: VisitFilter,
): Question<ShownVisit[]> => ({
  name: `visits ${zone} ${JSON.stringify(filter)}`,
  of: 'appointment',
  ask: async () => {
    const found = await windowOf(db, zone, filter)
    const kept = found.filter((stored) => passes(stored, filter, now())).map((stored) => show('appointment', stored))
    const words = wordsOf(filter)
    const named = words ? kept.filter((visit) => findsName(nameTokens(visit.patientName), words)) : kept
    return filter.descending ? named.toReversed() : named
  },
})

/**
 * The visits of a window that pass the filter's facts and words, but not its days, which are the window's. For lists
 * that count both. `doctorsIn` are the doctors of the filtered specialty.
 */
export const filterVisits = (
  visits: readonly ShownVisit[],
  filter: VisitFilter,
  now: number,
  doctorsIn?: ReadonlySet<string>,
): ShownVisit[] => {
  const words = wordsOf(filter)
  return visits.filter(
    (visit) =>
      passes(visit, filter, now) &&
      (!filter.branchId || !doctorsIn || doctorsIn.has(visit.doctorId)) &&
      (filter.earnStatus === undefined || visit.earnStatus === filter.earnStatus) &&
      (!words || findsName(nameTokens(visit.patientName), words)),
  )
}

/** One visit; null when this device does not have it, undefined while it is read. */
export function useVisit(id: string): ShownVisit | null | undefined {
  const { db } = useDevice()
  return useShared(db, {
    name: `visit ${id}`,
    of: 'appointment',
    ask: async () => {
      const stored = await rowsIn(db, 'appointment').get(id)
      return stored ? show('appointment', stored) : null
    },
  })
}

/** The payments of a visit, newest first. */
export function usePaymentsOf(appointmentId: string): Payment[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'payment').where('appointmentId').equals(appointmentId).toArray()
    return found.map((stored) => show('payment', stored)).toSorted((a, b) => b.addedAt.localeCompare(a.addedAt))
  }, [db, appointmentId])
}

/** Counts for the strip of a day: all but the cancelled ones, and one for each state people look for. */
export function countStates(visits: readonly ShownVisit[], now: number) {
  const counts = { all: 0, waiting: 0, arrived: 0, completed: 0, cancelled: 0, 'no-show': 0, 'to-close': 0 }
  for (const visit of visits) {
    counts[stateOf(visit, now)]++
    if (visit.status !== 'cancelled') counts.all++
  }
  return counts
}

/** Past visits still waiting 24 hours after their end (rule 29), whatever days the list shows. */
export function useToClose(): number | undefined {
  const { db, now } = useDevice()
  return useLiveQuery(() => countToClose(db, now()), [db])
}

/** Excludes today, so that changes to today's visits do not cause a recount. */
export async function countToClose(db: Database, now: number): Promise<number> {
  const ended = new Date(now - TO_CLOSE_HOURS * HOUR).toISOString()
  // only visits to be closed and no-shows wait so long after their start: a few rows, however many the device holds
  const waiting = await rowsIn(db, 'appointment')
    .where('[status+start]')
    .between(['waiting', ''], ['waiting', ended])
    .toArray()
  return waiting.filter((stored) => isToClose(clearFacts(stored), now)).length
}

/** Free slots: from the server now, as last fetched (`at`, epoch ms), or unknown. */
export type KnownSlots =
  | { readonly kind: 'known'; readonly slots: readonly Slot[]; readonly at: number; readonly stale: boolean }
  | { readonly kind: 'unknown'; readonly because: Exclude<Outcome<unknown>, { kind: 'done' }> }

/**
 * Fetches a doctor's free slots and stores the answer, so that it is available offline with its age (SYNC "Answers that
 * are not rows").
 */
export async function fetchSlots(device: Device, input: Input<'availability.get'>): Promise<KnownSlots> {
  const { db, now } = device
  const outcome = await call(availabilityCalls['availability.get'], input)
  if (outcome.kind === 'done') {
    const slots = outcome.reply.availability
    await keepSlots(db, input, slots, now())
    return { kind: 'known', slots, at: now(), stale: false }
  }
  const kept = outcome.kind === 'unreachable' ? await keptSlots(db, input, now()) : null
  if (!kept) return { kind: 'unknown', because: outcome }
  return { kind: 'known', slots: kept.free, at: kept.at, stale: now() - kept.at > SLOT_STALE_MINUTES * 60_000 }
}

/** A page of visits from the server, for what this device does not hold; shown as "from the server", never stored. */
export const searchVisits = (input: Input<'appointment.list'>) => call(appointmentCalls['appointment.list'], input)

async function windowOf(
  db: Database,
  zone: string,
  { from, to, doctorId, patientId }: VisitFilter,
): Promise<StoredRow[]> {
  const rows = rowsIn(db, 'appointment')
  const first = from ? new Date(dayBounds(from, zone).from).toISOString() : ''
  const last = to ? new Date(dayBounds(to, zone).to).toISOString() : '9999'
  if (doctorId)
    return rows.where('[doctorId+start]').between([doctorId, first], [doctorId, last], true, false).toArray()
  if (patientId)
    return rows.where('[patientId+start]').between([patientId, first], [patientId, last], true, false).toArray()
  return rows.where('start').between(first, last, true, false).toArray()
}

type ClearFacts = Pick<
  ShownVisit,
  'status' | 'type' | 'clinicId' | 'paymentStatus' | 'noShowAt' | 'end' | (typeof MARK_FILTERS)[MarkFilter]
>

function passes(stored: StoredRow | ClearFacts, filter: VisitFilter, now: number): boolean {
  const { status, type, clinicId, paymentStatus, toClose } = filter
  return (
    (status === undefined || stored['status'] === status) &&
    (type === undefined || stored['type'] === type) &&
    (clinicId === undefined || stored['clinicId'] === clinicId) &&
    (paymentStatus === undefined || stored['paymentStatus'] === paymentStatus) &&
    markFilters.every((mark) => filter[mark] === undefined || Boolean(stored[MARK_FILTERS[mark]]) === filter[mark]) &&
    (!toClose || isToClose(clearFacts(stored), now))
  )
}

/** The unencrypted columns of a stored row, read without opening its body (contract/tables.ts). */
const clearFacts = (stored: StoredRow | ClearFacts) => stored as ClearFacts

const HOUR = 3_600_000

const wordsOf = ({ words }: VisitFilter) => (words?.length ? nameWords(words.join(' ')) : null)

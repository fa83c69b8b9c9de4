import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { closedByClinics } from '../closure/queries.ts'
import { keepReplies } from '../../sync/keep-replies.ts'
import { byStart, dayOf, daysFrom, newestByDay, slotsOfHours, stillFree, takenBetween } from './slot-days.ts'

/** What this device knows about a doctor's free times without asking the server. */
export type KeptSlots = {
  readonly free: readonly Slot[]
  /** Booked times, struck through (LOOKS "Slots"). */
  readonly taken: readonly Slot[]
  /** Days it knows about; other days are not "full" but unknown. */
  readonly days: ReadonlySet<number>
  /** When the oldest data behind it arrived, epoch ms by the server's clock. */
  readonly at: number
}

/** Stores an answer about free times and removes those older than a week. */
export async function keepSlots(db: Database, input: Input<'availability.get'>, slots: readonly Slot[], now: number) {
  await db.replies
    .where('at')
    .below(now - KEPT_MS)
    .filter(({ key }) => key.startsWith(CALL))
    .delete()
  await keepReplies(db, [{ key: slotsKey(input), at: now, reply: slots }])
}

/** The key of a stored answer; it contains the days, so that a later request finds what it covers. */
const slotsKey = ({ doctor, type, start, end }: Input<'availability.get'>) => `${keyOf(doctor, type)}${start} ${end}`

/**
 * For each day the newest stored answer; on staff devices otherwise the doctor's hours, which the device holds anyway.
 * Visits and closed times that this device knows, including unsent ones, are taken out. Null if nothing is known about any of the days.
 */
export async function keptSlots(
  db: Database,
  { doctor, type, start, end }: Input<'availability.get'>,
  now: number,
  exceptVisit?: string,
): Promise<KeptSlots | null> {
  const days = daysFrom(Number(start), Number(end))
  const [answers, hours, pulled] = await Promise.all([
    answersOf(db, doctor, type),
    hoursOf(db, doctor, type),
    db.facts.get('pulledAt'),
  ])
  const answered = newestByDay(answers, days)
  const grid = slotsOfHours(hours, days)
  const known = new Set(hours.length ? days : answered.keys())
  if (known.size === 0) return null

  const slotsHeld = [...answered].flatMap(([day, { slots }]) => slots.filter((slot) => dayOf(slot) === day))
  const drawn = grid.filter((slot) => !answered.has(dayOf(slot)))
  const { visits, closed } = await takenOf(db, doctor, days, exceptVisit)
  const free = stillFree([...slotsHeld, ...drawn].toSorted(byStart), visits, closed, now)
  const isFree = new Set(free.map(identity))
  const others = hours.length ? grid.filter((slot) => Date.parse(slot.end) > now) : takenBetween(slotsHeld)
  const ages = [...answered.values()].map(({ at }) => at)
  const fromHours = days.length > answered.size && typeof pulled?.value === 'number' ? [pulled.value] : []
  return {
    free,
    taken: others.filter((slot) => !isFree.has(identity(slot))),
    days: known,
    at: Math.min(...ages, ...fromHours, now),
  }
}

const identity = ({ start, clinicId }: Slot) => `${start} ${clinicId}`
const CALL = 'availability.get '
const keyOf = (doctor: string, type: string) => `${CALL}${doctor} ${type} `
const KEPT_MS = 7 * 86_400_000

async function answersOf(db: Database, doctor: string, type: string) {
  const prefix = keyOf(doctor, type)
  const found = await db.replies.where('key').startsWith(prefix).toArray()
  return found.map(({ key, at, reply }) => {
    const [from = 0, to = 0] = key.slice(prefix.length).split(' ').map(Number)
    return { from, to, at, slots: reply as readonly Slot[] } // only `fetchSlots` writes under this key
  })
}

async function hoursOf(db: Database, doctor: string, type: 'online' | 'physical') {
  const rows = await rowsIn(db, 'availability').where('doctorId').equals(doctor).toArray()
  return rows
    .map((stored) => show('availability', stored))
    .filter((hours) => hours.status === 'active' && hours.type === type)
}

/** The doctor's live visits and closed times around the days; a day's margin on both sides covers every zone. */
async function takenOf(db: Database, doctor: string, days: readonly number[], except: string | undefined) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { visits: [], closed: [] }
  const from = new Date(dayBounds(first, 'UTC').from - DAY).toISOString()
  const to = new Date(dayBounds(last, 'UTC').to + DAY).toISOString()
  const [visits, busy, closures] = await Promise.all([
    rowsIn(db, 'appointment')
      .where('[doctorId+start]')
      .between([doctor, from], [doctor, to])
      .filter((stored) => stored['status'] !== 'cancelled' && stored.id !== except)
      .toArray(),
    rowsIn(db, 'busy').where('doctorId').equals(doctor).toArray(),
    closedByClinics(db, from, to, doctor),
  ])
  return {
    visits: visits.map((stored): Pick<Appointment, 'start' | 'end'> => show('appointment', stored)),
    closed: [...busy.map((stored) => show('busy', stored)), ...closures],
  }
}

const DAY = 86_400_000

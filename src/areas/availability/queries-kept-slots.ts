import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { shapeOfVisit, type VisitShape } from '../../../contract/visittype/visittype.rules.ts'
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
const slotsKey = (input: Input<'availability.get'>) => `${keyOf(input)}${input.start} ${input.end}`

/**
 * For each day the newest stored answer; on staff devices otherwise the doctor's hours, which the device holds anyway.
 * Visits and closed times that this device knows, including unsent ones, are taken out. Null if nothing is known about any of the days.
 */
export async function keptSlots(
  db: Database,
  input: Input<'availability.get'>,
  now: number,
  exceptVisit?: string,
): Promise<KeptSlots | null> {
  const { doctor, type, start, end } = input
  const days = daysFrom(Number(start), Number(end))
  const [answers, held, chosen, pulled] = await Promise.all([
    answersOf(db, input),
    hoursOf(db, doctor, type),
    chosenShape(db, input),
    db.facts.get('pulledAt'),
  ])
  // a type that this device does not know has no times drawn from hours
  const hours = chosen ? held.filter((each) => isPlaceOf(each, chosen)) : []
  const shape = chosen?.shape
  const answered = newestByDay(answers, days)
  const grid = slotsOfHours(hours, days, shape).map((slot) => ({ ...slot, ...chosen?.priced }))
  const known = new Set(hours.length ? days : answered.keys())
  if (known.size === 0) return null

  const slotsHeld = [...answered].flatMap(([day, { slots }]) => slots.filter((slot) => dayOf(slot) === day))
  const drawn = grid.filter((slot) => !answered.has(dayOf(slot)))
  const { visits, closed } = await takenOf(db, doctor, days, exceptVisit)
  const free = stillFree([...slotsHeld, ...drawn].toSorted(byStart), visits, closed, now, shape)
  const isFree = new Set(free.map(identity))
  const others = hours.length
    ? grid.filter((slot) => Date.parse(slot.end) > now)
    : shape || input.visitTypeId || input.moves
      ? []
      : takenBetween(slotsHeld)
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
/** Each type of visit has times of its own. */
const keyOf = ({ doctor, type, visitTypeId, moves }: Input<'availability.get'>) =>
  `${CALL}${doctor} ${type}${visitTypeId ? ` by:${visitTypeId}` : ''}${moves ? ` as:${moves}` : ''} `
const KEPT_MS = 7 * 86_400_000

async function answersOf(db: Database, input: Input<'availability.get'>) {
  const prefix = keyOf(input)
  // the key of the hours' own times is the beginning of those by a type
  const found = (await db.replies.where('key').startsWith(prefix).toArray()).filter(({ key }) =>
    /^\d/.test(key.slice(prefix.length)),
  )
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

type Chosen = {
  readonly shape: VisitShape | undefined
  /** The clinic whose hours count, and the price there; undefined: any, at the price of the hours. */
  readonly clinicId?: string | null
  readonly priced?: Pick<Slot, 'price' | 'currency'>
}

/** Of what length the times are, as the server would find it; null if this device holds neither the type nor the visit. */
async function chosenShape(db: Database, { visitTypeId, moves }: Input<'availability.get'>): Promise<Chosen | null> {
  if (visitTypeId) {
    const stored = await rowsIn(db, 'visit_type').get(visitTypeId)
    if (!stored) return null
    const type = show('visit_type', stored)
    return { shape: type, clinicId: type.clinicId, priced: { price: type.price, currency: type.currency } }
  }
  const stored = moves ? await rowsIn(db, 'appointment').get(moves) : undefined
  if (moves && !stored) return null
  return { shape: stored && shapeOfVisit(show('appointment', stored)) }
}

const isPlaceOf = ({ clinicId }: Pick<Slot, 'clinicId'>, chosen: Chosen) =>
  chosen.clinicId === undefined || chosen.clinicId === clinicId

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
    visits: visits.map((stored): Pick<Appointment, 'start' | 'end' | 'visitType'> => show('appointment', stored)),
    closed: [...busy.map((stored) => show('busy', stored)), ...closures],
  }
}

const DAY = 86_400_000

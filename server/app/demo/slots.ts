import { addDays, instantOf, weekdayOf } from '../../../contract/kernel/time.ts'
import type { Hours } from './hours.ts'
import type { DemoPatient } from './people.ts'
import type { Plan, PlannedClinic } from './plan.ts'
import type { Draw } from './random.ts'

/** A slot of a doctor; start and end in epoch ms, `day` in days from today. */
export type DemoSlot = { readonly day: number; readonly start: number; readonly end: number; readonly hours: Hours }

/** All slots of a doctor in the plan's days, in the order visits should take them: busiest around today, thinner into the future. */
export function slotsByTurn(hours: readonly Hours[], plan: Plan, draw: Draw): DemoSlot[] {
  const slots: (DemoSlot & { turn: number })[] = []
  for (let day = -plan.back; day <= plan.ahead; day++) {
    const turnsAt = weightOf(day, plan)
    for (const each of hours) {
      const date = addDays(each.clinic.today, day)
      if (!each.days.includes(weekdayOf(date))) continue
      const noon = noonOf(date, each.clinic.zone)
      for (let minute = each.from; minute + each.period <= each.to; minute += each.period) {
        const start = noon + (minute - NOON) * MINUTE
        slots.push({
          day,
          start,
          end: start + each.period * MINUTE,
          hours: each,
          turn: -Math.log(1 - draw.next()) / turnsAt,
        })
      }
    }
  }
  return slots.toSorted((a, b) => a.turn - b.turn)
}

/** Tracks which of a doctor's slots are free, and takes them. */
export function calendar() {
  const taken = new Map<number, DemoSlot[]>()
  const overlapping = ({ day, start, end }: DemoSlot) =>
    taken.get(day)?.some((other) => other.start < end && start < other.end) ?? false
  return {
    isFree: (slot: DemoSlot) => !overlapping(slot),
    take: (slot: DemoSlot) => {
      const sameDay = taken.get(slot.day)
      if (sameDay) sameDay.push(slot)
      else taken.set(slot.day, [slot])
    },
  }
}

/**
 * Chooses patients: mostly from the doctor's own circle, sometimes a guest from another public clinic, and no one twice
 * within an hour.
 */
export function waitingRoom(plan: Plan, patientsOf: readonly (readonly DemoPatient[])[]) {
  const seen = new Set<number>()
  const hoursAhead = (plan.back + plan.ahead + 3) * 24

  return (doctorPlace: number, { hours, start, end }: DemoSlot, draw: Draw): DemoPatient | null => {
    for (let tries = 0; tries < 12; tries++) {
      const home = !hours.clinic.private && draw.chance(0.04) ? otherPublicClinic(plan, hours.clinic) : hours.clinic
      const place = placeOf(home, doctorPlace, draw)
      const cells = cellsOf(home.index * 100_000 + place, start, end)
      if (cells.some((cell) => seen.has(cell))) continue
      for (const cell of cells) seen.add(cell)
      return patientsOf[home.index]![place]!
    }
    return null
  }

  function cellsOf(patient: number, start: number, end: number) {
    const cell = (at: number) => patient * hoursAhead + Math.floor((at - plan.now) / HOUR) + (plan.back + 1) * 24
    return [...new Set([cell(start), cell(end - 1)])]
  }
}

function placeOf({ patientCount, doctorCount, cast }: PlannedClinic, doctorPlace: number, draw: Draw) {
  const first = cast ? 1 : 0
  const count = patientCount - first
  const circle = Math.max(60, Math.ceil((2.5 * count) / doctorCount))
  return first + ((Math.floor((doctorPlace * count) / doctorCount) + draw.between(0, circle - 1)) % count)
}

function otherPublicClinic({ clinics }: Plan, { index }: PlannedClinic): PlannedClinic {
  const round = [...clinics.slice(index + 1), ...clinics.slice(0, index + 1)]
  return round.find((clinic) => !clinic.private)! // the clinic itself is public, so there is one
}

/** The small set is a platform that opened recently and is filling up; the large one has been busy for its year. */
function weightOf(day: number, plan: Plan) {
  if (day === 0) return 2
  if (day > 0) return 0.05 + Math.exp(-day / 24)
  return plan.back > 100 ? 1 : 1 + (0.6 * day) / plan.back
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = 12 * 60

/** Clocks change at night in all demo zones, so working hours can be counted from the day's noon. */
function noonOf(date: number, zone: string) {
  const key = `${date} ${zone}`
  const known = noons.get(key) ?? instantOf({ date, time: 1200 }, zone)
  if (known === null) throw new Error(`no noon in ${zone}`)
  noons.set(key, known)
  return known
}
const noons = new Map<string, number>()

import { addDays, weekdayOf } from '../../../contract/kernel/time.ts'
import { callsOnline, feeOf } from './branches.ts'
import { demoId } from './ids.ts'
import type { DemoDoctor } from './people.ts'
import type { Plan, PlannedClinic } from './plan.ts'
import { drawFrom } from './random.ts'

/** Weekly hours of a doctor, from which the demo draws visits; minutes of the day in the clinic's zone. */
export type Hours = {
  readonly id: string
  readonly clinic: PlannedClinic
  readonly days: readonly number[]
  readonly from: number
  readonly to: number
  /** In minutes. */
  readonly period: number
  readonly type: 'online' | 'physical'
  readonly price: number
  readonly active: boolean
}

/** A doctor's hours from before the first visit to after the last; none overlap but online and physical of one clinic (rule 8). */
export function hoursOf(doctor: DemoDoctor): Hours[] {
  const draw = drawFrom(30_000_000 + doctor.n)
  const [own, second] = doctor.clinics
  const fee = feeOf(doctor.branch) * (0.85 + 0.1 * draw.between(0, 6))
  const week = second ? TWO_CLINICS : doctor.place === 0 ? FULL : WEEKS[doctor.n % WEEKS.length]! // the remainder is within
  return week
    .filter(({ type }) => type === 'physical' || callsOnline(doctor.branch))
    .map(({ days, from, to, period, type, at, ended }, i) => {
      const clinic = (at === 'second' ? second : own)!
      const step = PRICE_STEP[clinic.currency]
      return {
        id: demoId('availability', doctor.n * 100 + i + 1),
        clinic,
        days: openToday(days, week, doctor, clinic),
        from: minutes(from),
        to: minutes(to),
        period,
        type,
        price: Math.round((PRICE[clinic.currency] * fee * (type === 'online' ? 0.8 : 1)) / step) * step,
        active: doctor.active && !ended,
      }
    })
}

export function hoursRow(doctor: DemoDoctor, hours: Hours, plan: Plan) {
  const { id, clinic, days, period, type, price } = hours
  return {
    id,
    doctor_id: doctor.id,
    clinic_id: clinic.id,
    start_date: String(addDays(clinic.today, -plan.back - 15)),
    end_date: String(addDays(clinic.today, plan.ahead + 45)),
    start_time: clock(hours.from),
    end_time: clock(hours.to),
    period,
    type,
    days,
    price,
    currency: clinic.currency,
    status: hours.active ? 'active' : 'passive',
  }
}

type Pattern = {
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
  readonly period: number
  readonly type: 'online' | 'physical'
  readonly at?: 'second'
  /** Kept, but inactive (rule 11). */
  readonly ended?: true
}

const MON_FRI = [1, 2, 3, 4, 5]
const physical = (days: readonly number[], from: string, to: string, period: number): Pattern => ({
  days,
  from,
  to,
  period,
  type: 'physical',
})
const online = (days: readonly number[], from: string, to: string, period: number): Pattern => ({
  days,
  from,
  to,
  period,
  type: 'online',
})

/** The doctors who sign in work every day but Sunday, mornings to evenings. */
const FULL: readonly Pattern[] = [
  physical([...MON_FRI, 6], '08:30', '12:30', 20),
  physical([...MON_FRI, 6], '13:30', '17:30', 20),
  online([...MON_FRI, 6], '13:30', '17:30', 20),
  online([...MON_FRI, 6], '18:00', '20:00', 30),
]

const TWO_CLINICS: readonly Pattern[] = [
  physical([1, 2, 3], '09:00', '12:00', 20),
  physical([1, 2, 3], '13:00', '17:00', 20),
  { ...physical([4, 5], '10:00', '13:00', 30), at: 'second' },
  { ...physical([4, 5], '14:00', '18:00', 30), at: 'second' },
]

const WEEKS: readonly (readonly Pattern[])[] = [
  [
    physical(MON_FRI, '09:00', '12:00', 20),
    physical(MON_FRI, '13:00', '17:00', 20),
    online([2, 4], '13:00', '17:00', 20),
  ],
  [
    physical([1, 3, 5], '08:30', '12:30', 15),
    physical([2, 4], '13:30', '18:00', 15),
    online([2, 4], '08:30', '11:30', 15),
    online([1, 3], '18:30', '20:30', 15),
  ],
  [
    physical(MON_FRI, '10:00', '13:00', 30),
    physical(MON_FRI, '14:00', '18:00', 30),
    physical([6], '10:00', '13:00', 30),
  ],
  [
    physical(MON_FRI, '08:00', '10:00', 10),
    physical(MON_FRI, '14:00', '16:30', 15),
    online([5], '10:30', '12:30', 20),
    { ...physical([3], '18:00', '20:00', 30), ended: true },
  ],
]

/** A demo begun on a weekend still shows a clinic at work. */
function openToday(days: readonly number[], week: readonly Pattern[], doctor: DemoDoctor, clinic: PlannedClinic) {
  const wanted = doctor.place === 0 ? [0, 1] : doctor.n % 2 === 0 && days.includes(5) ? [0] : []
  const missing = wanted
    .map((ahead) => weekdayOf(addDays(clinic.today, ahead)))
    .filter((weekday) => weekday > 5 && !week.some((pattern) => pattern.days.includes(weekday)))
  return [...days, ...missing].toSorted()
}

/** The base price of a visit before specialty and doctor, in minor units, and the step to which prices are rounded. */
const PRICE = { try: 120_000, eur: 6500, gbp: 7500, usd: 9000 } as const
const PRICE_STEP = { try: 5000, eur: 500, gbp: 500, usd: 500 } as const

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

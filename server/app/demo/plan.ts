import { todayIn } from '../../../contract/kernel/time.ts'
import { CLINICS, type DemoClinic } from './clinics.ts'
import { demoId } from './ids.ts'
import { MORE_CLINICS } from './more-clinics.ts'

export type DemoSize = 'small' | 'large'

/** What is to be loaded: whom, how much, and over which days around today. */
export type Plan = {
  /** Epoch ms; nothing that has happened is later. */
  readonly now: number
  readonly clinics: readonly PlannedClinic[]
  readonly visits: number
  /** Days with visits, before and after today. */
  readonly back: number
  readonly ahead: number
}

export type PlannedClinic = DemoClinic & {
  readonly index: number
  readonly id: string
  /** YYYYMMDD in its zone (rule 4). */
  readonly today: number
  readonly doctorCount: number
  readonly patientCount: number
}

export function planOf(size: DemoSize, now: number): Plan {
  const { clinics, doctors, patients, ...rest } = SIZES[size]
  return {
    now,
    ...rest,
    clinics: clinics.map((clinic, index) => ({
      ...clinic,
      index,
      id: demoId('clinic', index + 1),
      today: todayIn(clinic.zone, now),
      doctorCount: doctors ?? clinic.doctors ?? 0,
      patientCount: patients ?? clinic.patients ?? 0,
    })),
  }
}

/** Each clinic's number of doctors and patients, where it is the same for all; else each names its own. */
const SIZES = {
  small: { clinics: CLINICS, doctors: null, patients: null, visits: 10_000, back: 45, ahead: 75 },
  large: {
    clinics: [...CLINICS, ...MORE_CLINICS],
    doctors: 20,
    patients: 5000,
    visits: 1_000_000,
    back: 365,
    ahead: 90,
  },
} as const

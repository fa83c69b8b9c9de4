import { todayIn } from '../../../contract/kernel/time.ts'
import { CLINICS, type DemoClinic } from './clinics.ts'
import { demoId } from './ids.ts'
import { MORE_CLINICS } from './more-clinics.ts'

export type DemoSize = 'small' | 'large'

/** What to load: the people, the amount, and the days around today. */
export type Plan = {
  /** Epoch ms; no past event is later. */
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

/** The number of doctors and patients per clinic, if it is the same for all; otherwise each clinic has its own. */
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

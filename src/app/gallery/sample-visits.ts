import type { ChangeState, VisitState } from '../../ui/bead-states.ts'
import type { RowMark } from '../../ui/table-props.ts'

export type SampleVisit = {
  time: string
  minutes: number
  patient: string
  about: string
  doctor: string
  branch: string
  online?: boolean
  /** In minor units. */
  price: number
  paid: boolean
  state: VisitState
  mark?: RowMark
  tag?: ChangeState
}

const ent = { doctor: 'Dr. Brüggemann-Scholl', branch: 'Hals-Nasen-Ohren-Heilkunde', minutes: 20 }

/** Invented visits, one for every mark. */
export const VISITS: readonly SampleVisit[] = [
  {
    ...ent,
    time: '10:40',
    patient: 'Thorben Lütjohann',
    about: '39 · 0151 2345 6701',
    price: 8500,
    paid: true,
    state: 'completed',
    mark: 'pending',
    tag: 'pending',
  },
  {
    ...ent,
    time: '11:00',
    patient: 'Jürgen Großmann',
    about: '67 · 0170 5550 118',
    price: 8500,
    paid: true,
    state: 'arrived',
  },
  {
    time: '11:10',
    minutes: 40,
    patient: 'Mihaela Constantinescu',
    about: '31 · 0176 4420 9003',
    doctor: 'Dr. Pfefferkorn',
    branch: 'Mund-, Kiefer- und Gesichtschirurgie',
    price: 24_000,
    paid: false,
    state: 'waiting',
    mark: 'conflict',
    tag: 'conflict',
  },
  {
    ...ent,
    time: '11:20',
    patient: 'Annegret Zwingenberger',
    about: '54 · 030 5550 4410',
    price: 8500,
    paid: false,
    state: 'waiting',
  },
  {
    time: '11:40',
    minutes: 30,
    patient: 'Karl-Friedrich Schönhuber-Wiedemann',
    about: '72 · 0170 5550 221',
    doctor: 'Dr. Oyelaran',
    branch: 'Kinder- und Jugendpsychiatrie',
    online: true,
    price: 11_000,
    paid: true,
    state: 'waiting',
  },
  {
    ...ent,
    time: '12:00',
    patient: 'Jolanthe Wróblewski',
    about: '45 · 0159 8800 217',
    price: 8500,
    paid: false,
    state: 'tentative',
    mark: 'tentative',
    tag: 'failed',
  },
]

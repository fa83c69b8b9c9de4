import { addDays, instantOf } from '../../../contract/kernel/time.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'

/**
 * Connected calendars of each clinic's doctor who signs in, one in each state (rule 96), with two evenings read from
 * the first. None is read again, since their addresses are invented.
 */
export function calendarLinkRows({ doctors }: People) {
  const links = []
  const busy = []
  for (const doctor of doctors) {
    const [clinic] = doctor.clinics
    if (doctor.place !== 0 || !doctor.active || !clinic) continue
    const at = (ahead: number, time: number) =>
      new Date(instantOf({ date: addDays(clinic.today, ahead), time }, clinic.zone) ?? 0).toISOString()
    const link = (k: number, name: string, account: string, state: State) => ({
      id: demoId('calendarLink', doctor.n * 10 + k),
      doctor_id: doctor.id,
      name,
      account,
      zone: clinic.zone,
      created_at: at(-30, 900),
      ...state,
    })
    links.push(
      link(1, 'Demo: evening classes', 'evenings.ics', {
        ...WELL,
        kind: 'file',
        events: 2,
        read_at: at(-3, 900),
        good_at: at(-3, 900),
      }),
      link(2, 'Demo: family', 'family.demo.bedside.test', {
        kind: 'url',
        state: 'failing',
        failure: 'unreachable',
        failures: 1,
        dropped: false,
        events: 0,
        read_at: at(0, 0),
        good_at: at(-1, 2300),
      }),
      link(3, 'Demo: university', 'university.demo.bedside.test', {
        kind: 'url',
        state: 'broken',
        failure: 'refused',
        failures: 9,
        dropped: true,
        events: 0,
        read_at: at(-1, 900),
        good_at: at(-5, 900),
      }),
    )
    for (const [k, ahead] of [2, 9].entries())
      busy.push({
        id: demoId('busy', doctor.n * 10 + 5 + k),
        doctor_id: doctor.id,
        starts_at: at(ahead, 2100),
        ends_at: at(ahead, 2230),
        title: 'Demo: evening class',
        link_id: demoId('calendarLink', doctor.n * 10 + 1),
      })
  }
  return { links, busy }
}

type State = {
  readonly kind: 'file' | 'url'
  readonly state: 'ok' | 'failing' | 'broken'
  readonly failure: 'unreachable' | 'refused' | null
  readonly failures: number
  readonly dropped: boolean
  readonly events: number
  readonly read_at: string
  readonly good_at: string
}

const WELL = { state: 'ok', failure: null, failures: 0, dropped: false } as const

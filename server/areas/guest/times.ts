import type { Slot } from '../../../contract/appointment/appointment.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import type { Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import { freeSlots, nextFree } from '../availability/slots.ts'

/** No one yet, judged by the rules for patients: lead time and horizon. Sees nothing of a private clinic. */
export const STRANGER: Who = {
  id: '',
  type: 'patient',
  name: '',
  superadmin: false,
  clinicId: null,
  hostClinic: null,
  sessionHash: '',
  mustEnrol: false,
  keys: [],
}

type TimesQuery = {
  readonly doctorId: string
  /** The clinics whose times are offered; null among them: hours that belong to no clinic. */
  readonly clinics: readonly (string | null)[]
  readonly now: number
}

/** The free times of a week, of both kinds, in order. `from`: YYYYMMDD. */
export async function timesFrom(db: Db, { doctorId, clinics, now }: TimesQuery, from: number): Promise<Slot[]> {
  const days = { from, to: addDays(from, DAYS - 1) }
  const found = await eachKind((type) => freeSlots(db, { doctorId, ...days, type, who: STRANGER, now }))
  return found.filter(({ clinicId }) => clinics.includes(clinicId))
}

/** The next free times from a moment on. */
export async function nextTimes(
  db: Db,
  query: TimesQuery & { readonly zone: string },
  wanted: number,
): Promise<Slot[]> {
  const { doctorId, clinics, now, zone } = query
  const from = { doctorId, wanted: new Date(wanted).toISOString(), zone, who: STRANGER, now }
  const found = await eachKind((type) => nextFree(db, { ...from, type }))
  return found.filter(({ clinicId }) => clinics.includes(clinicId)).slice(0, MOST)
}

/** Days on one page of times. */
export const DAYS = 7
const MOST = 5

async function eachKind(read: (type: 'online' | 'physical') => Promise<Slot[]>): Promise<Slot[]> {
  // one after the other: both run on one connection
  const inPerson = await read('physical')
  return [...inPerson, ...(await read('online'))].toSorted((a, b) => a.start.localeCompare(b.start))
}

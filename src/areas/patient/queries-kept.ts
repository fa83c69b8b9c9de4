import { useLiveQuery } from 'dexie-react-hooks'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { KEEP_DAYS_BACK } from '../../../contract/kernel/constants.ts'
import { addDays, dayBounds, todayIn } from '../../../contract/kernel/time.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice, type Device } from '../../screen/device.ts'

/**
 * "Keep on this device" (SCREENS B7). The device holds cards and notes of one's own patients anyway. A star adds all
 * visits of that patient, also those outside the days kept (rule 89). They are the server's answer, fetched at most
 * once an hour, and not rows.
 */
export const KEPT = 'kept-patients'
export const MOST_KEPT = 50
export const keptKey = (patient: string) => `kept:${patient}`

/** The patients starred on this device. */
export function useStarred(): ReadonlySet<string> | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => new Set(await readStarred({ db })), [db])
}

export async function readStarred({ db }: Pick<Device, 'db'>): Promise<readonly string[]> {
  const value = (await db.facts.get(KEPT))?.value
  return Array.isArray(value) ? (value as readonly string[]) : [] // only `starPatient` writes it
}

/**
 * The patients whose visits this device keeps whole: the starred ones, and for a doctor those of today and tomorrow.
 */
export async function readKept(device: Pick<Device, 'db' | 'person' | 'zone' | 'now'>): Promise<readonly string[]> {
  const starred = await readStarred(device)
  if (device.person.type !== 'doctor') return starred
  const today = todayIn(device.zone, device.now())
  const visits = await rowsIn(device.db, 'appointment')
    .where('start')
    .between(
      new Date(dayBounds(today, device.zone).from).toISOString(),
      new Date(dayBounds(addDays(today, 1), device.zone).to).toISOString(),
    )
    .toArray()
  return [...new Set([...starred, ...visits.map((stored) => String(stored['patientId']))])].slice(0, MOST_KEPT)
}

/**
 * The starred patients, and those with something kept who are no longer on this device. None before the device has been
 * filled.
 */
export async function readGone({ db }: Pick<Device, 'db'>) {
  const starred = await readStarred({ db })
  const keys = await db.replies.where('key').startsWith(keptKey('')).primaryKeys()
  const ids = [...new Set([...keys.map((key) => key.slice(keptKey('').length)), ...starred])]
  const visits = await rowsIn(db, 'patient').bulkGet(ids)
  const isFilled = (await db.facts.get('pulledAt')) !== undefined
  return { starred, gone: isFilled ? ids.filter((_, i) => !visits[i]) : [] }
}

/**
 * A patient's visits as this device knows them, newest first. `wholeAt` is when the server last gave all of them; null
 * if only those near today are known.
 */
export type PatientVisits = { readonly visits: readonly Shown<'appointment'>[]; readonly wholeAt: number | null }

export function usePatientVisits(patientId: string): PatientVisits | undefined {
  const { db, zone, now } = useDevice()
  return useLiveQuery(async () => {
    const rows = await rowsIn(db, 'appointment')
      .where('[patientId+start]')
      .between([patientId, ''], [patientId, '9999'])
      .toArray()
    const visits = rows.map((stored) => show('appointment', stored))
    const kept = await db.replies.get(keptKey(patientId))
    // within the days kept, this device's own rows are the truth, also if a visit has moved out of them
    const from = new Date(dayBounds(addDays(todayIn(zone, now()), -KEEP_DAYS_BACK), zone).from).toISOString()
    const known = new Set(visits.map(({ id }) => id))
    const before = ((kept?.reply ?? []) as readonly Appointment[]) // only `refreshKept` writes it
      .filter(({ id, start }) => !known.has(id) && start < from)
      .map((visit) => ({ ...visit, pending: 'none' as const }))
    return {
      visits: [...visits, ...before].toSorted((a, b) => (a.start < b.start ? 1 : -1)),
      wholeAt: kept?.at ?? null,
    }
  }, [db, zone, patientId])
}

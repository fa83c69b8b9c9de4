import { useLiveQuery } from 'dexie-react-hooks'
import type { Input } from '../../../contract/calls.ts'
import { patientCalls, type Patient } from '../../../contract/patient/patient.ts'
import { call } from '../../api/call.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useShared, type Question } from '../../db/shared-query.ts'
import { useDevice, type Device } from '../../screen/device.ts'

export type ShownPatient = Shown<'patient'>

/** A patient's card; null if this device does not hold it (an admin's holds none). */
export function usePatient(id: string | undefined): ShownPatient | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = id ? await rowsIn(db, 'patient').get(id) : undefined
    return stored ? show('patient', stored) : null
  }, [db, id])
}

/**
 * Cards of several patients by id, without those that are not on this device. At most 200 ids; null while the ids are
 * unknown.
 */
export function usePatients(ids: readonly string[] | null): ReadonlyMap<string, ShownPatient> | undefined {
  const { db } = useDevice()
  return useShared(db, patientsById(db, ids))
}

/** Every card on this device, for a list and for search while typing. */
export function useAllPatients(): ShownPatient[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () => (await rowsIn(db, 'patient').toArray()).map((stored) => show('patient', stored)),
    [db],
  )
}

/** The start of each patient's next waiting visit, among those this device holds (rule 89: 60 days ahead). */
export function useNextVisits(): ReadonlyMap<string, string> | undefined {
  const { db, now } = useDevice()
  return useLiveQuery(async () => {
    const coming = await rowsIn(db, 'appointment')
      .where('[status+start]')
      .between(['waiting', new Date(now()).toISOString()], ['waiting', '9999'])
      .toArray()
    const next = new Map<string, string>()
    for (const stored of coming) {
      const patient = String(stored['patientId'])
      if (!next.has(patient)) next.set(patient, String(stored['start']))
    }
    return next
  }, [db])
}

/** The patients who have a visit with this doctor, among those the device holds; null without a doctor. */
export function useMetBy(doctorId: string | undefined): ReadonlySet<string> | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    if (!doctorId) return null
    const visits = await rowsIn(db, 'appointment')
      .where('[doctorId+start]')
      .between([doctorId, ''], [doctorId, '9999'])
      .toArray()
    return new Set(visits.map((stored) => String(stored['patientId'])))
  }, [db, doctorId])
}

/** Finds patients who are not on this device (RULES 13: only those the person may see). */
export const searchPatients = (keyword: string) => call(patientCalls['patient.list'], { keyword, limit: 20 })

/** Fetches a page of cards, to be shown as "from the server" and never stored. */
export const listPatients = (input: Input<'patient.list'>) => call(patientCalls['patient.list'], input)

/**
 * Cards the person may see that may be the same patient, by facts that also the server compares: phone, identity, name
 * and birth date.
 */
export const findTwins = (id: string) => call(patientCalls['patient.twins'], { id })

/**
 * One patient by id, from this device or else from the server; null if neither has them or the server does not answer.
 */
export async function findPatient({ db }: Pick<Device, 'db'>, id: string): Promise<Patient | null> {
  const stored = await rowsIn(db, 'patient').get(id)
  if (stored) return show('patient', stored)
  const outcome = await call(patientCalls['patient.list'], { id, limit: 1 })
  return outcome.kind === 'done' ? (outcome.reply.patients[0] ?? null) : null
}

export const patientsById = (
  db: Database,
  ids: readonly string[] | null,
): Question<ReadonlyMap<string, ShownPatient> | undefined> => ({
  name: `patients ${ids?.join()}`,
  ask: async () => {
    if (!ids) return undefined
    const found = await rowsIn(db, 'patient').bulkGet(ids.slice(0, 200))
    return new Map(found.flatMap((stored) => (stored ? [[stored.id, show('patient', stored)] as const] : [])))
  },
})

import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { inPlace, isOfferedBy } from '../../../contract/visittype/visittype.rules.ts'
import { visitTypeCalls, type VisitType } from '../../../contract/visittype/visittype.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { keepReplies } from '../../sync/keep-replies.ts'

export type ShownVisitType = Shown<'visit_type'>

/** The types on this device that are not archived, in order; undefined while they are read. */
export function useVisitTypes(): readonly ShownVisitType[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const rows = await rowsIn(db, 'visit_type').toArray()
    return inPlace(rows.map((row) => show('visit_type', row)).filter(({ archived }) => !archived))
  }, [db])
}

/** How many coming appointments on this device were booked by a type. */
export function useBookedBy(id: string): number | undefined {
  const { db, now } = useDevice()
  return useLiveQuery(async () => {
    const rows = await rowsIn(db, 'appointment').where('start').above(new Date(now()).toISOString()).toArray()
    return rows
      .map((row) => show('appointment', row))
      .filter(({ status, visitType }) => status === 'waiting' && visitType?.id === id).length
  }, [db, id])
}

type Where = {
  readonly doctorId: string
  readonly clinicId: string | null
  readonly type: Appointment['type']
}

/**
 * The types by which a visit of this kind can be booked here by the person signed in. Staff hold them; patients and
 * admins ask the server, and without a network have its last answer. Empty while nothing is known.
 */
export function useOfferedTypes({ doctorId, clinicId, type }: Where): readonly VisitType[] {
  const device = useDevice()
  const offline = useIsOffline()
  const { db, person } = device
  const holds = person.type === 'clinic' || person.type === 'doctor'
  const own = useVisitTypes()
  const key = `visittype.list ${doctorId}`
  const kept = useLiveQuery(
    async () => (await db.replies.get(key))?.reply as readonly VisitType[] | undefined,
    [db, key],
  ) // only `fetchTypes` writes under this key
  useEffect(() => {
    if (holds || offline || !doctorId) return
    void fetchTypes(device, doctorId, key)
  }, [device, holds, offline, doctorId, key])
  const known = holds ? own : kept
  return inPlace(known ?? []).filter(
    (each) =>
      each.type === type &&
      isOfferedBy(each, { doctorId, clinicId }) &&
      (person.type !== 'patient' || each.forPatients),
  )
}

async function fetchTypes({ db, now }: Device, doctorId: string, key: string): Promise<void> {
  const outcome = await call(visitTypeCalls['visittype.list'], { doctorId, limit: 200 })
  if (outcome.kind === 'done') await keepReplies(db, [{ key, at: now(), reply: outcome.reply.visitTypes }])
}

import { useEffect, useState } from 'react'
import { mayGive, whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { overlaps } from '../availability/slot-days.ts'
import { keptSlots } from '../availability/queries-kept-slots.ts'
import { useDoctors, useOpenHours, type ShownDoctor } from '../doctor/queries.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { type Earliest, findEarliest } from './queries-earliest.ts'
import { inputOf, SLOT_WINDOW_DAYS, useSlots } from './queries-slots.ts'
import { type ShownVisit, useVisits } from './queries.ts'

/** Which other waiting visit of the same patient a time would overlap (rule 15), as far as this device holds them. */
export function useClashes({ id, patientId }: Pick<ShownVisit, 'id' | 'patientId'>) {
  const theirs = useVisits({ patientId, status: 'waiting' })
  return (at: Pick<ShownVisit, 'start' | 'end'>) => theirs?.find((other) => other.id !== id && overlaps(other, at))
}

/**
 * The doctors who could take the visit, if the signed-in person may move it to them: those with hours of its kind, same
 * specialty first.
 */
export function useOtherDoctors(visit: ShownVisit): readonly ShownDoctor[] {
  const { person } = useDevice()
  const doctors = useDoctors()
  const hours = useOpenHours()
  if (!doctors || !hours || !mayGive(visit, person)) return []
  const offering = visit.type === 'online' ? hours.online : hours.any
  const { branchId } = doctors.get(visit.doctorId) ?? {}
  const isSame = (doctor: ShownDoctor) => doctor.branchId === branchId
  const candidates = [...doctors.values()].filter(
    ({ id, active, clinicIds }) =>
      active && id !== visit.doctorId && clinicIds.includes(visit.clinicId ?? '') && offering.has(id),
  )
  return [...candidates.filter(isSame), ...candidates.filter((doctor) => !isSame(doctor))]
}

/**
 * Times to which a visit can be moved with one press: its doctor's next ones, then the first of each other doctor with
 * that kind, in the order of `others`. Without a network as far as this device knows them (rule 23); undefined until
 * either is known.
 */
export function useMoveOffers(visit: ShownVisit, others: readonly ShownDoctor[]): readonly Earliest[] | undefined {
  const device = useDevice()
  const offline = useIsOffline()
  const { doctorId, type, clinicId, zone } = visit
  const today = todayIn(zone, device.now())
  const moves = visit.visitType ? visit.id : undefined
  const own = useSlots(
    { doctorId, type, clinicId, exceptVisit: visit.id, moves },
    today,
    addDays(today, SLOT_WINDOW_DAYS - 1),
  )
  const ids = others.map(({ id }) => id).join(' ')
  const query = `${ids} ${type} ${offline}`
  const [found, setFound] = useState<{ query: string; first: readonly Earliest[] } | null>(null)
  useEffect(() => {
    let gone = false
    const ask = ids ? firstOf(device, visit, ids.split(' '), offline) : Promise.resolve([])
    ask.then(
      (first) => void (!gone && setFound({ query, first })),
      (error: unknown) => {
        // an error from a database that closes with its page is ignored
        if (!gone) throw error
      },
    )
    return () => void (gone = true)
    // the visit's other fields do not change what is free
    // oxlint-disable-next-line react/exhaustive-deps
  }, [device, query])
  if (own.state === 'asking' || found?.query !== query) return undefined
  const free = own.state === 'known' ? own.free : []
  return [
    ...free
      .filter(({ start }) => start !== visit.start)
      .slice(0, OF_ITS_DOCTOR)
      .map((slot) => ({ doctorId, slot })),
    ...found.first.slice(0, OF_OTHERS),
  ]
}

const OF_ITS_DOCTOR = 3
const OF_OTHERS = 3

async function firstOf(
  device: Device,
  { id: visitId, visitType, clinicId, type, zone }: ShownVisit,
  ids: readonly string[],
  offline: boolean,
): Promise<readonly Earliest[]> {
  const moves = visitType ? visitId : undefined
  const problem =
    offline || !clinicId
      ? null
      : await findEarliest({
          clinicId,
          type: type === 'online' ? 'online' : 'physical',
          most: MOST_ASKED,
          ...(moves && { moves }),
        })
  if (problem) return ids.flatMap((id) => problem.find(({ doctorId }) => doctorId === id) ?? [])
  const { db, person, settings, now } = device
  const today = todayIn(zone, now())
  const kept = await Promise.all(
    ids.slice(0, MOST_KEPT).map(async (doctorId) => {
      const known = await keptSlots(db, inputOf(doctorId, type, today, addDays(today, DAYS_KEPT), { moves }), now())
      const slot = known?.free.find(
        (each) => each.clinicId === clinicId && whyNotThen(each, person, now(), settings) === null,
      )
      return slot ? { doctorId, slot } : null
    }),
  )
  return kept.filter((each) => each !== null)
}

/** The most doctors that the server answers for at once. */
const MOST_ASKED = 50
/** Without a network, the hours and appointments of this many are read from the device. */
const MOST_KEPT = 12
const DAYS_KEPT = 13

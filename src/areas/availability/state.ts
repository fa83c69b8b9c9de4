import { getRouteApi } from '@tanstack/react-router'
import { addDays, todayIn, weekdayOf } from '../../../contract/kernel/time.ts'
import type { Hours } from '../../../contract/availability/availability.rules.ts'
import { useClinics } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import type { AvailabilitySearch } from '../../screen/search.ts'
import type { ShownHours } from './queries.ts'

/** What the hours dialog starts with: a record to change, hours to copy, or a template. */
export type Opened = {
  readonly edit?: ShownHours
  readonly from?: Partial<Hours> & { price?: number; clinicId?: string | null }
}

const route = getRouteApi('/signed-in/availability')

/** Whose hours the page shows and in which week, from the address. */
export function useAvailabilityState() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { person, zone, now } = useDevice()
  const clinics = useClinics()
  const doctorId = person.type === 'doctor' ? person.id : (search.doctor ?? null)
  const clinicId = search.clinic ?? person.clinicId
  const shownZone = clinics?.get(clinicId ?? '')?.zone ?? zone
  const today = todayIn(shownZone, now())
  const day = search.day ?? today
  return {
    doctorId,
    clinicId,
    type: search.type ?? null,
    zone: shownZone,
    today,
    monday: addDays(day, 1 - weekdayOf(day)),
    set: (patch: Partial<AvailabilitySearch>) =>
      void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false }),
  }
}
export type AvailabilityState = ReturnType<typeof useAvailabilityState>

import { todayIn } from '../../../contract/kernel/time.ts'
import { allClinics } from '../clinic/queries.ts'
import { readAhead } from '../../db/shared-query.ts'
import { allBranches, allDoctors } from '../doctor/queries.ts'
import { patientsById } from '../patient/queries.ts'
import type { Device } from '../../screen/device.ts'
import type { AppointmentSearch } from '../../screen/search.ts'
import { allEntries } from '../../screen/queries-waiting.ts'
import { windowShown } from './list-state.ts'
import { visitsOf } from './queries.ts'

/**
 * Reads what the landing page shows first, before it is drawn: the window's visits with their patients' cards. The page
 * is then drawn once, without a skeleton before it.
 */
export async function readLandingAhead(device: Device, search: AppointmentSearch): Promise<void> {
  const { db, person, zone, now } = device
  const { from, to } = windowShown(search, person.type, todayIn(zone, now()))
  const withCards = async () => {
    const visits = await readAhead(db, visitsOf(device, { from, to, doctorId: search.doctor }))
    const ids = person.type === 'patient' ? [] : visits.map(({ patientId }) => patientId)
    await readAhead(db, patientsById(db, ids))
  }
  await Promise.all([
    withCards(),
    readAhead(db, allDoctors(db)),
    readAhead(db, allBranches(db)),
    readAhead(db, allClinics(db)),
    readAhead(db, allEntries(db)),
  ])
}

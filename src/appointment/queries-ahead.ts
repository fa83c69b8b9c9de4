import { todayIn } from '../../contract/time.ts'
import { readClinics } from '../clinic/queries.ts'
import { readAhead } from '../db/shared-query.ts'
import { readBranches, readDoctors } from '../doctor/queries.ts'
import { nameOfPatients, readPatients } from '../patient/queries.ts'
import type { Device } from '../shell/device.tsx'
import type { AppointmentSearch } from '../shell/search.ts'
import { readEntries } from '../sync-centre/queries.ts'
import { windowShown } from './list-state.ts'
import { nameOfWindow, readVisits } from './queries.ts'

/**
 * What the landing shows first, read before it is drawn: the window's visits with their patients' cards, and whose they are. A start draws the
 * page once then, instead of a skeleton and after it the page.
 */
export async function readLandingAhead(device: Device, search: AppointmentSearch): Promise<void> {
  const { db, person, zone, now } = device
  const { from, to } = windowShown(search, person.type, todayIn(zone, now()))
  const window = { from, to, doctorId: search.doctor }
  const withCards = async () => {
    const visits = await readAhead(db, nameOfWindow(zone, window), () => readVisits(device, window))
    await readPatientsAhead(device, person.type === 'patient' ? [] : visits.map(({ patientId }) => patientId))
  }
  await Promise.all([
    withCards(),
    readAhead(db, 'doctors', () => readDoctors(db)),
    readAhead(db, 'branches', () => readBranches(db)),
    readAhead(db, 'clinics', () => readClinics(db)),
    readAhead(db, 'entries', () => readEntries(db)),
  ])
}

const readPatientsAhead = ({ db }: Device, ids: readonly string[]) =>
  readAhead(db, nameOfPatients(ids), () => readPatients(db, ids))

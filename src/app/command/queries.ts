import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import type { TableName } from '../../../contract/kernel/table-names.ts'
import type { Row } from '../../../contract/tables.ts'
import { rowsIn, type Database, type StoredRow } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import type { Device } from '../../screen/device.ts'
import { digitsOf, makeFinder } from './finder.ts'

/** What this device holds, prepared for search while typing. */
export type Held = Awaited<ReturnType<typeof gather>>

/** Kept as long as the database is open: a device that is locked, or whose person leaves, drops it. */
const kept = new WeakMap<Database, Held>()

export const heldBefore = ({ db }: Device): Held | null => kept.get(db) ?? null

/**
 * Reads everything that can be found, in pieces, so that the page stays responsive; stops when `isWanted` returns
 * false.
 */
export async function readHeld(device: Device, isWanted: () => boolean): Promise<Held | null> {
  const held = await gather(device, isWanted)
  if (isWanted()) kept.set(device.db, held)
  return isWanted() ? held : null
}

async function gather({ db, person, now }: Device, isWanted: () => boolean) {
  const patients = makeFinder<Patient>()
  const doctors = makeFinder<Doctor>()
  const visits = makeFinder<Appointment>()
  const doctorNames = new Map<string, string>()
  await inPieces(db, 'doctor', isWanted, (doctor) => {
    doctorNames.set(doctor.id, doctor.name)
    doctors.add({ name: doctor.name, digits: '', what: doctor })
  })
  await inPieces(db, 'patient', isWanted, (card) =>
    patients.add({ name: card.name, digits: digitsOf(card.phone ?? ''), what: card }),
  )
  const found: Appointment[] = []
  await inPieces(db, 'appointment', isWanted, (visit) => void found.push(visit))
  // visits near in time are searched for more often
  const far = new Map(found.map(({ id, start }) => [id, Math.abs(Date.parse(start) - now())]))
  for (const visit of found.toSorted((a, b) => far.get(a.id)! - far.get(b.id)!)) {
    // patients look for a visit by its doctor, staff by its patient
    const name = person.type === 'patient' ? (doctorNames.get(visit.doctorId) ?? '') : visit.patientName
    visits.add({ name, digits: person.type === 'patient' ? '' : (visit.checkInCode ?? ''), what: visit })
  }
  return { patients, doctors, visits, doctorNames }
}

async function inPieces<T extends TableName>(
  db: Database,
  table: T,
  isWanted: () => boolean,
  take: (row: Row<T>) => void,
): Promise<void> {
  for (let after = ''; isWanted();) {
    const rows: StoredRow[] = await rowsIn(db, table).where('id').above(after).limit(PIECE).toArray()
    for (const row of rows) take(show(table, row))
    const last = rows.at(-1)
    if (rows.length < PIECE || !last) return
    after = last.id
    await new Promise((rest) => setTimeout(rest))
  }
}

const PIECE = 1000

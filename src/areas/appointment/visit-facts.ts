import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { useCallback, useMemo } from 'react'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { formatAge } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { usePatients } from '../patient/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { isUndoable, useEntries } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'
import { useDoctorName } from '../doctor/doctor-name.ts'

/** Facts of a list's visits that are not in their rows, read once for the whole list and never per row. */
export type VisitFacts = {
  /** True once everything has been read: a list drawn earlier would be drawn twice, and move while it is read. */
  readonly ready: boolean
  readonly doctorOf: (visit: ShownVisit) => { readonly name: string; readonly branch: string | null }
  readonly clinicOf: (visit: ShownVisit) => string | undefined
  /** Age, sex, phone; null if this device holds no card of the patient (an admin's holds none). */
  readonly patientOf: (visit: ShownVisit) => PatientFacts | null
  readonly context: (visit: ShownVisit) => VisitContext
  /**
   * Whether it was booked here and the server has not accepted it yet (rule 22). The function changes only if its
   * results do.
   */
  readonly isTentative: (visit: ShownVisit) => boolean
  readonly doctors: readonly { readonly id: string; readonly name: string }[]
  readonly clinics: readonly { readonly id: string; readonly name: string }[]
  /** The specialties that some doctor on this device has. */
  readonly branches: readonly { readonly id: string; readonly name: string }[]
}
export type PatientFacts = {
  readonly age: string | null
  readonly gender: 'female' | 'male' | 'other' | null
  readonly phone: string | null
  readonly email: string | null
  /** For the words about allergies, since an empty field does not say whether anyone asked. */
  readonly card: Patient
}

/**
 * `shown` are the visits drawn now, whose patients' cards are needed; at most 200 are read. Null until they are known.
 * The result is the same object until one of its facts changes, at the latest with the next minute, so that rows are
 * not redrawn before.
 */
export function useVisitFacts(shown: readonly ShownVisit[] | null): VisitFacts {
  const { person, zone } = useDevice()
  const language = useLanguage()
  const minute = useMinute()
  const nameOf = useDoctorName()
  const doctors = useDoctors()
  const branches = useBranches()
  const clinics = useClinics()
  const isPatient = person.type === 'patient'
  const cards = usePatients(isPatient ? [] : (shown?.map(({ patientId }) => patientId) ?? null))
  const booked = useBooked()
  const isTentative = useCallback((visit: ShownVisit) => booked.includes(visit.id), [booked])

  return useMemo(() => {
    const branchOf = (doctor: Doctor | undefined) => {
      const branch = doctor?.branchId ? branches?.get(doctor.branchId) : undefined
      return branch ? (pickText(branch.name, language)?.value ?? null) : null
    }
    const clinicOf = (visit: ShownVisit) => (visit.clinicId ? clinics?.get(visit.clinicId) : undefined)
    const doctorOf = (visit: ShownVisit) => {
      const doctor = doctors?.get(visit.doctorId)
      return { name: doctors ? nameOf(doctor) : '', branch: branchOf(doctor) }
    }
    const patientOf = (visit: ShownVisit): PatientFacts | null => {
      const card = cards?.get(visit.patientId)
      if (!card) return null
      const { birthDate, gender, phone, email } = card
      const age = birthDate ? formatAge(Number(birthDate.replaceAll('-', '')), todayIn(zone, minute), language) : null
      return { age, gender, phone, email, card }
    }
    const known = [...(doctors?.values() ?? [])]
    return {
      ready: Boolean(doctors && branches && clinics && cards),
      doctorOf,
      patientOf,
      clinicOf: (visit) => clinicOf(visit)?.name,
      context: (visit) => {
        const clinic = clinicOf(visit)
        const place = clinic ? `${clinic.name}, ${placeOf(clinic)}` : ''
        const contact = isPatient ? { phone: clinic?.phone, email: null } : patientOf(visit)
        return { doctor: doctorOf(visit).name, place, phone: contact?.phone, email: contact?.email }
      },
      isTentative,
      doctors: known.map((doctor) => ({ id: doctor.id, name: nameOf(doctor) })),
      clinics: [...(clinics?.values() ?? [])].map(({ id, name }) => ({ id, name })),
      branches: [...(branches?.values() ?? [])]
        .filter(({ id }) => known.some(({ branchIds }) => branchIds.includes(id)))
        .map(({ id, name }) => ({ id, name: pickText(name, language)?.value ?? '' })),
    }
  }, [doctors, branches, clinics, cards, isTentative, nameOf, language, zone, minute, isPatient])
}

/**
 * The visits whose booking waits here, as a text that stays equal while they are the same, whatever else is queued,
 * sent and settled.
 */
function useBooked(): string {
  return (useEntries() ?? [])
    .flatMap(({ call, input }) => (call === 'appointment.book' ? String(input['id']) : []))
    .join()
}

/**
 * The newest change of a visit that has never left this device, for undo; each row queries it itself, so that only that
 * row is redrawn.
 */
export function useUndoable({ id, pending }: ShownVisit): string | undefined {
  const entries = useEntries()
  if (pending !== 'waiting') return undefined
  const newest = entries?.findLast(({ call, input }) => call.startsWith('appointment.') && input['id'] === id)
  return newest && isUndoable(newest) ? newest.id : undefined
}

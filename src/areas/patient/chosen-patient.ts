import type { Patient } from '../../../contract/patient/patient.ts'

/** What a booking needs to know about a patient. The card itself may exist only on the server. */
export type ChosenPatient = Pick<Patient, 'id' | 'name' | 'phone' | 'birthDate'>

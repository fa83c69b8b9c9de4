import type { Patient } from '../../../contract/patient/patient.ts'

/** What a booking needs to know of a patient; the card itself may be on the server alone. */
export type ChosenPatient = Pick<Patient, 'id' | 'name' | 'phone' | 'birthDate'>

import { recordAllergies } from './allergy.rules.ts'
import type { EffectsOf } from '../kernel/effect.ts'
import type { PatientFile, patientFileCalls } from './patient-file.ts'
import type { PatientNote, patientNoteCalls } from './patient-note.ts'
import type { Patient, patientCalls } from './patient.ts'

export const patientEffects: EffectsOf<
  typeof patientCalls & typeof patientNoteCalls & typeof patientFileCalls,
  { readonly patient: Patient; readonly patient_note: PatientNote; readonly patient_file: PatientFile }
> = {
  'patient.add': {
    touches: ({ id }) => [{ table: 'patient', id }],
    apply: {
      patient: (row, { identity, ...input }, made) =>
        row ?? {
          ...blank,
          ...presentFields(input),
          ...recordAllergies(input, null, made),
          hasIdentity: Boolean(identity?.trim()),
          addedBy: made.by,
          createdAt: made.at,
        },
    },
  },
  'patient.update': {
    touches: ({ id }) => [{ table: 'patient', id }],
    apply: {
      patient: (row, { id: _, identity, ...input }, made) =>
        row && {
          ...row,
          ...presentFields(input),
          ...recordAllergies(input, row, made),
          ...(identity !== undefined && { hasIdentity: Boolean(identity?.trim()) }),
        },
    },
  },
  'patient.addNote': {
    touches: ({ id }) => [{ table: 'patient_note', id }],
    apply: {
      patient_note: (row, { id, patientId, text, clinicId }, { at, by, facts }) =>
        row ?? {
          id,
          version: 1,
          patientId,
          clinicId: clinicId ?? null,
          authorId: facts.authorId ?? '',
          authorName: by,
          text,
          createdAt: at,
          editedAt: null,
        },
    },
  },
  'patient.editNote': {
    touches: ({ id }) => [{ table: 'patient_note', id }],
    apply: { patient_note: (row, { text }, { at }) => row && { ...row, text, editedAt: at, heardAt: null } },
  },
  'patient.addFile': {
    touches: ({ id }) => [{ table: 'patient_file', id }],
    apply: {
      patient_file: (row, { id, patientId, appointmentId, clinicId, title, type, size }, { at, by, facts }) =>
        row ?? {
          id,
          version: 1,
          patientId,
          clinicId: clinicId ?? null,
          appointmentId: appointmentId ?? null,
          authorId: facts.authorId ?? '',
          authorName: by,
          title,
          type,
          size,
          createdAt: at,
        },
    },
  },
  'patient.deleteFile': {
    touches: ({ id }) => [{ table: 'patient_file', id }],
    apply: { patient_file: () => null },
  },
  'patient.deleteNote': {
    touches: ({ id }) => [{ table: 'patient_note', id }],
    apply: { patient_note: () => null },
  },
}

/** A card of which only what its author types is known. */
const blank = {
  version: 1,
  email: null,
  birthDate: null,
  gender: null,
  allergies: null,
  noAllergies: false,
  allergiesAt: null,
  allergiesBy: null,
  bloodType: null,
  emergencyName: null,
  emergencyPhone: null,
  city: null,
  nonCitizen: false,
  active: true,
  clinicIds: [],
  lastVisit: null,
  visits: 0,
} satisfies Partial<Patient>

/** Only the fields of the change; others stay as they are. An empty phone means none. */
const presentFields = <T extends { readonly emergencyPhone?: string | null | undefined }>({
  emergencyPhone,
  ...fields
}: T) =>
  ({
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(emergencyPhone !== undefined && { emergencyPhone: emergencyPhone || null }),
  }) as { [K in keyof T]: Exclude<T[K], undefined> }

import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { UPLOAD_BYTES } from '../kernel/constants.ts'
import { id, instant, listed, paging, requiredText, text, version } from '../kernel/fields.ts'

/** What is taken of a patient (TRUST D9). A picture is kept as WebP, whatever it came as. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type DocumentType = (typeof TYPES)[number]
export const isDocumentType = (type: string): type is DocumentType => (TYPES as readonly string[]).includes(type)

/** Files that may wait on one device (rule 93), and that one person may have begun to send. */
export const MOST_WAITING = 5

/**
 * A file of a patient (SPEC §3): what they bring, and what the staff give them. Seen by the patient, its author, and the clinic it belongs
 * to with those of its doctors who know the patient; what the patient adds outside of any clinic, by all who treat them. Never by admins
 * (RULES 13). Its bytes are at `GET /api/patient/file/:id`.
 */
export const PatientFile = v.object({
  id,
  version,
  patientId: id,
  clinicId: v.nullable(id),
  appointmentId: v.nullable(id),
  authorId: id,
  authorName: text(200),
  title: text(200),
  type: v.picklist(TYPES),
  /** Bytes, as it is kept. */
  size: v.pipe(v.number(), v.integer()),
  createdAt: instant,
})
export type PatientFile = v.InferOutput<typeof PatientFile>

const holders = ['clinic', 'doctor', 'patient'] as const
export const oneFile = v.object({ status: v.literal(true), patient_file: PatientFile })

/** What is said of a file beside its bytes. */
const described = {
  id,
  patientId: id,
  title: requiredText(200),
  /** As it was called where it came from; its ending must say what it is. */
  name: requiredText(255),
  appointmentId: v.optional(v.nullable(id)),
  /** Where its author stood: one of their own clinics. A clinic user's own is taken, whatever is said; a visit's clinic goes first. */
  clinicId: v.optional(v.nullable(id)),
}

/** The fields of `POST patient/upload` (SPEC §7), beside the part `document`; an empty one is none. */
const orNone = v.optional(
  v.union([
    id,
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
  ]),
)
export const UploadFields = v.strictObject({
  id: v.optional(id),
  /** Left out by a patient, whose own it then is. */
  patient: v.optional(id),
  title: v.optional(requiredText(200)),
  appointment: orNone,
})

export const patientFileCalls = {
  'patient.files': {
    method: 'POST',
    path: '/api/patient/files',
    roles: holders,
    offline: 'cached',
    refusals: ['patient_not_found'],
    /** Without a patient: all files in the asker's sight, newest first. */
    input: v.strictObject({ ...paging, patient: v.optional(id) }),
    reply: v.object({ ...listed, files: v.array(PatientFile) }),
    reads: 'patient_file',
  },
  /**
   * Makes a file of bytes that have arrived whole (`PUT /api/patient/upload/:id`, by the same person, under the same id). Before that it is
   * `file_incomplete`, 425: to be said again when they have.
   */
  'patient.addFile': {
    method: 'POST',
    path: '/api/patient/file',
    roles: holders,
    offline: 'queue',
    refusals: [
      'id_taken',
      'patient_not_found',
      'appointment_not_found',
      'file_error',
      'file_locked',
      'file_too_much',
      'file_acts',
    ],
    input: v.strictObject({
      ...described,
      type: v.picklist(TYPES),
      /** Bytes, as it is sent. */
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(UPLOAD_BYTES)),
    }),
    reply: oneFile,
    writes: { table: 'patient_file', needs: ['patientId', 'appointmentId'], creates: true },
    carries: 'size',
  },
  'patient.deleteFile': {
    method: 'DELETE',
    path: '/api/patient/file/:id',
    roles: holders,
    offline: 'queue',
    refusals: ['record_not_found', 'permission_denied'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'patient_file', needs: [], removes: true },
  },
} as const satisfies CallTable

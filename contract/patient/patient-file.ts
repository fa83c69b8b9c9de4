import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { UPLOAD_BYTES } from '../kernel/constants.ts'
import { id, instant, listed, paging, requiredText, text, version } from '../kernel/fields.ts'

/** What is accepted as a patient's file (TRUST D9). Pictures are stored as WebP, whatever they came as. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type DocumentType = (typeof TYPES)[number]
export const isDocumentType = (type: string): type is DocumentType => (TYPES as readonly string[]).includes(type)

/** How many files may wait on one device (rule 93), and how many one person may have begun to send. */
export const MOST_WAITING = 5

/**
 * A patient's file (SPEC §3): brought by them, or given to them by staff. The patient, its author, the clinic it
 * belongs to and that clinic's doctors who know the patient see it. What the patient adds outside any clinic is seen by
 * all who treat them. Admins never see files (RULES 13). Its bytes are at `GET /api/patient/file/:id`.
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
  /** Bytes, as stored. */
  size: v.pipe(v.number(), v.integer()),
  createdAt: instant,
})
export type PatientFile = v.InferOutput<typeof PatientFile>

const holders = ['clinic', 'doctor', 'patient'] as const
export const oneFile = v.object({ status: v.literal(true), patient_file: PatientFile })

/** What describes a file besides its bytes. */
const described = {
  id,
  patientId: id,
  title: requiredText(200),
  /** Its original name; the extension must match the content. */
  name: requiredText(255),
  appointmentId: v.optional(v.nullable(id)),
  /**
   * The clinic its author acted for: one of their own. For a clinic user it is always their own clinic; a visit's
   * clinic takes precedence.
   */
  clinicId: v.optional(v.nullable(id)),
}

/** The fields of `POST patient/upload` (SPEC §7) next to the part `document`; an empty field counts as absent. */
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
  /** Omitted by a patient: then it is their own. */
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
    /** Without a patient: all files the caller may see, newest first. */
    input: v.strictObject({ ...paging, patient: v.optional(id) }),
    reply: v.object({ ...listed, files: v.array(PatientFile) }),
    reads: 'patient_file',
  },
  /**
   * Makes a file of bytes that have arrived completely (`PUT /api/patient/upload/:id`, by the same person, under the
   * same id). Until then it answers `file_incomplete`, 425: send it again when they have.
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
      /** Bytes, as sent. */
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

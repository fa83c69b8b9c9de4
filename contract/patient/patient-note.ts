import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'

/**
 * A note that staff write about a patient (SPEC §3). Its author, their clinic, and its doctors who know the patient see
 * it (rule 50); never the patient, nor admins (RULES 13).
 */
export const PatientNote = v.object({
  id,
  version,
  patientId: id,
  clinicId: v.nullable(id),
  authorId: id,
  authorName: text(200),
  text: text(4000),
  createdAt: instant,
  editedAt: v.nullable(instant),
  /** When the server heard of it, if that was noticeably after it was written or edited (decision 0086). */
  heardAt: v.optional(v.nullable(instant)),
})
export type PatientNote = v.InferOutput<typeof PatientNote>

const writers = ['clinic', 'doctor'] as const
const patientNoteReply = v.object({ status: v.literal(true), patient_note: PatientNote })

export const patientNoteCalls = {
  'patient.getNote': {
    method: 'POST',
    path: '/api/patient/getnote',
    roles: writers,
    offline: 'cached',
    refusals: ['patient_not_found'],
    /** Without a patient: all notes the caller may see, newest first. */
    input: v.strictObject({ ...paging, patient: v.optional(id) }),
    reply: v.object({ ...listed, notes: v.array(PatientNote) }),
    reads: 'patient_note',
  },
  'patient.addNote': {
    method: 'POST',
    path: '/api/patient/addnote',
    roles: writers,
    offline: 'queue',
    refusals: ['id_taken', 'patient_not_found'],
    input: v.strictObject({
      id: newRecordId,
      patientId: id,
      text: requiredText(4000),
      /** The clinic the author acted for: one of their own. For a clinic user it is always their own clinic. */
      clinicId: v.optional(v.nullable(id)),
    }),
    reply: patientNoteReply,
    writes: { table: 'patient_note', needs: ['patientId'], joins: true, creates: true },
  },
  'patient.editNote': {
    method: 'PUT',
    path: '/api/patient/note/:id',
    roles: writers,
    offline: 'queue',
    refusals: ['note_not_found', 'permission_denied'],
    input: v.strictObject({ id, text: requiredText(4000) }),
    reply: patientNoteReply,
    writes: { table: 'patient_note', needs: [], joins: true, coalesce: 'edit', sets: ['text'] },
  },
  'patient.deleteNote': {
    method: 'DELETE',
    path: '/api/patient/deletenote/:id',
    roles: writers,
    offline: 'queue',
    refusals: ['note_not_found', 'permission_denied'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'patient_note', needs: [], removes: true },
  },
} as const satisfies CallTable

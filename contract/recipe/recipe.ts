import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, listOf, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'

/** Rows of one recipe or report. */
export const MOST_LINES = 20

/** One drug as it is prescribed, in the doctor's own words except the days; an empty text means none. */
export const RecipeLine = v.strictObject({
  drug: requiredText(200),
  dose: text(100),
  /** How often: "3 × 1", "at night". */
  times: text(100),
  /** For how many days; null: not said. */
  days: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
  note: text(500),
})
export type RecipeLine = v.InferOutput<typeof RecipeLine>

/** Whose a recipe or a report is, and where and by whom it was written. */
export const signed = {
  id,
  version,
  patientId: id,
  clinicId: v.nullable(id),
  appointmentId: v.nullable(id),
  doctorId: id,
  /** With title, as it was at the time of writing. */
  doctorName: text(300),
}

/**
 * Medication advice (SPEC §3 recipe): written by a doctor, never edited, withdrawn within a day at most (RULES 13). The
 * patient sees it at once (rule 52), as do its doctor, its clinic and that clinic's doctors who know the patient;
 * admins never do. Its PDF is at `recipePaper(id)`.
 */
export const Recipe = v.object({
  ...signed,
  lines: v.array(RecipeLine),
  note: text(2000),
  createdAt: instant,
})
export type Recipe = v.InferOutput<typeof Recipe>

/** What a doctor sends of a recipe or a report besides its rows. */
export const written = {
  id: newRecordId,
  patientId: id,
  appointmentId: v.optional(v.nullable(id)),
  /** The clinic its author acted for: one of their own. A visit's clinic takes precedence. */
  clinicId: v.optional(v.nullable(id)),
}

export const lines = <const S extends v.GenericSchema>(line: S) => listOf(line, MOST_LINES, 1)

export const readers = ['clinic', 'doctor', 'patient'] as const

/** A PDF in the requested language (`?lang=de`), otherwise in the patient's own. */
export const recipePaper = (recipeId: string) => `/api/recipe/${recipeId}/paper` as const

export const recipeCalls = {
  'recipe.list': {
    method: 'POST',
    path: '/api/recipe/list',
    roles: readers,
    offline: 'cached',
    refusals: ['patient_not_found'],
    /** Without a patient: all that the caller may see, newest first. */
    input: v.strictObject({ ...paging, patient: v.optional(id) }),
    reply: v.object({ ...listed, recipes: v.array(Recipe) }),
    reads: 'recipe',
  },
  'recipe.add': {
    method: 'POST',
    path: '/api/recipe/add',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['id_taken', 'patient_not_found', 'appointment_not_found'],
    input: v.strictObject({ ...written, lines: lines(RecipeLine), note: text(2000) }),
    reply: v.object({ status: v.literal(true), recipe: Recipe }),
    writes: { table: 'recipe', needs: ['patientId', 'appointmentId'], joins: true, creates: true },
  },
  'recipe.delete': {
    method: 'DELETE',
    path: '/api/recipe/:id',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['record_not_found', 'permission_denied', 'delete_too_late'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'recipe', needs: [], removes: true },
  },
} as const satisfies CallTable

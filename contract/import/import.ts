import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { freeText, id, instant, listOf, text } from '../kernel/fields.ts'
import {
  CELL_UNITS,
  IMPORT_FIELDS,
  IMPORT_STATES,
  LINE_REASONS,
  LINE_STATES,
  LINES_AT_ONCE,
  MOST_COLUMNS,
  MOST_LINES,
} from './import.lists.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const field = v.picklist(IMPORT_FIELDS)
/** A line's number in its file; the head is line 1. */
const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000))
const cell = v.optional(freeText(CELL_UNITS))

/** What stands in a line, by field, as it was typed. */
const Cells = v.strictObject({
  name: cell,
  phone: cell,
  email: cell,
  birthDate: cell,
  gender: cell,
  identity: cell,
  document: cell,
  bloodType: cell,
  allergies: cell,
  emergencyName: cell,
  emergencyPhone: cell,
  city: cell,
})
export type Cells = v.InferOutput<typeof Cells>

/** A column of the file and what it was taken for; null: left out. */
const ImportColumn = v.strictObject({ head: freeText(100), field: v.nullable(field) })
export type ImportColumn = v.InferOutput<typeof ImportColumn>

/** An import of patients from a file (decision 0154). */
export const Import = v.object({
  id,
  state: v.picklist(IMPORT_STATES),
  columns: v.array(ImportColumn),
  /** Lines the file has, without the head, and lines that have arrived. */
  total: count,
  arrived: count,
  counts: v.object({ new: count, same: count, bad: count, done: count, kept: count, gone: count }),
  /** False once the lines are deleted, 30 days after the end: then only the counts are left. */
  linesKept: v.boolean(),
  madeBy: text(200),
  createdAt: instant,
  endedAt: v.nullable(instant),
})
export type Import = v.InferOutput<typeof Import>

export const ImportLine = v.object({
  line: lineNumber,
  state: v.picklist(LINE_STATES),
  faults: v.array(v.object({ field: v.nullable(field), reason: v.picklist(LINE_REASONS) })),
  cells: Cells,
  /** The card it became, or that it is the same as, if the caller may see it. */
  patientId: v.nullable(id),
})
export type ImportLine = v.InferOutput<typeof ImportLine>

const own = { roles: ['clinic'], offline: 'online' } as const
const one = v.object({ status: v.literal(true), import: Import })

/** Importing patients, for a clinic's desk. [+] */
export const importCalls = {
  /** The clinic's imports, newest first; the columns of the newest say how the clinic's files are read. */
  'import.list': {
    ...own,
    method: 'POST',
    path: '/api/import/list',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), imports: v.array(Import) }),
  },
  /** Begins one; a clinic has one at a time. */
  'import.add': {
    ...own,
    method: 'POST',
    path: '/api/import/add',
    refusals: ['import_open', 'import_too_much'],
    input: v.strictObject({
      id,
      columns: listOf(ImportColumn, MOST_COLUMNS, 1),
      lines: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_LINES)),
    }),
    reply: one,
    audits: 'import',
  },
  /** Sends lines and judges them; a line that has arrived already stays as it is. */
  'import.send': {
    ...own,
    method: 'POST',
    path: '/api/import/lines',
    refusals: ['import_not_found', 'import_begun'],
    input: v.strictObject({
      id,
      lines: listOf(v.strictObject({ line: lineNumber, cells: Cells }), LINES_AT_ONCE, 1),
    }),
    reply: one,
    audits: 'import',
  },
  /** Its lines in these states, by their numbers. */
  'import.read': {
    ...own,
    method: 'POST',
    path: '/api/import/read',
    refusals: ['import_not_found'],
    input: v.strictObject({
      id,
      states: listOf(v.picklist(LINE_STATES), LINE_STATES.length, 1),
      /** Only lines after this one. */
      after: v.optional(lineNumber),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))),
    }),
    reply: v.object({ status: v.literal(true), lines: v.array(ImportLine), more: v.boolean() }),
    audits: 'import',
  },
  /** Adds the patients of its new lines, in the background. No message is sent to anyone. */
  'import.start': {
    ...own,
    method: 'PUT',
    path: '/api/import/:id',
    action: 'start',
    refusals: ['import_not_found', 'import_begun', 'import_incomplete'],
    input: v.strictObject({ id }),
    reply: one,
    audits: 'import',
  },
  /** Removes what it has added, in the background, except what has been changed or used since. */
  'import.undo': {
    ...own,
    method: 'PUT',
    path: '/api/import/:id',
    action: 'undo',
    refusals: ['import_not_found', 'import_not_undoable', 'import_open'],
    input: v.strictObject({ id }),
    reply: one,
    audits: 'import',
  },
  /** Ends one that has not been started, and deletes its lines. */
  'import.drop': {
    ...own,
    method: 'DELETE',
    path: '/api/import/:id',
    refusals: ['import_not_found', 'import_begun'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    audits: 'import',
  },
} as const satisfies CallTable

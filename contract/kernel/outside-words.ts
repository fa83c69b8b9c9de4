import * as v from 'valibot'
import type { Call } from './call.ts'
import { newId } from './id.ts'

/**
 * Converts an input in SPEC §7's words to what the row takes. External callers know SPEC and not our table:
 * `pagination: { page, limit }` holds a list's two fields, an empty filter is no filter, and a new record without an id
 * gets one here. The app sends none of these. What the row then does not take is refused as usual.
 */
export function asRowTakes(call: Call, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const fields: Record<string, unknown> = { ...input }
  const entries = new Map(Object.entries((call.input as { readonly entries?: Entries }).entries ?? {}))
  if (entries.has('page') && entries.has('limit')) {
    unfold(fields)
    for (const [name, field] of entries)
      if (isEmpty(fields[name]) && !v.is(field, fields[name]) && v.is(field, undefined)) delete fields[name]
  }
  for (const [name, field] of entries) if (fields[name] === undefined && isNewRecord(field)) fields[name] = newId()
  return fields
}

/** Whether an external caller may omit a field (`newRecordId`). */
export const isNewRecord = (field: v.GenericSchema): boolean => v.getMetadata(field)['newRecord'] === true

/** Replaces a `pagination` that holds only `page` and `limit` with the two. */
function unfold(fields: Record<string, unknown>) {
  const { pagination } = fields
  if (typeof pagination !== 'object' || pagination === null || Array.isArray(pagination)) return
  if (Object.keys(pagination).some((name) => name !== 'page' && name !== 'limit')) return
  delete fields['pagination']
  Object.assign(fields, pagination)
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

type Entries = Readonly<Record<string, v.GenericSchema>>

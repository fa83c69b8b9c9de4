import * as v from 'valibot'
import type { Call } from './call.ts'
import { newId } from './id.ts'

/**
 * An input in SPEC §7's own words, as the row takes it. Whoever calls from outside has read SPEC and not our table: `pagination: { page, limit }`
 * holds a list's two fields, a filter that is left empty is none, and a record that is made without an id gets one here. The app sends none of
 * these. What the row then does not take is refused as ever.
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

/** Whether a field may be left out from outside (`newRecordId`). */
export const isNewRecord = (field: v.GenericSchema): boolean => v.getMetadata(field)['newRecord'] === true

/** `pagination` with nothing but `page` and `limit` in it becomes the two. */
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

import type { TableName } from '../../contract/kernel/table-names.ts'
import { groupOf } from '../../contract/tables.ts'

/**
 * The fields of an edit that someone else has changed since the version it was made on; if there are none, it merges
 * (rule 83, SYNC "Merge"). `fieldVersions` maps a fact to the version that last changed it; without a base the edit
 * applies to the current version.
 */
export function changedSince(
  table: TableName,
  fieldVersions: Readonly<Record<string, number>>,
  base: number | null,
  fields: readonly string[],
): string[] {
  if (base === null) return []
  return fields.filter((field) => (fieldVersions[groupOf(table, field)] ?? 0) > base)
}

import type { Target } from '../../contract/kernel/effect.ts'
import { changedSince } from '../db/merge.ts'
import { Refused } from '../kernel/refused.ts'

/**
 * Rule 83: an edit of facts that someone else has changed since it was made is a conflict, answered with the record as
 * it is; other edits merge.
 */
export function judge(
  target: Target,
  fieldVersions: Readonly<Record<string, number>>,
  base: number | null,
  fields: readonly string[],
): void {
  const changed = changedSince(target.table, fieldVersions, base, fields)
  if (changed.length) throw new Refused('changed_since', { fields: changed, target }, 412)
}

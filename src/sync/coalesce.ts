import { rowOf } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'
import { keyOf, targetsOf } from './fold.ts'
import { isKnownCall, writesOf } from './known.ts'

/**
 * The waiting entry that a new one merges into, with its new input, or null (SYNC "Coalesce"): an edit merges into an
 * edit of the same record, or into its creation if that takes all its fields. Only into entries never sent, and only
 * into the record's last. Pure.
 */
export function coalesce(waiting: readonly Entry[], next: Pick<Entry, 'call' | 'input' | 'was'>): Entry | null {
  const last = waiting.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).at(-1)
  const row = rowOf(next.call)
  if (
    !last ||
    last.state !== 'ready' ||
    last.attempts > 0 ||
    row.writes?.coalesce !== 'edit' ||
    last.input['id'] !== next.input['id']
  )
    return null
  const takes =
    last.call === next.call ||
    (writesOf(last)?.creates === true && Object.keys(next.input).every((name) => name in entriesOf(last.call)))
  if (!takes) return null
  const { id: _, ...fields } = next.input
  // the oldest value is what the person changed from
  return { ...last, input: { ...last.input, ...fields }, was: last.was && { ...next.was, ...last.was } }
}

/**
 * What is dropped when a record that never left this device is removed: its creation and everything done to it (SYNC
 * "create+delete vanish"), oldest first. Null if something else depends on it or part of it may have left. Pure.
 */
export function vanishing(
  waiting: readonly Entry[],
  next: Pick<Entry, 'call' | 'input'>,
): readonly [Entry, ...Entry[]] | null {
  if (!rowOf(next.call).writes?.removes) return null
  const [first, ...others] = waiting.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const key = keyOf(targetsOf(next)[0]!)
  const isOf = (entry: Entry) =>
    entry.state === 'ready' && entry.attempts === 0 && isKnownCall(entry.call) && isAllOf(entry, key)
  if (!first || !writesOf(first)?.creates || ![first, ...others].every(isOf)) return null
  return [first, ...others]
}

function entriesOf(call: Entry['call']): object {
  const { input } = rowOf(call)
  return 'entries' in input && typeof input.entries === 'object' && input.entries ? input.entries : {}
}

const isAllOf = (entry: Entry, key: string) => targetsOf(entry).every((target) => keyOf(target) === key)

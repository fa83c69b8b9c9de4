import type { Effect, Made, Target } from '../../contract/kernel/effect.ts'
import { effects, type AllRows } from '../../contract/effects.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Row } from '../../contract/tables.ts'
import type { Entry } from '../db/entry.ts'
import { isKnownCall } from './known.ts'

/**
 * A record as this device shows it: the server's row with the waiting changes applied in the order they were made.
 * Pure; to roll a change back, leave it out (SYNC "rebase"). Parked changes are left out, since what was refused is not
 * shown as done. So are changes of a call that this build does not know.
 */
export function fold<T extends TableName>(
  table: T,
  base: Row<T> | undefined,
  entries: readonly Pick<Entry, 'call' | 'input' | 'state' | 'madeAt' | 'by' | 'facts'>[],
): Row<T> | undefined {
  let row = base
  for (const entry of entries) {
    if (entry.state === 'parked') continue
    const apply = effectOf(entry)?.apply[table]
    // an effect on this table returns rows of this table: the two are declared together
    const next = (apply as Apply<T> | undefined)?.(row, entry.input, {
      at: entry.madeAt,
      by: entry.by,
      facts: entry.facts,
    })
    row = next === null ? undefined : (next ?? row)
  }
  return row
}

type Apply<T extends TableName> = (row: Row<T> | undefined, input: unknown, made: Made) => Row<T> | null | undefined

/** The records a change touches, main record first; for a change that this build cannot read, those it can tell. */
export function targetsOf(entry: Pick<Entry, 'call' | 'input'>): readonly Target[] {
  try {
    return (effectOf(entry)?.touches(entry.input) ?? []).filter(({ id }) => typeof id === 'string')
  } catch {
    // its input has a shape that the effect was not written for
    return []
  }
}

export const keyOf = ({ table, id }: { readonly table: TableName; readonly id: string }) => `${table}:${id}`

const effectOf = ({ call }: Pick<Entry, 'call'>) =>
  isKnownCall(call) ? (effects[call] as unknown as Effect<unknown, AllRows>) : null // its input was checked when it was queued

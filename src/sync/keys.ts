import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { keyOf, targetsOf } from './fold.ts'
import { writesOf } from './known.ts'
import { isTable } from './rebase.ts'

type Made = Pick<Entry, 'call' | 'input'>

/**
 * What orders an entry in the queue: the records it touches, and the records it depends on that exist only on this
 * device (SYNC "Outbox entry"). A record that the server knows blocks nothing.
 */
export async function keysOf(db: Database, made: Made): Promise<string[]> {
  const keys = new Set(targetsOf(made).map(keyOf))
  const named = referencesOf(made).filter((key) => !keys.has(key))
  if (named.length === 0) return [...keys]
  const waiting = await db.outbox.where('keys').anyOf(named).distinct().toArray()
  const making = new Set(
    waiting.filter((entry) => writesOf(entry)?.creates).flatMap((entry) => targetsOf(entry).map(keyOf)),
  )
  for (const key of named) if (making.has(key)) keys.add(key)
  return [...keys]
}

/**
 * The records that an input names besides its own, by the names of its fields: `patientId`, `branchIds`, and `groupId`,
 * which names its own table. Pure.
 */
function referencesOf(made: Made): string[] {
  return Object.entries(made.input).flatMap(([field, value]) => {
    const table = tableOf(made, field)
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value]
    return table ? ids.flatMap((id) => (typeof id === 'string' ? [keyOf({ table, id })] : [])) : []
  })
}

/** The table whose records a field names; null if it names none. */
function tableOf(made: Made, field: string): TableName | null {
  const named = /^(.+)Ids?$/.exec(field)?.[1]
  if (!named) return null
  if (named === 'group') return writesOf(made)?.table ?? null
  const table = named.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isTable(table) ? table : null
}

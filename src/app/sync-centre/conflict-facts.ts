import { rowOf } from '../../../contract/calls.ts'
import { groupOf } from '../../../contract/tables.ts'
import type { Entry } from '../../db/entry.ts'

/** Fields of a change that hold together, and differ between this device and the server. */
export type Differing = {
  /** The fact's name (`contract/tables.ts` "groups"). */
  readonly name: string
  readonly fields: readonly string[]
  /** Someone else has changed it meanwhile; otherwise it was changed only here. */
  readonly theirs: boolean
}

/**
 * What there is to choose between in a conflict: every fact that the change sets and the server has otherwise (SCREENS B33). Facts the
 * server did not name as changed are in it too, since the refusal held the whole change up. Pure.
 */
export function differing(
  { call, input, problem }: Pick<Entry, 'call' | 'input' | 'problem'>,
  current: Readonly<Record<string, unknown>>,
): Differing[] {
  const { writes } = rowOf(call)
  const named = problem?.details['fields']
  const facts = new Map<string, string[]>()
  for (const field of writes?.sets ?? [])
    if (field in input && JSON.stringify(input[field] ?? null) !== JSON.stringify(current[field] ?? null)) {
      const fact = groupOf(writes!.table, field)
      facts.set(fact, [...(facts.get(fact) ?? []), field])
    }
  return [...facts].map(([name, fields]) => ({
    name,
    fields,
    theirs: !Array.isArray(named) || fields.some((field) => named.includes(field)),
  }))
}

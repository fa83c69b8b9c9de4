import { rowOf } from '../../../contract/calls.ts'
import { groupOf } from '../../../contract/tables.ts'
import type { Entry } from '../../db/entry.ts'

/** Fields of a change that form one fact and differ between this device and the server. */
export type Differing = {
  /** The fact's name (`contract/tables.ts` "groups"). */
  readonly name: string
  readonly fields: readonly string[]
  /** True if someone else has changed it meanwhile; otherwise it was changed only here. */
  readonly theirs: boolean
}

/**
 * The choices of a conflict: every fact that the change sets and that differs on the server (SCREENS B33). Facts that
 * the server did not report as changed are included, since the refusal held back the whole change. Pure.
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

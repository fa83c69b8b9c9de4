import type { QueryConfig } from 'pg'
import { kept } from './pool.ts'
import { jsonWith } from './sealing.ts'

/** How a statement runs once for many changes (`set.ts`). */
export type Joint = {
  /** The SQL types of its values, in order. */
  readonly types: readonly string[]
  /**
   * The statement for all of them: it reads their values from `p (nth, v1, v2 …)`, and each row it returns says by
   * `nth` whose it is. Absent: the statement itself runs for each row of `p`, with the same plan as for one.
   */
  readonly all?: string
  /** It changes nothing, or nothing that a refusal would have to undo. */
  readonly stays?: true
  /**
   * A change that gets no row from it runs alone: what it looks for does not exist, or another transaction has locked
   * it.
   */
  readonly finds?: true
}

export type JointQuery = QueryConfig & { readonly joint: Joint }

/** A prepared statement that can also run once for many changes. */
export const joint = (text: string, values: unknown[], how: Joint): JointQuery => ({
  ...kept(text, values),
  joint: how,
})

export const isJoint = (query: unknown): query is JointQuery =>
  typeof query === 'object' && query !== null && 'joint' in query

/** The statement for these values, one row per change; planned each time, for the current size of the table. */
export function asOne(
  { text, joint: { types, all } }: JointQuery,
  values: readonly (readonly unknown[])[],
): QueryConfig {
  const columns = types.map((type, i) => `v${i + 1} ${type}`).join(', ')
  const p = `with p as (select * from jsonb_to_recordset($1::jsonb) as p (nth int, ${columns}))`
  const rows = values.map((row, nth) =>
    Object.fromEntries([['nth', nth], ...row.map((value, i) => [`v${i + 1}`, value])]),
  )
  return {
    text: `${p}${all?.startsWith('with ') ? `, ${all.slice(5)}` : ` ${all ?? eachOf(text)}`}`,
    // words in it are encrypted like those of any other statement
    values: [jsonWith(rows)],
  }
}

const eachOf = (text: string) =>
  `select p.nth, its.* from p cross join lateral (${text.replace(/\$(\d+)/g, 'p.v$1')}) its order by p.nth`

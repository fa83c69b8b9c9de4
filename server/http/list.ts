import * as v from 'valibot'
import { totals } from '../db/rows.ts'
import type { Db } from '../db/pool.ts'
import { sqlState } from '../db/transaction.ts'
import { Refused } from '../kernel/refused.ts'

type Paging = {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly after?: string | undefined
  readonly exact?: boolean | undefined
}

/**
 * What a list reads: a view; or, for a long list, a table whose indexes cover all filters, and the view of its rows.
 */
type Source = string | { readonly table: string; readonly view: string }

/** A condition of a list: SQL with `?` for each value, in order. Only written in code, never built from input. */
export type Condition = { readonly sql: string; readonly values: readonly unknown[] }
export const where = (sql: string, ...values: readonly unknown[]): Condition => ({ sql, values })

/** Whether the text of an expression holds what was typed, as it was typed: `like` would read `%` and `_` as patterns. */
export const contains = (expression: string, typed: string): Condition =>
  where(`strpos(fold(${expression}), fold(?)) > 0`, typed)

/**
 * One page and its count (DONE.md "API"): SPEC's `page` and `limit`, or `after`, the cursor of the last row. `by` are
 * the ordering columns, ending in `id`; the next cursor reads the same names from the last row. For a table, its
 * indexes alone answer conditions and order, and only the page's own rows are read from the view. The count stops at
 * 10,001 unless `exact`.
 */
export async function listPage<R extends Readonly<Record<string, unknown>>>(
  db: Db,
  source: Source,
  conditions: readonly Condition[],
  by: readonly string[],
  { page, limit = 20, after, exact }: Paging,
  descending = false,
) {
  const { table, view } = typeof source === 'string' ? { table: source, view: source } : source
  const values: unknown[] = []
  const number = ({ sql, values: ownValues }: Condition) => {
    values.push(...ownValues)
    let i = values.length - ownValues.length
    return `(${sql.replaceAll('?', () => `$${++i}`)})`
  }
  const all = conditions.map(number)
  const filter = all.length ? `where ${all.join(' and ')}` : ''
  const counted = await db.query<{ n: number }>(
    `select count(*) as n from (select from ${table} ${filter} ${exact ? '' : 'limit 10001'}) counted`,
    values,
  )
  const orderOf = (prefix: string) => by.map((column) => `${prefix}${column}${descending ? ' desc' : ''}`).join(', ')
  const from =
    after === undefined
      ? null
      : number(
          where(
            `(${by.join(', ')}) ${descending ? '<' : '>'} (${by.map(() => '?').join(', ')})`,
            ...cursorOf(after, by.length),
          ),
        )
  const within = [...all, from].filter(Boolean)
  const found = `select ${table === view ? '*' : by.join(', ')} from ${table} ${within.length ? `where ${within.join(' and ')}` : ''}
    order by ${orderOf('')} limit ${limit + 1} offset ${after === undefined ? ((page ?? 1) - 1) * limit : 0}`
  const pageSql =
    table === view
      ? found
      : `with page as materialized (${found}) select r.* from page join ${view} r on r.id = page.id order by ${orderOf('page.')}`
  const { rows } = await db.query<R>(pageSql, values).catch((error: unknown) => {
    // class 22, data exception: a well-formed cursor of no row of this list
    throw after !== undefined && sqlState(error)?.startsWith('22') ? badCursor() : error
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows.slice(0, limit),
    envelope: {
      status: true as const,
      ...totals(counted.rows[0]?.n ?? 0, limit, exact),
      after: last ? Buffer.from(JSON.stringify(by.map((column) => wire(last[column])))).toString('base64url') : null,
    },
  }
}

/**
 * Conditions as the `where` of a statement of their own, or of one that already has values before them, with their
 * values in order.
 */
export function numbered(
  conditions: readonly Condition[],
  after = 0,
): { readonly filter: string; readonly values: unknown[] } {
  let i = after
  const clauses = conditions.map(({ sql }) => `(${sql.replaceAll('?', () => `$${++i}`)})`)
  return {
    filter: clauses.length ? `where ${clauses.join(' and ')}` : '',
    values: conditions.flatMap(({ values }) => values),
  }
}

const Cursor = v.array(v.union([v.string(), v.number()]))

function cursorOf(after: string, length: number): (string | number)[] {
  try {
    return v.parse(v.pipe(Cursor, v.length(length)), JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}

/** An `after` that no row of the list ever gave. */
export const badCursor = () => new Refused('bad_input', { fields: { after: 'cursor' } }, 400)

const wire = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

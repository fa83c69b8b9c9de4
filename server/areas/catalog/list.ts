import type { CatalogEntry, CatalogName } from '../../../contract/catalog/catalog.ts'
import { LANGUAGES, NAMED_LIST_PAGE } from '../../../contract/kernel/constants.ts'
import type { Reply } from '../../../contract/calls.ts'
import { totals } from '../../db/rows.ts'
import type { Handler } from '../../http/handler.ts'
import { COLUMN } from './words.ts'

/**
 * SPEC §7: records and stats, ordered by the Turkish name. The lists hold a few thousand words at most: one pass counts
 * and filters them, another cuts the page.
 */
export const listWords =
  (table: CatalogName): Handler<'disease.list'> =>
  async ({ page, limit, status, keyword }, { db }) => {
    const size = Number(limit ?? NAMED_LIST_PAGE)
    const wanted = Number(page ?? 1)
    const values = [keyword?.trim() ?? '', status ?? null, LANGUAGES.length]
    const [{ rows: counts }, { rows }] = [
      await db.query<Counts>(`${WORDS(table)} ${COUNTS}`, values),
      await db.query<CatalogEntry & { usedBy: number }>(
        `${WORDS(table)} select id, version, name, "createdAt", used as "usedBy" from words where ${KEPT} order by sort, id limit $4 offset $5`,
        [...values, size, (wanted - 1) * size],
      ),
    ]
    const { kept = 0, ...stats } = counts[0] ?? { kept: 0, total: 0, used: 0, unused: 0, incomplete: 0 }
    return { status: true, ...totals(kept, size), after: null, records: rows, stats } satisfies Reply<'disease.list'>
  }

type Counts = {
  readonly kept: number
  readonly total: number
  readonly used: number
  readonly unused: number
  readonly incomplete: number
}

const WORDS = (table: CatalogName) => `with used as (${table === 'symptom' ? NOBODY : USED(table)}),
  words as (
    select r.*, coalesce(u.n, 0)::int as used,
           coalesce((select value from jsonb_to_recordset(r.name) as t (lang text, value text) order by lang <> 'tr', lang limit 1), '') as sort
      from ${table}_row r left join used u on u.word = r.id where not r.gone
  )`
const NOBODY = 'select null::uuid as word, 0 as n where false'
const USED = (table: 'disease' | 'treatment') =>
  `select word, count(*) as n from doctor cross join lateral unnest(${COLUMN[table]}) word where hidden_at is null group by word`
const KEPT = `strpos(fold(name::text), fold($1)) > 0
  and case $2 when 'used' then used > 0 when 'unused' then used = 0 when 'incomplete' then jsonb_array_length(name) < $3::int else true end`
const COUNTS = `select count(*) filter (where ${KEPT}) as kept, count(*) as total, count(*) filter (where used > 0) as used,
  count(*) filter (where used = 0) as unused, count(*) filter (where jsonb_array_length(name) < $3::int) as incomplete from words`

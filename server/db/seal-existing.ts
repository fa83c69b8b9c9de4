import type pg from 'pg'
import { asServer } from './owner.ts'
import type { Db } from './pool.ts'
import { SEALED } from './sealed-columns.ts'
import { MARK, unsealed } from './sealing.ts'

/**
 * Encrypts what an older build has written, and then makes the database refuse plain text. Works in batches, each in
 * its own transaction: if interrupted it continues at the next start. When all is done it only reads the catalogue.
 * Called with the owner's connections, which encrypt as all others do, before the server answers requests.
 */
export async function sealExisting(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select conname::text as name from pg_constraint where conname like '%\\_sealed' and connamespace = 'public'::regnamespace`,
  )
  const done = new Set(rows.map(({ name }) => name))
  const left = Object.entries(SEALED).flatMap(([table, { place, columns }]) =>
    Object.entries(columns)
      .filter(([column]) => !done.has(`${table}_${column}_sealed`))
      .map(([column, kind]) => ({ table, column, place, kind })),
  )
  if (left.length === 0) return
  // before the last of the constraints, which marks the end
  await sealNumbersInside(owner)
  for (const its of left) {
    const { table, column, kind } = its
    while ((await sealBatch(owner, its)) === BATCH);
    await owner.query(
      `alter table ${table} add constraint ${table}_${column}_sealed check (${kind === 'json' ? `${column} ->> 0` : column} like '${MARK}%' or ${column} = ${kind === 'json' ? `'[]'` : `''`})`,
    )
  }
}

type Column = {
  readonly table: string
  readonly column: string
  readonly place: string
  readonly kind: 'text' | 'json' | 'identity'
}

/** Makes no version and tells no device: the words are the same. Returns how many there were. */
const sealBatch = (owner: pg.Pool, { table, column, place, kind }: Column): Promise<number> =>
  asServer(owner, async (db) => {
    await quietly(db)
    const read = kind === 'json' ? `${column}::text` : column
    const { rows } = await db.query<{ id: string; place: string | null; plain: string }>(
      `select id, ${place} as place, ${read} as plain from ${table}
        where ${column} is not null and ${kind === 'json' ? `coalesce(${column} ->> 0, '')` : column} not like '${MARK}%' and ${read} <> '${kind === 'json' ? '[]' : ''}' limit ${BATCH} for update`,
    )
    const sealed = rows.map((row) =>
      unsealed(kind, {
        place: row.place,
        context: kind === 'identity' ? 'identity' : `${table}.${column} ${row.id}`,
        plain: row.plain,
      }),
    )
    await db.query(
      `update ${table} t set ${column} = s.sealed${kind === 'json' ? '::jsonb' : ''} from unnest($1::uuid[], $2::text[]) s (id, sealed) where t.id = s.id`,
      [rows.map(({ id }) => id), sealed],
    )
    return rows.length
  })

const BATCH = 500

/** Numbers of registrations and proposals that wait. */
async function sealNumbersInside(owner: pg.Pool) {
  for (const { table, column, place } of INSIDE)
    await asServer(owner, async (db) => {
      const { rows } = await db.query<{ id: string; place: string | null; plain: string }>(
        `select id, ${place} as place, ${column} ->> 'identity' as plain from ${table} t
          where ${column} ->> 'identity' <> '' and ${column} ->> 'identity' not like '${MARK}%' for update`,
      )
      for (const row of rows)
        await db.query(
          `update ${table} set ${column} = jsonb_set(${column}, '{identity}', to_jsonb($2::text)) where id = $1`,
          [row.id, unsealed('identity', { place: row.place, context: 'identity', plain: row.plain })],
        )
    })
}

const INSIDE = [
  {
    table: 'account_request',
    column: 'data',
    place: '(select c.id from clinic c where c.id = t.host_clinic and c.private)',
  },
  { table: 'card_proposal', column: 'fields', place: 'null::uuid' },
] as const

const quietly = (db: Db) =>
  db.query(`set local statement_timeout = 0; set local app.sealing = 'on'; set local client_min_messages = warning`)

import { createHash } from 'node:crypto'
import type { CallName } from '../../contract/calls.ts'
import type { Target } from '../../contract/effects.ts'
import { isMessageCode, type MessageCode } from '../../contract/messages.ts'
import { tables, type TableName } from '../../contract/tables.ts'
import { kept, type Db } from '../db/pool.ts'

/** How a keyed change ended: what is kept of its answer (SYNC "Idempotency"). */
export type Outcome = {
  readonly status: number
  readonly refused: MessageCode | null
  readonly details: Readonly<Record<string, unknown>>
  readonly touched: readonly Target[]
}

/** A key is new, or its change has an outcome already, or it was used for something else. */
export type Claim =
  | { readonly kind: 'new' }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'reused' }

/** Takes the key within the transaction; a twin in another one waits here until the first has committed. */
export async function claimKey(db: Db, actor: string, key: string, request: string): Promise<Claim> {
  const taken = await db.query(
    kept('insert into idempotency (actor, key, request_hash) values ($1, $2, $3) on conflict do nothing', [
      actor,
      key,
      request,
    ]),
  )
  if (taken.rowCount === 1) return { kind: 'new' }
  const { rows } = await db.query<Stored>(
    'select request_hash, status, refused, details, touched from idempotency where actor = $1 and key = $2',
    [actor, key],
  )
  const found = rows[0]
  if (!found || found.request_hash !== request || found.status === null) return { kind: 'reused' }
  return {
    kind: 'done',
    outcome: {
      status: found.status,
      refused: found.refused !== null && isMessageCode(found.refused) ? found.refused : null,
      details: found.details ?? {},
      touched: found.touched.flatMap(targetOf),
    },
  }
}

/**
 * Written as an insert that meets the row it finds, because that goes by the key's own index: an update was planned on each connection while the
 * table was small, read from end to end, and stayed so while it grew by thousands.
 */
export async function keepOutcome(db: Db, actor: string, key: string, { status, refused, details, touched }: Outcome) {
  await db.query(
    kept(
      `insert into idempotency (actor, key, request_hash, status, refused, details, touched) values ($1, $2, '', $3, $4, $5, $6)
       on conflict (actor, key) do update
         set status = excluded.status, refused = excluded.refused, details = excluded.details, touched = excluded.touched`,
      [
        actor,
        key,
        status,
        refused,
        refused === 'changed_since' ? { fields: details['fields'] } : refused ? {} : details,
        touched.map(({ table, id }) => `${table}:${id}`),
      ],
    ),
  )
}

export const requestHash = (call: CallName, input: unknown, base: number | null) =>
  createHash('sha256')
    .update(JSON.stringify([call, base, input]))
    .digest('base64url')

type Stored = {
  request_hash: string
  status: number | null
  refused: string | null
  details: Record<string, unknown> | null
  touched: string[]
}

function targetOf(text: string): Target[] {
  const [table = '', id = ''] = text.split(':')
  return Object.hasOwn(tables, table) ? [{ table: table as TableName, id }] : [] // a key of `tables`, just looked up
}

import { createHash } from 'node:crypto'
import { rowOf, type CallName } from '../../contract/calls.ts'
import type { Target } from '../../contract/kernel/effect.ts'
import { isMessageCode, type MessageCode } from '../../contract/kernel/messages.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { joint, type Joint } from '../db/joint.ts'
import type { Db } from '../db/pool.ts'
import { toHash } from '../db/sealed-columns.ts'

/** How a keyed change ended: what is stored of its answer (SYNC "Idempotency"). */
export type Outcome = {
  readonly status: number
  readonly refused: MessageCode | null
  readonly details: Readonly<Record<string, unknown>>
  readonly touched: readonly Target[]
}

/** A key is new, or its change has an outcome, or it was used for something else. */
export type Claim =
  | { readonly kind: 'new' }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'reused' }

/** Claims the key within the transaction; a twin in another transaction waits here until the first has committed. */
export async function claimKey(db: Db, actor: string, key: string, request: RequestHash): Promise<Claim> {
  const taken = await db.query(
    joint(
      'insert into idempotency (actor, key, request_hash) values ($1, $2, $3) on conflict do nothing',
      [actor, key, toHash(request.hash)],
      CLAIM,
    ),
  )
  if (taken.rowCount === 1) return { kind: 'new' }
  // builds before 0097 stored digests without the key
  const digests = [request.hash, ...request.formerly()].flatMap((digest) => [toHash(digest), digest])
  const { rows } = await db.query<Stored>(
    joint(
      `select request_hash = any ($3::text[]) as same, status, refused, details, touched from idempotency where actor = $1 and key = $2`,
      [actor, key, digests],
      { types: ['uuid', 'uuid', 'text[]'], stays: true },
    ),
  )
  const found = rows[0]
  if (!found?.same || found.status === null) return { kind: 'reused' }
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
 * Written as an insert that finds its row, since that uses the key's own index. An update was planned on each
 * connection while the table was small, as a sequential scan, and kept that plan while the table grew by thousands.
 */
export async function keepOutcome(db: Db, actor: string, key: string, { status, refused, details, touched }: Outcome) {
  await db.query(
    joint(
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
      OUTCOME,
    ),
  )
}

// in the order of the keys: of two sets with the same keys the second waits at the first of them, and there is no
// deadlock
const CLAIM: Joint = {
  types: ['uuid', 'uuid', 'text'],
  all: `with made as (
      insert into idempotency (actor, key, request_hash) select v1, v2, v3 from p order by v2 on conflict do nothing returning key
    ) select p.nth from p join made on made.key = p.v2`,
  // a refused change keeps its key
  stays: true,
}

const OUTCOME: Joint = {
  types: ['uuid', 'uuid', 'int', 'text', 'jsonb', 'text[]'],
  all: `insert into idempotency (actor, key, request_hash, status, refused, details, touched)
      select v1, v2, '', v3, v4, v5, v6 from p
    on conflict (actor, key) do update
      set status = excluded.status, refused = excluded.refused, details = excluded.details, touched = excluded.touched`,
}

/** What a key stands for. `formerly`: as earlier builds stored it, for the 180 days in which their keys may return. */
export type RequestHash = { readonly hash: string; readonly formerly: () => readonly string[] }

/**
 * The same change has the same hash, whatever its schema has gained since it was first sent: the hash covers the fields
 * as they came, without values equal to the schema's defaults. The base version is not part of it: in another life of
 * the database a device judges its changes by another version (`src/sync/offer-again.ts`), and they stay the same
 * changes.
 */
export function requestHash({ call, base, input, sent }: Keyed): RequestHash {
  const formerly = () => [input, sent].map((its) => hashOf([call, base, its]))
  const defaults = defaultsOf(rowOf(call).input)
  const fields = isObject(sent)
    ? Object.fromEntries(
        Object.entries(sent).filter(
          ([name, value]) => !(name in defaults && JSON.stringify(defaults[name]) === JSON.stringify(value)),
        ),
      )
    : sent
  return { hash: hashOf([call, sorted(fields)]), formerly }
}

/** `sent` as it came, `input` as it was parsed. */
export type Keyed = {
  readonly call: CallName
  readonly base: number | null
  readonly input: unknown
  readonly sent: unknown
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The optional fields, with their defaults. */
function defaultsOf(input: object): Readonly<Record<string, unknown>> {
  const entries = 'entries' in input && isObject(input.entries) ? Object.entries(input.entries) : []
  return Object.fromEntries(
    entries.flatMap(([name, schema]) =>
      isObject(schema) && 'default' in schema && typeof schema['default'] !== 'function'
        ? [[name, schema['default']]]
        : [],
    ),
  )
}

/** In one order, whatever order the fields came in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return names.flatMap((name) => (value[name] === undefined ? [] : [[name, sorted(value[name])]]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Stored = {
  same: boolean
  status: number | null
  refused: string | null
  details: Record<string, unknown> | null
  touched: string[]
}

function targetOf(text: string): Target[] {
  const [table = '', id = ''] = text.split(':')
  return Object.hasOwn(tables, table) ? [{ table: table as TableName, id }] : [] // a key of `tables`, just looked up
}

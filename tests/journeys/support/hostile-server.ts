import pg from 'pg'
import { tables } from '../../../contract/tables.ts'
import { SEALED, toColumn, type SealedTable } from '../../../server/db/sealed-columns.ts'
import type { TestServer } from './server.ts'

/**
 * Writes hostile strings wherever people's words are: into every text of every table, as the database's owner, past all checks of the calls. The
 * columns come from the catalog, so that a new column is included without a change here; the contract says how long a text may be. Columns with a
 * form that the contract or the database knows (a list of words, an id, a pattern) stay, and so do those named below. Returns what each column got.
 */
export async function makeHostile(
  server: TestServer,
  strings: readonly string[],
  may: (column: string, text: string) => boolean = () => true,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const owner = new pg.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  const planted = new Map<string, string[]>()
  let turn = 0
  /** The next string that fits the field; a longer one waits for a wider field. */
  const fitting = (column: string, most: number) => {
    for (;;) {
      const text = strings[turn++ % strings.length]!
      if (text.length <= most && may(column, text)) return text
    }
  }
  try {
    // without triggers: the audit and the ledger accept no change, and no one has signed in yet who would have to learn of it
    await owner.query('set session_replication_role = replica')
    for (const { place, table, its } of await columnsOf(owner)) {
      const columns = its.map(({ column }) => column)
      const names = columns.map((column) => `"${column}"`)
      const { rows } = await owner.query<Row>(
        `select ctid::text as "row at", ${names.join(', ')} from public."${place}"`,
      )
      for (const { column, isPlain } of its) {
        const texts: string[] = []
        // a column that the demo data leaves empty is filled in each row
        const isNever = isPlain && rows.every((row) => row[column] === null)
        const schema = schemaOf(table, column)
        for (const row of rows)
          row[column] = hostile(isNever ? '…' : row[column], schema, (most) => {
            texts.push(fitting(`${table}.${column}`, most))
            return texts.at(-1)!
          })
        if (texts.length) planted.set(`${table}.${column}`, [...(planted.get(`${table}.${column}`) ?? []), ...texts])
      }
      await owner.query(
        `update public."${place}" t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
           from jsonb_populate_recordset(null::public."${place}", $1) with ordinality r
           join unnest($2::text[]) with ordinality a (place, nth) on a.nth = r.ordinality where t.ctid = a.place::tid`,
        [JSON.stringify(rows), rows.map((row) => row['row at'])],
      )
    }
  } finally {
    await owner.end()
  }
  for (const [table, { place, columns }] of Object.entries(SEALED) as [SealedTable | 'person', Sealed][])
    for (const [column, kind] of table === 'person' ? [] : Object.entries(columns)) {
      const rows = await server.sql<{ id: string; place: string | null; plain: unknown }>(
        `select id::text, ${place}::text as place, ${column} as plain from ${table} order by id`,
      )
      const isNever = kind === 'text' && rows.every(({ plain }) => plain === null)
      const texts: string[] = []
      for (const { id, place: clinic, plain } of rows) {
        const value = hostile(isNever ? '…' : plain, schemaOf(table, column), (most) => {
          texts.push(fitting(`${table}.${column}`, most))
          return texts.at(-1)!
        })
        const words = kind === 'json' ? JSON.stringify(value) : (value as string | null) // of a text column
        await server.sql(`update ${table} set ${column} = $2 where id = $1`, [
          id,
          toColumn(table as SealedTable, column as never, { id, clinic }, words), // a column of that table
        ])
      }
      if (texts.length) planted.set(`${table}.${column}`, texts)
    }
  return planted
}

type Sealed = { readonly place: string; readonly columns: Readonly<Record<string, string>> }

type Row = Record<string, unknown> & { readonly 'row at': string }
/** `place` is the table that holds the rows, or a partition of it; `table` is the name of the whole. */
type Column = { readonly place: string; readonly table: string; readonly column: string; readonly isPlain: boolean }
type Node = {
  readonly type: string
  readonly requirement?: unknown
  readonly wrapped?: Node
  readonly item?: Node
  readonly entries?: Readonly<Record<string, Node>>
  readonly pipe?: readonly Node[]
}

/** The value with another text wherever it has one; what is empty stays empty. Without a schema, every text is replaced. */
function hostile(value: unknown, schema: Node | undefined, next: (most: number) => string): unknown {
  const field = schema && bare(schema)
  if (value === '') return value
  if (typeof value === 'string') return !field ? next(SHORT) : isFree(field) ? next(mostOf(field)) : value
  if (Array.isArray(value)) return value.map((one) => hostile(one, field?.item, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      field && !field.entries?.[name] ? one : hostile(one, field?.entries?.[name], next),
    ]),
  )
}

const bare = (schema: Node): Node =>
  schema.wrapped ? bare(schema.wrapped) : schema.pipe?.[0]?.wrapped ? bare(schema.pipe[0]) : schema
/** The steps that check a text, with nested pipes flattened. */
const stepsOf = ({ pipe = [] }: Node): readonly Node[] => pipe.flatMap((step) => (step.pipe ? stepsOf(step) : [step]))
const isFree = (schema: Node) =>
  schema.type === 'string' && !stepsOf(schema).some((one) => ['regex', 'email', 'iso_date', 'url'].includes(one.type))
const mostOf = (schema: Node) => {
  const mosts = stepsOf(schema).flatMap(({ type, requirement }) => (type === 'max_length' ? [Number(requirement)] : []))
  return mosts.length ? Math.min(...mosts) : SHORT
}
/** The longest text where nothing says how long one may be. */
const SHORT = 60

function schemaOf(table: string, column: string): Node | undefined {
  const known = Object.hasOwn(tables, table)
    ? (tables[table as keyof typeof tables].schema as unknown as Node)
    : undefined
  return known?.entries?.[column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]
}

async function columnsOf(owner: pg.Client) {
  const { rows } = await owner.query<Column>(
    `select c.table_name as place, coalesce(pg_partition_root(t.oid)::regclass::text, c.table_name) as table, c.column_name as column,
            c.udt_name = 'text' as "isPlain"
       from information_schema.columns c join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
      where c.table_schema = 'public' and t.relkind = 'r' and c.udt_name in ('text', '_text', 'varchar', 'jsonb')
        and c.is_generated = 'NEVER'
        and not exists (
          select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
           where k.contype = 'c' and k.conrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name
             and pg_get_constraintdef(k.oid) ~ '= ANY|~ ')
      order by 1, c.ordinal_position`,
  )
  const wanted = rows.filter(
    ({ table, column }) =>
      !Object.values(NO_TABLE_OF_WORDS).some((names) => names.includes(table)) &&
      !Object.values(NO_WORDS).some((names) => names.includes(column) || names.includes(`${table}.${column}`)),
  )
  return [...Map.groupBy(wanted, ({ place }) => place)].map(([place, its]) => ({ place, table: its[0]!.table, its }))
}

/** Tables without people's words, by reason. */
const NO_TABLE_OF_WORDS: Readonly<Record<string, readonly string[]>> = {
  'the feed and what keeps it': [
    'feed',
    'feed_group',
    'field_group',
    'bucket_set',
    'idempotency',
    'incarnation',
    'meta',
    'migration',
  ],
  'keys, tokens and hashes': [
    'second_factor',
    'password_link',
    'payment_link_secret',
    'patient_key',
    'push_key',
    'push_subscription',
    'push_message',
    'setting_secret',
    'calendar_share',
    'calendar_state',
  ],
  'numbers and steps of money': ['ledger_account', 'ledger_transfer', 'money_step', 'money_check', 'test_charge'],
  'bytes on the disk, by names of ours': ['file', 'file_part', 'file_upload'],
  'values of their own form, judged by the calls': ['setting', 'consent', 'account_request'],
  'addresses of card providers': ['payment_transaction'],
}
/** Columns without people's words, by reason. */
const NO_WORDS: Readonly<Record<string, readonly string[]>> = {
  'who may see it, and what was changed when': ['audience', 'field_versions'],
  'what is looked for, made of the words': ['name_folded', 'name_search', 'email_folded'],
  'what people sign in by': [
    'person.email',
    'person.phone',
    'person.held_email',
    'person.held_phone',
    'person.identity',
    'person.identity_claimed',
    'patient.email',
    'patient.phone',
    'invitation.email',
    'invitation.phone',
  ],
  'hashes, secrets, names on the disk': [
    'password_hash',
    'session_hash',
    'token_hash',
    'bind_hash',
    'wipe_hash',
    'challenge',
    'credential_id',
    'sha256',
    'stored',
    'file_key',
    'secret',
    'etag',
    'calendar_link.content',
    'modified',
  ],
  'codes of their own form': [
    'message.template',
    'message.key',
    'message.failure',
    'audit.actor_type',
    'audit.action',
    'audit.object_table',
    'audit.fields',
    'audit.outcome',
    'ip_prefix',
    'transports',
    'check_in_code',
    'video.code',
    'reference',
    'letters',
    'number',
    'iban',
  ],
  'a zone, a language, a country, a currency, a host': [
    'zone',
    'lang',
    'country',
    'currency',
    'doctor.languages',
    'panel_url',
    'challenge_host',
    'passkey.host',
    'web_url',
    'payment_url',
    'embed_hosts',
    'slug',
  ],
}

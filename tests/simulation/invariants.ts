import { isCallName, rowOf } from '../../contract/calls.ts'
import { groupOf } from '../../contract/tables.ts'
import type { Who } from '../../server/identity/who.ts'
import { tablesFor } from '../../server/sync/buckets.ts'
import { readCursor } from '../../server/sync/cursor.ts'
import { readSeen } from '../../server/sync/seen.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../../src/db/database.ts'
import type { Entry } from '../../src/db/entry.ts'
import { plain } from '../../src/db/row.ts'
import { answered } from '../../src/sync/ended.ts'
import { fold, keyOf, targetsOf } from '../../src/sync/fold.ts'
import type { AnyServer } from './server.ts'
import type { Ledger } from './ledger.ts'
import { differences, heldBy, rightfulOf } from './oracle.ts'

/** A person's database on one device, healed, and who the server takes them for. */
export type Healed = {
  readonly device: string
  readonly person: string
  readonly who: Who
  readonly db: Database
  readonly outbox: readonly Entry[]
  /** Months beyond the window that they keep there. */
  readonly kept: ReadonlySet<string>
}

/** SYNC's twelve promises, each checked after the network has healed. Every function returns in words what broke. */
export type Check = (server: AnyServer, ledger: Ledger, healed: readonly Healed[]) => Promise<string[]>

/**
 * Rule 83, SYNC "Merge": no change overwrote a fact that someone had changed since the version on which it was based.
 * The database itself records what each write found (`witness.ts`).
 */
export const rule83_nothingOverwritten: Check = async (server, ledger) => {
  const rows = await server.sql<{ key: string; tbl: string; id: string; was: Record<string, number> }>(
    'select k.key, w.tbl, w.id, w.was from witness_key k join witness_write w using (xid) order by w.n',
  )
  const seen = new Set<string>()
  const problems: string[] = []
  for (const { key, tbl, id, was } of rows) {
    const sent = ledger.frozen.get(key)
    const writes = sent && isCallName(sent.call) ? rowOf(sent.call).writes : undefined
    const input: Readonly<Record<string, unknown>> = { ...(sent?.input as object | undefined) } // every queued input is an object
    if (!sent || !writes || sent.base === null || writes.table !== tbl || input['id'] !== id || seen.has(key)) continue
    // only the first write of a record found its original state
    seen.add(key)
    for (const field of writes.sets ?? []) {
      const version = was[groupOf(writes.table, field)] ?? 0
      if (field in input && version > (ledger.highest.get(key) ?? sent.base))
        problems.push(
          `${sent.call} ${key}, made on version ${sent.base}, wrote over ${field} of ${id}, changed in ${version}`,
        )
    }
  }
  return problems
}

export const I1_convergence: Check = async (server, _, healed) =>
  each(healed, async ({ who, db, kept }) => differences(await rightfulOf(server, who, kept), await heldBy(db)).wrong)

export const I2_noLostIntent: Check = async (server, ledger, healed) => {
  const applied = await appliedKeys(server, ledger)
  const waiting = new Map(healed.flatMap(({ outbox }) => outbox.map((entry) => [entry.id, entry] as const)))
  const held = heldUp(healed)
  const kept = new Set((await Promise.all(healed.map(({ db }) => answered(db)))).flat().map(({ id }) => id))
  return [...ledger.intents.values()].flatMap(({ id, call, person, device }) => {
    const ends = [
      ...(applied.has(`${person} ${id}`) ? ['applied'] : []),
      ...(waiting.get(id)?.state === 'parked'
        ? ['needs attention']
        : held.has(id)
          ? ['waits behind one that needs attention']
          : []),
      ...(ledger.discarded.has(id) ? ['discarded'] : []),
      ...(ledger.replaced.has(id) ? ['tried again'] : []),
    ]
    // R69: the device that has the answer resends what a restore undid, unless it was cleared or the patient left it
    const isForgotten = ledger.forgotten.has(id) || !kept.has(id)
    if (ends.length === 0 && ledger.undone.has(id) && isForgotten) ends.push('undone by the restore')
    return ends.length === 1
      ? []
      : [`${call} ${id} of ${person} on ${device} ended as ${ends.join(' and ') || 'nothing: it is lost'}`]
  })
}

export const I3_oneEffect: Check = async (server, ledger) => {
  const effects = await server.sql<{ act: string; n: number }>(
    `select actor || ' ' || action || ' ' || object_id as act, count(*)::int as n from audit where outcome = 'done' and object_id is not null group by 1`,
  )
  const keys = await server.sql<{ actor: string; key: string; touched: string[] }>(
    'select actor, key, touched from idempotency where status = 200',
  )
  const expected = new Map<string, number>()
  const problems: string[] = []
  for (const { actor, key, touched } of keys) {
    const intent = ledger.intents.get(key)
    if (!intent) problems.push(`${key} was applied and nobody had made it`)
    else add(expected, `${actor} ${intent.call} ${touched[0]?.split(':')[1]}`)
  }
  const calls = new Set([...ledger.intents.values()].map(({ call }) => call as string))
  for (const { act, n } of effects)
    if (calls.has(act.split(' ')[1]!) && expected.get(act) !== n)
      problems.push(`${act} took effect ${n} times for ${expected.get(act) ?? 0} changes`)
  return problems
}

export const I4_noOverlap: Check = async (server) => {
  const rows = await server.sql<{ a: string; b: string }>(
    `select a.id as a, b.id as b from appointment a join appointment b on a.doctor_id = b.doctor_id and a.id < b.id and a.status <> 'cancelled' and b.status <> 'cancelled'
        and a.starts_at < b.ends_at and b.starts_at < a.ends_at
        -- beside another by the word of a desk or a doctor (decision 0138), and never the same patient
        and (a.patient_id = b.patient_id or not (a.overrides || b.overrides) @> '{squeeze_in}')`,
  )
  return rows.map(({ a, b }) => `${a} and ${b} overlap`)
}

/**
 * `program.ts` asserts that a change shows at once; here: the screen equals the waiting changes on the server's rows.
 */
export const I5_ownChangesShown: Check = (_, __, healed) => each(healed, ({ db }) => unlikeFold(db))

export async function unlikeFold(db: Database): Promise<string[]> {
  const problems: string[] = []
  const outbox = await db.outbox.orderBy('seq').toArray()
  for (const { tbl, id, row, gone } of await db.base.toArray()) {
    const entries = outbox.filter((entry) =>
      targetsOf(entry).some((target) => target.table === tbl && target.id === id),
    )
    const folded = gone ? undefined : fold(tbl, row ? plain(tbl, row) : undefined, entries)
    const stored = await rowsIn(db, tbl).get(id)
    if (!entries.length) problems.push(`${tbl}:${id} keeps a base although nothing waits`)
    if (
      entries.every(({ state }) => state === 'parked') &&
      JSON.stringify(sorted(stored && plain(tbl, stored))) !== JSON.stringify(sorted(row ? plain(tbl, row) : undefined))
    )
      problems.push(`${tbl}:${id} shows as done what was refused`)
    if (JSON.stringify(sorted(folded)) !== JSON.stringify(sorted(stored && plain(tbl, stored))))
      problems.push(`${tbl}:${id} does not show what waits`)
  }
  const based = new Set((await db.base.toArray()).map(({ tbl, id }) => `${tbl}:${id}`))
  for (const entry of outbox)
    for (const target of targetsOf(entry))
      if (!based.has(keyOf(target))) problems.push(`${entry.call} ${entry.id} waits and ${keyOf(target)} has no base`)
  for (const table of TABLE_NAMES)
    for (const row of await rowsIn(db, table).where('id').above('').toArray())
      if (row.pending !== 0 && !based.has(`${table}:${row.id}`))
        problems.push(`${table}:${row.id} is marked as changed and nothing waits`)
  return problems
}

/** Every write of a tab is watched; going back was recorded as it happened. */
export const I6_neverBack: Check = async (_, ledger) => ledger.broken.filter((what) => what.startsWith('I6')).map(bare)

export const I7_order: Check = async (server, ledger) => {
  const made = new Map(
    [...ledger.intents.values()].map((intent) => [`${intent.person} ${intent.call} ${intent.madeAt}`, intent]),
  )
  const audit = await server.sql<{
    actor: string
    action: string
    made_at: Date
    object_id: string
    object_table: string
  }>(
    `select actor, action, made_at, object_id, object_table from audit where outcome = 'done' and made_at is not null order by seq`,
  )
  const last = new Map<string, { n: number; call: string }>()
  const problems = ledger.broken.filter((what) => what.startsWith('I7')).map(bare)
  for (const { actor, action, made_at, object_id, object_table } of audit) {
    const intent = made.get(`${actor} ${action} ${made_at.toISOString()}`)
    const input: Readonly<Record<string, unknown>> = {
      ...(ledger.frozen.get(intent?.id ?? '')?.input as object | undefined),
    } // every queued input is an object
    // a booking that matched an open one (rule 19) does not change that record
    if (!intent || input['id'] !== object_id) continue
    const of = `${intent.device} ${actor} ${object_table} ${object_id}`
    const before = last.get(of)
    if (before && before.n > intent.n)
      problems.push(
        `${action} of ${object_id} took effect after ${before.call}, which was made later on ${intent.device}`,
      )
    last.set(of, { n: intent.n, call: action })
  }
  return problems
}

export const I8_noHoles: Check = (server, _, healed) => each(healed, ({ db, who }) => holesOf(server, db, who))

/** What the feed has below a device's cursor, compared with what the device holds. Holds at any quiet moment. */
export async function holesOf(server: AnyServer, db: Database, who: Who): Promise<string[]> {
  const written = (await db.facts.get('cursor'))?.value
  const cursor = readCursor(typeof written === 'string' ? written : null)
  const [now] = await server.sql<{ id: string }>('select id from incarnation order by from_xid desc limit 1')
  if (!cursor?.set || cursor.filling || cursor.reading || cursor.epoch !== now?.id) return []
  const { until, open } = readSeen(cursor.xid)
  const feed = await server.sql<{ tbl: string; id: string; bucket: string; op: string; version: number }>(
    `select tbl, id, bucket, op, version from feed where xid < $1::xid8 and xid <> all ($4::xid8[]) and tbl = any ($2)
       and bucket = any ((select buckets from bucket_set where hash = $3)::text[])`,
    [String(until), tablesFor(who.type), cursor.set, open.map(String)],
  )
  const bases = new Map((await db.base.toArray()).map((base) => [`${base.tbl}:${base.id}`, base.row]))
  const problems: string[] = []
  for (const { tbl, id, bucket, op, version } of feed) {
    const row = bases.has(`${tbl}:${id}`) ? bases.get(`${tbl}:${id}`) : await db.table(tbl).get(id)
    if (op === 'put' && !(row && row.version >= version))
      problems.push(
        `the cursor has passed ${tbl}:${id} version ${version} of ${bucket}; the device has ${row?.version ?? 'none'}`,
      )
    if (op === 'remove' && row?._b.includes(bucket))
      problems.push(`the cursor has passed the leaving of ${tbl}:${id} from ${bucket}`)
  }
  return problems
}

export const I9_sight: Check = async (server, _, healed) =>
  each(healed, async ({ who, db, kept }) => differences(await rightfulOf(server, who, kept), await heldBy(db)).extra)

export const I10_queueEmpties: Check = async (_, ledger, healed) => {
  const held = heldUp(healed)
  return [
    ...ledger.broken.filter((what) => what.startsWith('I10')).map(bare),
    ...healed.flatMap(({ device, outbox }) =>
      outbox
        .filter(({ id, state }) => state !== 'parked' && !held.has(id))
        .map(
          ({ call, id, attempts }) =>
            `${call} ${id} on ${device} still waits after ${attempts} attempts, and nothing stands before it`,
        ),
    ),
  ]
}

export const I11_ownQueueOnly: Check = async (_, ledger, healed) => [
  ...ledger.broken.filter((what) => what.startsWith('I11')).map(bare),
  ...healed.flatMap(({ device, person, outbox }) =>
    outbox
      .filter((entry) => entry.person !== person || ledger.intents.get(entry.id)?.person !== person)
      .map(({ id }) => `${id} is in the queue of ${person} on ${device} and is another’s`),
  ),
]

/** What each bucket holds on both sides, record by record: the engine's own checksums compare nothing more. */
export const I12_divergenceHealed: Check = async (server, _, healed) =>
  each(healed, async ({ db, who }) => {
    const cursor = readCursor(String((await db.facts.get('cursor'))?.value))
    const theirs = await server.sql<{ key: string }>(
      `select bucket || ' ' || tbl || ':' || id || ' ' || version as key from feed where op = 'put' and tbl = any ($1) and bucket = any ((select buckets from bucket_set where hash = $2)::text[])`,
      [tablesFor(who.type), cursor?.set],
    )
    const bases = new Map((await db.base.toArray()).map((base) => [`${base.tbl}:${base.id}`, base.row]))
    const ours = new Set<string>()
    const note = (key: string, row: StoredRow | null | undefined) => {
      for (const bucket of row?._b ?? []) ours.add(`${bucket} ${key} ${row!.version}`)
    }
    // a record whose deletion waits is on the device only as the base of the deletion
    for (const [key, row] of bases) note(key, row)
    for (const table of TABLE_NAMES)
      for (const stored of await rowsIn(db, table).toArray())
        if (!bases.has(`${table}:${stored.id}`)) note(`${table}:${stored.id}`, stored)
    const right = new Set(theirs.map(({ key }) => key))
    return [
      ...[...right].filter((key) => !ours.has(key)).map((key) => `the server has ${key}`),
      ...[...ours].filter((key) => !right.has(key)).map((key) => `the device has ${key}`),
    ]
  })

/** Entries that wait behind a parked one, directly or through others. */
function heldUp(healed: readonly Healed[]): ReadonlySet<string> {
  const held = new Set<string>()
  for (const { outbox } of healed) {
    const keys = new Set<string>()
    for (const entry of outbox.toSorted((a, b) => a.seq! - b.seq!)) {
      const stands = entry.keys.some((key) => keys.has(key))
      if (entry.state !== 'parked' && stands) held.add(entry.id)
      if (entry.state === 'parked' || stands) for (const key of entry.keys) keys.add(key)
    }
  }
  return held
}

/** Changes that the server has accepted; removing what is already gone counts too (SYNC "Answers"). */
async function appliedKeys(server: AnyServer, { intents }: Ledger): Promise<ReadonlySet<string>> {
  const rows = await server.sql<{ actor: string; key: string; status: number }>(
    'select actor, key, status from idempotency where status in (200, 404)',
  )
  const isYes = (key: string) => intents.has(key) && rowOf(intents.get(key)!.call).writes?.removes === true
  return new Set(rows.flatMap(({ actor, key, status }) => (status === 200 || isYes(key) ? [`${actor} ${key}`] : [])))
}

export async function each(healed: readonly Healed[], check: (one: Healed) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = []
  for (const one of healed)
    problems.push(...(await check(one)).map((what) => `on ${one.device} of ${one.who.name}: ${what}`))
  return problems
}

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const bare = (what: string) => what.replace(/^I\d+: /, '')
const sorted = (row: object | undefined) => row && Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))

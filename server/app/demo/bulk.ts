import { tables } from '../../../contract/tables.ts'
import type { Db } from '../../db/pool.ts'

/**
 * Adds rows in one statement. Keys are the table's columns, all rows have the same; PostgreSQL reads each value as its column's type.
 * A few thousand at once keep the text small.
 */
export async function insertRows(
  db: Db,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (!rows[0]) return
  const columns = Object.keys(rows[0])
    .map((name) => `"${name}"`)
    .join(', ')
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

/**
 * Runs `work` without the engine's row triggers and without the most expensive indexes and constraints, then restores
 * everything: constraints are checked over all rows. The feed is then written in sets; whatever else the triggers do to
 * rows, `work` has to do.
 */
export async function inBulk(db: Db, work: () => Promise<void>, say: (line: string) => void): Promise<void> {
  const { rows: triggers } = await db.query<{ tbl: string; name: string }>(TRIGGERS, [SYNCED])
  const { rows: heavy } = await db.query<{ drop: string; make: string }>(HEAVY)
  for (const { tbl, name } of triggers) await db.query(`alter table ${tbl} disable trigger ${name}`)
  for (const { drop } of heavy) await db.query(drop)
  await work()
  say('Demo data: noting who may see what')
  // rows from migrations are in it already, and are recorded again with all the rest
  await db.query('delete from feed')
  for (const table of SYNCED) await db.query(FEED(table))
  say('Demo data: building indexes, checking constraints')
  for (const { make } of heavy) await db.query(make)
  for (const { tbl, name } of triggers) await db.query(`alter table ${tbl} enable trigger ${name}`)
  await db.query('select payment_sums_rebuild()')
}

/**
 * Does what `meets` does visit by visit (rules 50, 51): a doctor, clinic and patient with a visit see each other's
 * cards.
 */
export async function introducePatients(db: Db): Promise<void> {
  await db.query(`
    update patient p
       set clinic_ids = array(select distinct unnest(p.clinic_ids || met.clinics)),
           doctor_ids = array(select distinct unnest(p.doctor_ids || met.doctors))
      from (select patient_id, array_agg(distinct clinic_id) filter (where clinic_id is not null) as clinics, array_agg(distinct doctor_id) as doctors
              from appointment group by patient_id) met
     where p.id = met.patient_id`)
}

/**
 * Gives check-in codes to all future visits, as `give_check_in_code` does one by one (rule 71): different within a
 * clinic's day, since 977 and a million share no divisor.
 */
export async function giveCodes(db: Db, now: number): Promise<void> {
  await db.query(
    `update appointment a set check_in_code = lpad(((100003 + n * 977) % 1000000)::text, 6, '0')
       from (select id, row_number() over (partition by clinic_id, (starts_at at time zone zone)::date order by md5(id::text)) as n
               from appointment where clinic_id is not null and type = 'face-to-face' and status = 'waiting' and starts_at > $1) each_
      where a.id = each_.id`,
    [new Date(now - 86_400_000)],
  )
}

const SYNCED = Object.keys(tables)

/**
 * All triggers of the engine's tables except those that set a row's audience or clock, which are cheap and must see
 * every row.
 */
const TRIGGERS = `
  select t.tgrelid::regclass::text as tbl, quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O' and t.tgname not in ('audience', 'zone', 'membership_made')`

/** Constraints first, since their indexes go with them; primary keys that other tables reference stay. */
const HEAVY = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
   where contype in ('x', 'u') and conrelid = any (array['appointment', 'payment']::regclass[]) or contype = 'p' and conrelid = 'feed'::regclass
      or contype in ('p', 'f') and conrelid = 'ledger_line'::regclass
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
   where indrelid = any (array['person', 'patient', 'appointment', 'payment', 'feed', 'ledger_transfer', 'ledger_line']::regclass[])
     and not exists (select from pg_constraint where conindid = indexrelid)`

/** What `stamp_feed` writes for new rows. */
const FEED = (table: string) => `
  insert into feed (bucket, tbl, id, version, xid, op)
  select bucket, '${table}', r.id, r.version, pg_current_xact_id(), 'put'
    from ${table} r cross join lateral unnest(feed_buckets('${table}', to_jsonb(r), r.audience)) bucket`

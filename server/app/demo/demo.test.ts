import type pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../contract/kernel/call.ts'
import { tables } from '../../../contract/tables.ts'
import { freshDatabase } from '../../../tests/support/database.ts'
import { ROW_WIDTHS } from '../../../tests/support/row-widths.ts'
import { createPool } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { verifyPassword } from '../../identity/password.ts'
import { checkMoney } from '../../areas/moneycheck/check.ts'
import { isDemo, loadDemo } from './load.ts'
import { makePeople } from './people.ts'
import { planOf } from './plan.ts'
import { DEMO_PASSWORD, signIns } from './sign-ins.ts'

const NOON = Date.parse('2026-03-25T10:10:00Z') // a Wednesday, four days before the clocks change
const SUNDAY_NIGHT = Date.parse('2026-10-25T01:30:00Z')

describe('the small demo set', () => {
  const loaded = databases()
  let db: pg.Pool
  let before: string[]

  beforeAll(async () => {
    db = await loaded.make()
    before = await schemaOf(db)
    await loadDemo(db, 'small', NOON, () => undefined)
  })

  it('is labelled as demo data', async () => {
    expect(await isDemo(db)).toBe('small')
    expect(await isDemo(await loaded.make())).toBeNull()
  })

  it('has the promised counts', async () => {
    const count = (table: string) => one<number>(db, `select count(*) from ${table}`)
    expect(await count('clinic')).toBe(5)
    expect(await count('clinic where location is null')).toBe(0)
    expect(await count('clinic where private')).toBe(1)
    expect(await count('doctor')).toBe(40)
    expect(await count('patient')).toBe(2000)
    expect(await count('appointment')).toBe(10_000)
    expect(await count('doctor where not active')).toBeGreaterThan(0)
    expect(await count('doctor where cardinality(clinic_ids) > 1')).toBeGreaterThan(1)
    expect(
      await count(
        `doctor where cardinality(clinic_ids) > 1 and clinic_ids && array(select id from clinic where private)`,
      ),
    ).toBe(1)
    expect(await count("person where email is not null and email not like '%@demo.bedside.test'")).toBe(0)
    expect((await count('patient join person using (id) where person.email is null')) / 2000).toBeCloseTo(0.15, 1)
  })

  it('has only rows that the contract accepts', async () => {
    for (const [table, { schema }] of Object.entries(tables)) {
      // the person's view shows only the caller's own row, so each person who signs in is queried
      const rows = table === 'person' ? await ownRows() : await all(db, `select * from ${table}_row`)
      // files are more than rows: their bytes go through the port, in addition to the load
      expect([table, rows.length > 0 || table === 'patient_file']).toEqual([table, true])
      expect(rows.flatMap((row) => v.safeParse(schema, row).issues ?? [])).toEqual([])
    }
  })

  it('its rows have the documented widths', async () => {
    const wrong: [string, number, number][] = []
    for (const [table, { schema }] of Object.entries(tables)) {
      if (table === 'patient_file') continue
      const rows = table === 'person' ? await ownRows() : await all(db, `select * from ${table}_row`)
      const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(v.parse(schema, row))), 0)
      const width = ROW_WIDTHS[table as keyof typeof ROW_WIDTHS] // a table's name, and not the one without rows
      const found = Math.round(bytes / rows.length)
      // a word or two of the set may change; a new field must be noticed
      if (Math.abs(found - width) > Math.max(2, width / 100)) wrong.push([table, width, found])
    }
    expect(wrong).toEqual([])
  })

  async function ownRows(): Promise<pg.QueryResultRow[]> {
    const people = await all<{ id: string; type: Role }>(
      db,
      'select id, type from person where password_hash is not null',
    )
    const rows = await Promise.all(
      people.map(({ id, type }) =>
        asPerson(db, { id, type, keys: [] }, (client) =>
          client.query('select * from person_row').then((found) => found.rows),
        ),
      ),
    )
    return rows.flat()
  }

  it('its books balance: ledger, wallets, payments and visits', async () => {
    const check = await checkMoney({ pool: db, now: () => NOON })
    expect(check.differences).toEqual([])
    expect(check.transfers).toBeGreaterThan(5000)
    expect(await one<number>(db, `select count(*) from balance_line where clinic_id is null`)).toBeGreaterThan(50)
    expect(
      (await all<{ status: string }>(db, 'select distinct status from payment_link order by 1')).map(
        ({ status }) => status,
      ),
    ).toEqual(['cancelled', 'expired', 'paid', 'waiting'])
  })

  it('shows every state of a visit and of a payment', async () => {
    const states = await all<{ state: string }>(
      db,
      `
      select distinct case when status <> 'waiting' then status when no_show_at is not null then 'no-show'
                           when ends_at < $1::timestamptz - interval '24 hours' then 'to-close' when arrived_at is not null then 'arrived' else 'waiting' end as state
        from appointment order by 1`,
      [new Date(NOON)],
    )
    expect(states.map(({ state }) => state)).toEqual([
      'arrived',
      'cancelled',
      'completed',
      'no-show',
      'to-close',
      'waiting',
    ])
    const paid = await all<{ type: string; status: string }>(db, 'select distinct type, status from payment')
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set(['waiting', 'completed', 'cancelled']))
    expect(new Set(paid.map(({ type }) => type))).toEqual(new Set(['credit_card', 'bank_transfer', 'wallet', 'cash']))
    expect(
      await all(
        db,
        `select from payment where (type = 'bank_transfer') <> (reference is not null and bank_id is not null)`,
      ),
    ).toHaveLength(0)
    expect(
      await all(db, `select from payment where status = 'waiting' and pay_by <= $1`, [new Date(NOON)]),
    ).toHaveLength(0)
  })

  it('books only slots that the doctors offer, at their price', async () => {
    const astray = await all(
      db,
      `
      select a.id from appointment a
        join availability h on h.id = a.availability_id
        join clinic c on c.id = a.clinic_id
       cross join lateral (select a.starts_at at time zone c.zone as wall) w
       where not (h.doctor_id = a.doctor_id and h.clinic_id = a.clinic_id and h.price = a.price and h.currency = a.currency and a.zone = c.zone
              and wall::date between h.start_date and h.end_date and extract(isodow from wall) = any (h.days)
              and wall::time >= h.start_time and wall::time + make_interval(mins => h.period) <= h.end_time
              and extract(epoch from wall::time - h.start_time) / 60 % h.period = 0
              and a.ends_at - a.starts_at = make_interval(mins => h.period)
              and (h.type = 'online') = (a.type = 'online') and (a.type = 'online') = (a.meeting_link is not null))`,
    )
    expect(astray).toHaveLength(0)
    const passive = await all(
      db,
      `select from availability h join doctor d on d.id = h.doctor_id join branch b on b.id = d.branch_id
                                    where h.type = 'online' and not b.online_calls or h.status = 'active' and not d.active`,
    )
    expect(passive).toHaveLength(0)
  })

  it('its hours do not overlap, except online and in-person ones of one clinic (rule 8)', async () => {
    const overlapping = await all(
      db,
      `
      select from availability a join availability b on a.doctor_id = b.doctor_id and a.id < b.id
       where a.days && b.days and a.start_time < b.end_time and b.start_time < a.end_time and (a.type = b.type or a.clinic_id <> b.clinic_id)`,
    )
    expect(overlapping).toHaveLength(0)
  })

  it('no one is in two places at once, and nothing happened in the future', async () => {
    expect(
      await all(
        db,
        `select from appointment a join appointment b on a.patient_id = b.patient_id and a.id < b.id
      where a.status <> 'cancelled' and b.status <> 'cancelled' and a.during && b.during and a.starts_at <> b.starts_at`,
      ),
    ).toHaveLength(0)
    expect(
      await all(
        db,
        `select from appointment where greatest(created_at, updated_at, arrived_at, completed_at, cancelled_at, no_show_at) > $1
      or created_at >= starts_at or completed_at < starts_at - interval '15 min' or no_show_at < starts_at + interval '15 min'`,
        [new Date(NOON)],
      ),
    ).toHaveLength(0)
    expect(
      await all(db, `select from appointment where status = 'completed' and starts_at > $1`, [new Date(NOON)]),
    ).toHaveLength(0)
    expect(
      await all(
        db,
        `select from appointment where status = 'cancelled' and (cancelled_at is null or cancelled_by is null
      or cancelled_by <> patient_name and cancel_reason is null)`,
      ),
    ).toHaveLength(0)
  })

  it('its IBANs have valid check digits (ISO 13616)', async () => {
    const banks = await all<{ iban: string; currency: string }>(db, 'select iban, currency from bank')
    expect(new Set(banks.map(({ currency }) => currency))).toEqual(new Set(['try', 'eur', 'gbp', 'usd']))
    for (const { iban } of banks) {
      expect(iban).toHaveLength({ TR: 26, DE: 22, GB: 22 }[iban.slice(0, 2)] ?? 0)
      const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')
      expect(BigInt(digits) % 97n).toBe(1n)
    }
  })

  it('the printed people can sign in, and no one else', async () => {
    const known = await all<{ email: string; password_hash: string }>(
      db,
      'select email, password_hash from person where password_hash is not null',
    )
    expect(known.map(({ email }) => email).toSorted()).toEqual(
      signIns()
        .map(({ username }) => username)
        .toSorted(),
    )
    expect(new Set(known.map(({ password_hash }) => password_hash)).size).toBe(1)
    expect(await verifyPassword(DEMO_PASSWORD, known[0]!.password_hash)).toBe(true)
    for (const { username, host, type, who } of signIns()) {
      const clinic = await one<string | null>(db, 'select max(id::text) from clinic where panel_url = $1', [host])
      const types = type === 'admin' ? ['admin', 'clinic'] : [type]
      const [found] = await all<{ name: string; type: string }>(
        db,
        'select name, type from person_to_sign_in($1, $2, $3)',
        [username, types, clinic],
      )
      expect(who).toContain(found?.name)
    }
  })

  it('the people who sign in have a full day and things to see', async () => {
    const at = (days: number) => new Date(NOON + days * 86_400_000).toISOString().slice(0, 10)
    for (const { username } of signIns().filter(({ type, clinic }) => type === 'doctor' && clinic)) {
      for (const day of [at(0), at(1)]) {
        const sql = `select count(*) from appointment a join person p on p.id = doctor_id where p.email = $1 and (starts_at at time zone a.zone)::date = $2`
        expect(await one<number>(db, sql, [username, day])).toBeGreaterThanOrEqual(10)
      }
    }
    for (const { username } of signIns().filter(({ type }) => type === 'patient')) {
      const visits = await all<{ status: string; past: boolean; due: boolean }>(
        db,
        `
        select a.status, a.starts_at < $2 as past, a.payment_status = 'waiting' and a.payment_type = 'bank_transfer' as due
          from appointment a join person p on p.id = a.patient_id where p.email = $1`,
        [username, new Date(NOON)],
      )
      expect(visits.filter(({ past, status }) => !past && status === 'waiting').length).toBeGreaterThan(2)
      expect(visits.filter(({ past }) => past).length).toBeGreaterThan(2)
      expect(visits.filter(({ due }) => due).length).toBeGreaterThan(0)
    }
    const notices = await all<{ count: number; unread: number }>(
      db,
      'select count(*), count(*) filter (where not read) as unread from notification group by user_id',
    )
    expect(notices).toHaveLength(15)
    for (const { count, unread } of notices) expect([count >= 10, count <= 20, unread > 0]).toEqual([true, true, true])
  })

  it('keeps the private clinic’s data separate (rule 47)', async () => {
    const outside = await all(
      db,
      `select from patient p join person using (id) where (p.clinic_id is not null) <> (realm is not null)
      or p.clinic_id is not null and (p.clinic_ids <> array[p.clinic_id] or realm <> p.clinic_id)`,
    )
    expect(outside).toHaveLength(0)
    expect(
      await all(
        db,
        `select from appointment a join patient p on p.id = a.patient_id join clinic c on c.id = a.clinic_id
      where c.private <> (p.clinic_id is not null)`,
      ),
    ).toHaveLength(0)
  })

  it('leaves every constraint, index and trigger as the migrations created them', async () => {
    expect(await schemaOf(db)).toEqual(before)
    const columns = await columnsOf(db, 'appointment')
    const twin = columns.map((name) => (name === 'id' ? 'gen_random_uuid()' : name))
    await expect(
      db.query(
        `insert into appointment (${columns.join(', ')}) select ${twin.join(', ')} from appointment where status = 'waiting' limit 1`,
      ),
    ).rejects.toMatchObject({ constraint: 'appointment_no_overlap' })
  })

  it('has the audience and feed that the triggers would have written', async () => {
    const copy = await loaded.make()
    // triggers run row by row for ten thousand visits in one statement here: a long load is not a hanging request
    // (load.ts)
    const filling = await copy.connect()
    await filling.query('set statement_timeout = 0')
    const cards = makePeople(planOf('small', NOON), '').patientRows
    // the one synced table that migrations fill
    await filling.query('delete from email')
    expect(IN_ORDER.toSorted()).toEqual(Object.keys(tables).toSorted())
    for (const table of IN_ORDER) {
      const columns = await columnsOf(db, table)
      const json =
        table === 'patient'
          ? JSON.stringify(cards)
          : await one<string>(db, `select json_agg(t)::text from (select ${columns.join(', ')} from ${table}) t`)
      const given = columns
        .filter((name) => !(ENGINES.has(name) || (table === 'patient' && !(name in cards[0]!))))
        .join(', ')
      await filling.query(
        `insert into ${table} (${given}) select ${given} from json_populate_recordset(null::${table}, $1)`,
        [json],
      )
    }
    filling.release(true)
    expect(await factsOf(copy)).toEqual(await factsOf(db))
  }, 180_000)

  it('is the same everywhere and at any time, with dates around today', async () => {
    const later = await loaded.make()
    await loadDemo(later, 'small', SUNDAY_NIGHT, () => undefined)
    for (const table of ['person', 'doctor', 'patient', 'availability', 'appointment', 'notification']) {
      const ids = `select id from ${table} order by id`
      expect(await all(later, ids)).toEqual(await all(db, ids))
    }
    const days = await all<{ visits: number }>(
      later,
      `
      select count(*) as visits from appointment a join person p on p.id = a.doctor_id
       where p.password_hash is not null and (starts_at at time zone a.zone)::date in ('2026-10-25', '2026-10-26')
       group by p.id, (starts_at at time zone a.zone)::date`,
    )
    expect(days).toHaveLength(10)
    for (const { visits } of days) expect(visits).toBeGreaterThanOrEqual(10)
  }, 60_000)
})

/** The synced tables, each after those that its rows name and that its audience is read from. */
const IN_ORDER = [
  'clinic',
  'branch',
  'symptom',
  'disease',
  'treatment',
  'bank',
  'email',
  'person',
  'doctor',
  'patient',
  'availability',
  'calendar_link',
  'busy',
  'appointment',
  // an appointment does not come into one
  'closure',
  'visit_type',
  'payment_link',
  'payment',
  'balance_line',
  'patient_note',
  'patient_file',
  'recipe',
  'report',
  'comment',
  'video',
  'question',
  'article',
  'page',
  'notification',
]
/** Filled by the engine, or by what is inserted after. */
const ENGINES = new Set(['audience', 'payment_status', 'payment_type'])

function databases() {
  const open: { pool: pg.Pool; drop: () => Promise<void> }[] = []
  afterAll(async () => {
    for (const { pool, drop } of open) {
      await pool.end()
      await drop()
    }
  })
  return {
    make: async () => {
      const { url, drop } = await freshDatabase()
      const pool = createPool(url, 2)
      open.push({ pool, drop })
      return pool
    },
  }
}

async function all<R extends pg.QueryResultRow>(db: pg.Pool, sql: string, values: unknown[] = []): Promise<R[]> {
  return (await db.query<R>(sql, values)).rows
}

async function one<T>(db: pg.Pool, sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await db.query({ text: sql, values, rowMode: 'array' })
  return rows[0]?.[0]
}

async function columnsOf(db: pg.Pool, table: string) {
  const sql = `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`
  return (await all<{ column_name: string }>(db, sql, [table])).map((column) => column.column_name)
}

/** The visibility as the engine keeps it: every record's audience and every bucket's records. */
async function factsOf(db: pg.Pool) {
  const audiences = Object.keys(tables).map(
    (table) =>
      `select '${table} ' || id || ' ' || array(select unnest(audience) order by 1)::text as fact from ${table}`,
  )
  const facts = [...audiences, `select concat_ws(' ', bucket, tbl, id, op) from feed`].join(' union all ')
  return (await all<{ fact: string }>(db, `${facts} order by 1`)).map(({ fact }) => fact)
}

async function schemaOf(db: pg.Pool) {
  const { rows } = await db.query<{ line: string }>(`
    select indexdef as line from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(({ line }) => line)
}

it('the identity numbers of the demo people pass the checksum and are unique', async () => {
  const { identityOf } = await import('./identity.ts')
  const made = Array.from({ length: 5000 }, (_, i) => identityOf(i + 1))
  expect(new Set(made).size).toBe(5000)
  for (const number of made) {
    expect(number).toMatch(/^[1-9]\d{10}$/)
    const d = [...number].map(Number)
    expect((7 * (d[0]! + d[2]! + d[4]! + d[6]! + d[8]!) - (d[1]! + d[3]! + d[5]! + d[7]!) + 100) % 10).toBe(d[9])
    expect(d.slice(0, 10).reduce((a, b) => a + b, 0) % 10).toBe(d[10])
  }
})

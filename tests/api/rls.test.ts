import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { checkRole, DatabaseProblem } from '../../server/db/check.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createPool, type Db } from '../../server/db/pool.ts'
import { NOBODY, asPerson, type Visibility } from '../../server/db/transaction.ts'
import { createFolderStore } from '../../server/ports/files/store-folder.ts'
import { createApp } from '../../server/app/create-app.ts'
import { createLimits } from '../../server/http/limits.ts'
import { createVault } from '../../server/ports/vault.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { testNow } from '../support/day.ts'
import { TEST_SEALER } from '../support/deps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { buildWorld, PASSWORD } from '../support/world.ts'
import { gather, type Cast } from './cast.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
})
afterAll(() => server.stop())

type Table = {
  readonly name: string
  readonly columns: readonly string[]
  readonly enabled: boolean
  readonly forced: boolean
  readonly readable: boolean
}
const tablesOf = async (db: Pick<pg.Pool, 'query'>) =>
  (
    await db.query<Table>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              has_table_privilege('bedside_app', c.oid, 'select') or has_any_column_privilege('bedside_app', c.oid, 'select') as readable,
              array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    )
  ).rows

describe('the catalogue (R41)', () => {
  test('every table has row-level security, and its owner does not bypass it', async () => {
    const tables = await tablesOf(server.pool)
    expect(tables.length).toBeGreaterThan(15)
    expect(tables.filter(({ enabled, forced }) => !enabled || !forced)).toEqual([])
  })

  test('the next start secures a table that was forgotten (R41)', async () => {
    await server.pool.query('create table forgotten (id int)')
    await migrate(server.pool)
    const [table] = (await tablesOf(server.pool)).filter(({ name }) => name === 'forgotten')
    await server.pool.query('drop table forgotten')
    expect(table).toMatchObject({ enabled: true, forced: true, readable: false })
  })

  test('every view reads with its reader’s rights', async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
          and not coalesce(reloptions::text[] @> '{security_invoker=true}' or reloptions::text[] @> '{security_invoker=on}', false)`,
    )
    expect(rows).toEqual([])
  })

  test('every function that runs as the owner fixes its search path', async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
          and not exists (select from unnest(proconfig) c where c like 'search_path=%')`,
    )
    expect(rows).toEqual([])
  })

  test('people reach neither sessions, nor the feed, nor others’ keys, nor password hashes, nor sign-in’s own function', async () => {
    const { rows } = await server.pool.query<Record<string, boolean>>(
      `select has_table_privilege('bedside_app', 'session', 'select') as session, has_table_privilege('bedside_app', 'feed', 'select') as feed,
              has_table_privilege('bedside_app', 'meta', 'select') as meta, has_table_privilege('bedside_app', 'audit', 'select') as audit,
              has_table_privilege('bedside_app', 'audit', 'update') or has_table_privilege('bedside_app', 'audit', 'delete') as rewrite,
              has_column_privilege('bedside_app', 'person', 'password_hash', 'select') as hash,
              has_function_privilege('bedside_app', 'person_to_sign_in(text, text[], uuid)', 'execute') as "signIn"`,
    )
    expect(rows[0]).toEqual({
      session: false,
      feed: false,
      meta: false,
      audit: false,
      rewrite: false,
      hash: false,
      signIn: false,
    })
  })

  test('D15: the audit log cannot be rewritten, not even by its owner', async () => {
    await server.pool.query(`insert into audit (action, outcome) values ('x', 'done')`)
    await expect(server.pool.query(`update audit set outcome = 'x'`)).rejects.toMatchObject({ code: '42501' })
    await expect(server.pool.query('delete from audit')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('D10: visibility', () => {
  /** What everyone may read before signing in: the specialties, and the settings of the app itself. */
  const OPEN = { branch: 1, setting: 1 }

  /** How many rows of each table a visibility shows; tables without a grant count as none. */
  async function counts(sight: Visibility, condition: (table: Table) => string | null = () => 'true') {
    const tables = (await tablesOf(server.pool)).filter(({ readable }) => readable)
    const found: Record<string, number> = {}
    for (const table of tables) {
      const where = condition(table)
      const one = table.columns.includes('id') ? 'id' : table.columns[0]
      if (where)
        found[table.name] = await asPerson(server.pool, sight, async (db) =>
          Number(
            (await db.query<{ n: number }>(`select count(${one}) as n from ${table.name} where ${where}`)).rows[0]!.n,
          ),
        )
    }
    return found
  }
  const nonZero = (found: Record<string, number>) => Object.fromEntries(Object.entries(found).filter(([, n]) => n > 0))

  test('without a person: 0 rows of every table, except public ones', async () => {
    expect(nonZero(await counts(NOBODY))).toEqual(OPEN)
    expect(nonZero(await counts({ id: null, type: null, keys: ['clinic:', 'null'] }))).toEqual(OPEN)
  })

  test('without any context, as the people’s role: the same', async () => {
    const client = await server.pool.connect()
    await client.query('begin; set local role bedside_app')
    for (const table of (await tablesOf(server.pool)).filter(({ readable, name }) => readable && !(name in OPEN))) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*) as n from (select ${table.columns.includes('id') ? 'id' : 1} from ${table.name}) its`,
      )
      expect([table.name, rows[0]!.n]).toEqual([table.name, 0])
    }
    await client.query('rollback')
    client.release()
  })

  test('an admin: public rows only', async () => {
    const admin: Visibility = {
      id: server.world.people.admin.id,
      type: 'admin',
      keys: ['all', 'admin', `user:${server.world.people.admin.id}`],
    }
    const hidden = `(select id from clinic where private)`
    const private_ = await counts(admin, ({ columns, name }) =>
      name === 'clinic' ? null : columns.includes('clinic_id') ? `clinic_id in ${hidden}` : null,
    )
    expect(nonZero(private_)).toEqual({})
    expect(Object.keys(private_)).toEqual(
      expect.arrayContaining(['appointment', 'availability', 'patient', 'payment', 'person']),
    )
    const { doctor, patient } = cast.places.gizli1
    expect(
      nonZero(
        await counts(admin, ({ columns }) => (columns.includes('id') ? `id in ('${doctor}', '${patient}')` : null)),
      ),
    ).toEqual({})
    expect((await counts(admin))['appointment']).toBeGreaterThan(0)
  })

  test.each([
    ['kuzey1', 'deskKuzey'],
    ['gizli1', 'deskGizli'],
  ] as const)(
    'a clinic’s desk (%s): its own visits, payments, hours and patients, and no others',
    async (place, desk) => {
      const { clinic } = cast.places[place]
      const sight: Visibility = {
        id: server.world.people[desk].id,
        type: 'clinic',
        keys: ['all', `clinic:${clinic}`, `user:${server.world.people[desk].id}`],
      }
      const foreign = await counts(sight, ({ name }) =>
        ['appointment', 'payment', 'availability'].includes(name)
          ? `clinic_id is distinct from '${clinic}'`
          : name === 'patient'
            ? `not clinic_ids @> '{${clinic}}'`
            : null,
      )
      expect(nonZero(foreign)).toEqual({})
      const { rows } = await server.pool.query<{ n: number }>(
        'select count(*) as n from appointment where clinic_id = $1',
        [clinic],
      )
      expect((await counts(sight))['appointment']).toBe(rows[0]!.n)
    },
  )

  test('rule 47, R39: one row makes a clinic private, and admins no longer see it at once', async () => {
    const admin: Visibility = { id: server.world.people.admin.id, type: 'admin', keys: ['all', 'admin'] }
    const seen = async () =>
      (
        await counts(admin, ({ name }) =>
          name === 'appointment' ? `clinic_id = '${cast.places.linden1.clinic}'` : null,
        )
      )['appointment']
    const before = await seen()
    await server.pool.query('update clinic set private = true where id = $1', [cast.places.linden1.clinic])
    const during = await seen()
    await server.pool.query('update clinic set private = false where id = $1', [cast.places.linden1.clinic])
    expect([before! > 0, during, await seen()]).toEqual([true, 0, before])
  })

  test('writes have the same limits: no update reaches, and no insert creates, an invisible row', async () => {
    const { clinic } = cast.places.kuzey1
    const desk: Visibility = { id: server.world.people.deskKuzey.id, type: 'clinic', keys: ['all', `clinic:${clinic}`] }
    const { doctor, patient, clinic: theirs } = cast.places.gizli1
    const touched = await asPerson(server.pool, desk, (db) =>
      db.query(`update appointment set note = 'x' where clinic_id = $1`, [theirs]),
    )
    expect(touched.rowCount).toBe(0)
    const insert = (db: Db) =>
      db.query(
        `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
         values ($1, $2, $3, $4, 'x', '2030-01-01', '2030-01-02', 'UTC', 'online', 1, 'try', 'x', 'x')`,
        [newId(), theirs, doctor, patient],
      )
    await expect(asPerson(server.pool, desk, insert)).rejects.toMatchObject({ code: '42501' })
    const away = (db: Db) =>
      db.query('update appointment set clinic_id = $1, doctor_id = $2, patient_id = $3 where clinic_id = $4', [
        theirs,
        doctor,
        patient,
        clinic,
      ])
    await expect(asPerson(server.pool, desk, away)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(['commit', 'rollback'] as const)(
    'after %s nothing of the person is left on the pooled connection',
    async (end) => {
      const pool = createPool(server.url, 1)
      const admin: Visibility = { id: server.world.people.admin.id, type: 'admin', keys: ['all', 'admin'] }
      const inside = asPerson(pool, admin, async (db) => {
        const { rows } = await db.query<Context>(CONTEXT)
        if (end === 'rollback') throw new Error(JSON.stringify(rows[0]))
        return rows[0]
      }).catch((error: Error) => JSON.parse(error.message) as Context)
      // R42: neither the request role nor the login behind it may bypass row level security
      expect(await inside).toEqual({
        role: 'bedside_app',
        bypasses: false,
        keys: '{all,admin}',
        person: admin.id,
        type: 'admin',
      })
      const { rows: after } = await pool.query<Context>(CONTEXT)
      expect(after[0]).toMatchObject({ keys: '', person: '', type: '' })
      expect(after[0]!.role).not.toBe('bedside_app')
      await pool.end()
    },
  )
  type Context = { role: string; bypasses: boolean; keys: string; person: string; type: string }
  const CONTEXT = `select current_user::text as role, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses,
    coalesce(current_setting('app.keys', true), '') as keys, coalesce(current_setting('app.person', true), '') as person,
    coalesce(current_setting('app.type', true), '') as type`
})

describe('SYNC “Row-level security”: the owner is a plain role, not a superuser', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  let admin: pg.Client
  let pool: pg.Pool
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bedside-plain-'))
    postgres = await startPostgres(dataDir, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
    admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`create role plain login createrole createdb nosuperuser nobypassrls password 'plain'`)
    await admin.query('create database house owner plain')
    const url = new URL(postgres.url)
    Object.assign(url, { username: 'plain', password: 'plain', pathname: '/house' })
    pool = createPool(url.href, 2, TEST_SEALER)
    await migrate(pool)
    await settleEpoch(pool)
  })
  afterAll(async () => {
    await pool.end()
    await admin.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('a visit is booked, its triggers work, and it is pulled', async () => {
    const now = testNow()
    const world = await buildWorld(pool, now)
    const deps = {
      ...server.deps,
      pool,
      requests: pool,
      pulls: pool,
      papers: pool,
      reports: pool,
      limits: createLimits(),
      now: () => now,
      platformHosts: new Set(['localhost']),
      poke: () => {},
      closeSockets: () => {},
      vault: createVault(Buffer.alloc(32, 7)),
      files: createFolderStore(dataDir, Buffer.alloc(32, 7)),
    }
    const app = await createApp(deps, { log: false, trustProxy: [], dist: null })
    await app.ready()
    const send = async (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
      (
        await app.inject({
          method,
          url,
          headers: { host: 'localhost', ...(token && { authorization: token }) },
          ...(payload && { payload }),
        })
      ).json<Record<string, unknown>>()
    const { session } = await send('GET', '/api/session', '')
    const { token } = await send('POST', '/api/auth/admin', '', {
      session,
      username: world.people.deskKuzey.username,
      password: PASSWORD,
    })
    const id = newId()
    const booked = await send('POST', '/api/bank/payment', String(token), {
      id,
      paymentId: newId(),
      patientId: world.people.patientKuzey.id,
      doctorId: world.people.doctorKuzey.id,
      clinicId: world.clinics.kuzey,
      start: world.slot(3, 0),
      duration: 20,
      type: 'face-to-face',
      payWith: 'bank_transfer',
      bankId: world.bank,
    })
    // the payment's trigger has marked the visit, which made its second version
    expect(booked).toMatchObject({
      status: true,
      appointment: { id, paymentStatus: 'waiting', paymentType: 'bank_transfer', commission: 1500 },
    })
    const pulled = new Map<string, number>()
    for (let cursor = '', more = true; more;) {
      const page = await send('GET', `/api/sync${cursor && `?cursor=${cursor}`}`, String(token))
      for (const [table, rows] of Object.entries(page['rows'] as Record<string, { id: string; version: number }[]>))
        for (const row of rows) pulled.set(`${table}:${row.id}`, row.version)
      more = page['more'] === true
      cursor = String(page['cursor'])
    }
    expect(pulled.get(`appointment:${id}`)).toBe((booked['appointment'] as { version: number }).version)
    expect([...pulled.keys()]).toEqual(
      expect.arrayContaining([`patient:${world.people.patientKuzey.id}`, `doctor:${world.people.doctorKuzey.id}`]),
    )
    const { rows } = await pool.query<{ n: number }>(`select count(*) as n from feed where id = $1 and op = 'put'`, [
      id,
    ])
    expect(rows[0]!.n).toBe(3)
    await app.close()
  })

  test('R42: the server does not start with a role that could bypass row-level security', async () => {
    await expect(checkRole(pool)).resolves.toBeUndefined()
    await admin.query('alter role bedside_app bypassrls')
    await expect(checkRole(pool)).rejects.toThrow(DatabaseProblem)
    await admin.query('alter role bedside_app nobypassrls superuser')
    await expect(checkRole(pool)).rejects.toThrow(DatabaseProblem)
    await admin.query('alter role bedside_app nosuperuser')
  })
})

describe('R10, R43: SQL is written, never concatenated', () => {
  const files = globSync('server/**/*.ts', { cwd: join(import.meta.dirname, '../..') }).filter(
    (file) => !file.includes('.test.') && !file.startsWith('server/app/demo/'),
  )
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../..', file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')

  /**
   * What is interpolated into SQL text, and why none of it is input. Review a new expression before you add it here.
   */
  const reviewed: Record<string, readonly string[]> = {
    // names of `SEALED` and `INSIDE`, and the mark of encrypted text: no input
    'server/db/seal-existing.ts': [
      'table',
      'column',
      'place',
      'read',
      'MARK',
      'BATCH',
      "kind === 'json' ? '[]' : ''",
      "kind === 'json' ? '::jsonb' : ''",
    ],
    // names of views and columns, and conditions with `?`, all written in handlers; limit and offset are numbers by the
    // schema
    'server/http/list.ts': [
      'table',
      'view',
      'filter',
      'found',
      "table === view ? '*' : by.join(', ')",
      "exact ? '' : 'limit 10001'",
      "orderOf('')",
      "orderOf('page.')",
      'limit + 1',
      'after === undefined ? ((page ?? 1) - 1) * limit : 0',
    ],
    // types and statements written next to their queries; every value is a parameter (`joint.ts`)
    'server/db/joint.ts': ['columns', "text.replace(/\\$(\\d+)/g, 'p.v$1')"],
    // a constant of its file: the start of an insert
    'server/areas/report/handlers.ts': ['INSERT'],
    'server/areas/recipe/handlers.ts': ['INSERT'],
    'server/areas/patient/notes.ts': ['INSERT'],
    // `$1`, or the same for a set
    'server/areas/message/queue.ts': ['from', 'rows'],
    // keys of `tables`
    'server/db/rows.ts': ['viewOf(table)', 'table'],
    // a table's name as the catalogue quotes it
    'server/db/secure-tables.ts': ['table', 'rights'],
    // as the catalogue names and quotes them
    'server/db/collation.ts': ['built', 'now', 'name', 'index'],
    // a table as the catalogue names it
    'server/db/copy-database.ts': ['name'],
    // printed for the operator, not run
    'server/db/check.ts': ['found.login'],
    // one of two literals, by type
    'server/db/transaction.ts': ['isolation', "readOnly ? ' read only' : ''"],
    // a constant of its file: the database's current position
    'server/sync/pull.ts': ['HERE'],
    // names of the picklists, literals of the contract, and conditions written next to them
    'server/areas/catalog/words.ts': ['table', 'COLUMN[table]'],
    'server/areas/catalog/handlers.ts': ['table'],
    'server/areas/catalog/list.ts': [
      'table',
      'COLUMN[table]',
      'WORDS(table)',
      'KEPT',
      "table === 'symptom' ? NOBODY : USED(table)",
    ],
    // the digest of a line, a text of PostgreSQL's own functions
    'server/jobs/audit/check.ts': ['DIGEST'],
    'server/jobs/audit/forget.ts': ['DIGEST'],
    'server/jobs/audit/link.ts': ['DIGEST'],
    // names of our own tables and columns, quoted by the database
    'server/db/dump.ts': ['columns', 'name', 'key'],
    // columns of a call's own strict schema; tables of a literal list
    'server/areas/doctor/add.ts': ["Object.keys(columns).join(', ')"],
    'server/areas/doctor/store.ts': ['table'],
    // keys of a call's own strict schema, and two literals next to them
    'server/areas/clinic/store.ts': ["Object.keys(all).map(columnOf).join(', ')"],
    // keys of a call's own strict schema, or of a literal in a handler
    'server/areas/appointment/store.ts': ['columnOf(name)'],
    // a condition of doctor/named.ts with numbered placeholders
    'server/areas/appointment/list.ts': ['wanted.filter'],
    // literals of the same file, and conditions with numbered placeholders next to them (payment/sums.ts)
    'server/areas/payment/list.ts': ['TOTALS', 'filter', 'sql'],
    // literals of the same file and of groups.ts, and conditions with numbered placeholders
    'server/areas/figures/visits.ts': ['name', 'key', 'COUNTS', 'filter', 'all'],
    'server/areas/figures/minutes.ts': [
      'FROM',
      'TO',
      'hoursFilter',
      'visitsFilter',
      'name',
      'key',
      'isWhole',
      'ranges',
      'all',
      "length('offered')",
      "length('offered * booked')",
      "length('booked - offered')",
    ],
    // columns of a call's own strict schema
    'server/areas/visittype/handlers.ts': ["columns.map(([column]) => column).join(', ')"],
    // one of two tables, by type
    'server/areas/guest/code.ts': ['table'],
    'server/areas/payment/summary.ts': ['key', 'corrected', 'filter'],
    // conditions with numbered placeholders next to them
    'server/areas/moderation/handlers.ts': ['filter'],
    // no SQL: a class of the page is called `select`
    'server/app/sign-in-page/markup.ts': ['LANGUAGE_NAMES[language]'],
    'server/app/site/pages/doctors.ts': ['label', 'name', 'none', 'options'],
    'server/areas/calendar-link/feed.ts': ['words', 'place', 'title'],
    // the database's own clock
    'server/http/count.ts': ['NOW'],
  }

  test('every expression inside SQL text is on the reviewed list', () => {
    const unknown = files.flatMap((file) =>
      templatesIn(read(file))
        .filter(({ words }) => /\b(select|insert into|update|delete from|alter|order by|begin isolation)\b/.test(words))
        .flatMap(({ expressions }) => expressions)
        .filter((expression) => !reviewed[file]?.includes(expression) && !expression.includes('`'))
        .map((expression) => `${file}: ${expression}`),
    )
    expect(unknown).toEqual([])
  })

  test('the reader above finds what it should', () => {
    expect(
      templatesIn("x(`select * from t where a = '${input.name}' and ${[1].map((i) => `$${i + 1} ${deep}`)}`)").flatMap(
        ({ expressions }) => expressions,
      ),
    ).toEqual(expect.arrayContaining(['input.name', 'deep']))
  })

  test('only work without a person yet, or for none, runs outside a person’s visibility', () => {
    const outside = files.filter((file) => /\bpool\s*\.\s*(query|connect)\b/.test(read(file)))
    expect(
      outside.filter(
        (file) =>
          // clinic/face-files: CSS and logo for the sign-in page, by host and before a sign-in, through two functions of the database
          // payment/refund-cards, transaction, paymentlink/open, appointmentlink/holder: providers and holders of a secret address, who
          // are no person here; moneycheck: what they reported
          // ports/push/keys: the server's own key pair
          // crash/store: crashes of devices, reported also without a sign-in; they hold no personal data
          // kiosk/tablet: a tablet with its own key; it is not a person, and gets only today's masked list
          // invitation/tell: a job that notifies doctors of invitations, on no one's behalf
          // http/neighbours: tells other processes which rooms to notify
          // http/count: attempts on accounts, counted before anyone is known
          // metrics/figures: how many messages wait, over all people
          // backup/schedule: when the last backup and the last drill were made
          // guest, app/site/guest: a stranger who books, in the browser with the booking's secret (decision 0155)
          // question/guest-question, question/voter, app/site/ask: a stranger who asks or votes (decision 0158)
          // calendar-link: the holder of a shared calendar's secret address; after the commit, the rooms that show a doctor's time
          !/^server\/(db|identity|jobs|app\/site\/(?:ask|guest)|areas\/(session|transaction|guest))\/|^server\/(app\/(main|exceptions|payment-provider)|http\/(count|neighbours|sockets|wipe)|sync\/epoch|ports\/(push\/keys|payment\/provider-test)|metrics\/figures|backup\/schedule|areas\/(payment\/refund-cards|paymentlink\/open|appointmentlink\/holder|calendar-link\/(feed|settled)|moneycheck\/handlers|crash\/store|kiosk\/tablet|invitation\/tell|clinic\/face-files|message\/outbox|question\/(?:guest-question|voter)))\.ts$/.test(
            file,
          ),
      ),
    ).toEqual([])
  })
})

/**
 * The template literals of a source text, each with its own words and the expressions in its `${}`; nested ones too.
 */
function templatesIn(source: string): { words: string; expressions: string[] }[] {
  const found: { words: string; expressions: string[] }[] = []
  let at = 0
  const template = () => {
    const one = { words: '', expressions: [] as string[] }
    found.push(one)
    for (at++; at < source.length && source[at] !== '`'; at++) {
      if (source[at] === '\\') at++
      else if (source.startsWith('${', at)) {
        const from = (at += 2)
        for (let depth = 1; at < source.length; at++) {
          if (source[at] === '`') template()
          else if (source[at] === '{') depth++
          else if (source[at] === '}' && --depth === 0) break
        }
        one.expressions.push(source.slice(from, at).trim())
      } else one.words += source[at]
    }
  }
  for (; at < source.length; at++) if (source[at] === '`') template()
  return found
}

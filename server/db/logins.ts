import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { DatabaseProblem } from './check.ts'
import { CONNECTION } from './pool.ts'

/**
 * The logins besides the owner, which migrates: requests, which see no row until they name the person they act for, and
 * the server's own work.
 */
const ROLES = { requests: 'bedside_app', server: 'bedside_server' } as const
export type Login = keyof typeof ROLES

/** The setting for each login of an external database. */
const SETTINGS: Readonly<Record<Login, string>> = { requests: 'DATABASE_REQUEST_URL', server: 'DATABASE_SERVER_URL' }

/**
 * The address at which a role logs in to the embedded database, so that no statement can do more than its role may
 * (issue 38). Its password is derived from the owner's, is the same at every start, and is stored nowhere.
 */
export function loginUrl(ownerUrl: string, login: Login): string {
  const url = new URL(ownerUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(ROLES[login]).digest('base64url')
  url.username = ROLES[login]
  return url.href
}

/** Enables a role to log in at its address. Call it after the migrations, which create it. */
export async function openLogin(owner: pg.Pool, login: Login, url: string): Promise<void> {
  const { rows } = await owner.query<{ sql: string }>(
    `select format('alter role %I login noinherit password %L', $1::text, $2::text) as sql`,
    [ROLES[login], decodeURIComponent(new URL(url).password)],
  )
  await owner.query(rows[0]!.sql)
}

/**
 * Checks that a login is its role and cannot become one that can do more.
 *
 * @throws {DatabaseProblem} it is another role, or can do more
 */
export async function checkLogin(pool: Pick<pg.Pool, 'query'>, login: Login): Promise<void> {
  const { rows } = await pool.query<{ is: string; others: string[]; mighty: boolean }>(
    `select session_user::text as is, me.rolsuper or me.rolbypassrls or me.rolcreaterole or me.rolcreatedb or me.rolreplication as mighty,
            array(select r.rolname::text from pg_roles r where r.rolname <> session_user and pg_has_role(session_user, r.oid, 'member')) as others
       from pg_roles me where me.rolname = session_user`,
  )
  const { is, others, mighty } = rows[0]!
  const beyond = others.filter((role) => !(login === 'server' && role === ROLES.requests))
  if (is !== ROLES[login] || mighty || beyond.length)
    throw new DatabaseProblem(
      `${SETTINGS[login]} must log in as ${ROLES[login]}, a role without attributes that can become nothing more (docs/database-logins.sql); it logs in as ${is}${
        beyond.length ? `, which is a member of ${beyond.join(', ')}` : ''
      }.`,
    )
}

/**
 * Checks that a login behind a pooler has the settings from its role that a connection of its own would get at its
 * start.
 *
 * @throws {DatabaseProblem} names the missing settings
 */
export async function checkPooled(pool: Pick<pg.Pool, 'query'>, login: Login): Promise<void> {
  const { rows } = await pool.query<{ name: string; is: string }>(
    'select name, current_setting(name) as is from unnest($1::text[]) as name',
    [Object.keys(CONNECTION)],
  )
  const wanted: Readonly<Record<string, string>> = CONNECTION
  const others = rows.filter(({ name, is }) => is !== wanted[name]).map(({ name, is }) => `${name} is ${is}`)
  if (others.length)
    throw new DatabaseProblem(
      `${SETTINGS[login]} comes through a pooler, and its role ${ROLES[login]} lacks what each connection must have (docs/database-logins.sql): ${others.join(', ')}.`,
    )
}

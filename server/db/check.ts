import type { Db } from './pool.ts'

/** Something about the database that its operator must mend; `message` is the one line to print. */
export class DatabaseProblem extends Error {}

/**
 * Row-level security must hold for the role people act under (TRUST R42), and what is meant for people must not bind the owner, who would then
 * miss rows in silence. Called after the migrations, which see to both where they may.
 */
export async function checkRole(db: Db) {
  const { rows } = await db.query<{ bypasses: boolean; inherits: boolean; login: string; version: number }>(
    `select app.rolsuper or app.rolbypassrls as bypasses, not me.rolsuper and pg_has_role(current_user, app.oid, 'usage') as inherits,
            quote_ident(current_user) as login, current_setting('server_version_num')::int as version
       from pg_roles app, pg_roles me where app.rolname = 'bedside_app' and me.rolname = current_user`,
  )
  const found = rows[0]
  if (found?.bypasses !== false)
    throw new DatabaseProblem(
      'The role bedside_app may pass over row-level security. Take SUPERUSER and BYPASSRLS from it.',
    )
  if (found.inherits)
    throw new DatabaseProblem(
      `The login ${found.login} inherits bedside_app, so that rules for people bind the owner too. As an administrator of the database run: ${
        found.version >= 160_000
          ? `grant bedside_app to ${found.login} with inherit false, set true;`
          : `alter role ${found.login} noinherit;`
      }`,
    )
}

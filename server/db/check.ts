import type { Db } from './pool.ts'

/** A problem of the database that its operator must fix; `message` is the one line to print. */
export class DatabaseProblem extends Error {}

/**
 * Checks that row-level security binds the role that requests use (TRUST R42), and that no policy for people binds the
 * owner, who would then miss rows silently. Call it after the migrations, which set up both where they may.
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

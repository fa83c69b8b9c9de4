import type { Db } from './pool.ts'

/**
 * The tables that are not yet under forced row-level security, or of which their owner or the server's own role would
 * see nothing (TRUST R41). Read from the catalogue, without a lock on any of them.
 */
export async function openTables(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (
          select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner' and p.polroles = array[current_user::regrole::oid])
          or exists (select from pg_roles s where s.rolname = 'bedside_server' and not exists (
            select from pg_policy p where p.polrelid = c.oid and p.polname = 'server' and p.polroles = array[s.oid])))
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * No table can be forgotten, and triggers keep working where the owner is no superuser. The server's own role, where there is one, reads and
 * writes all of it, but for what is only ever added to; a part of a table is reached through the whole alone. `table` as `openTables` names it.
 */
export async function secureTable(db: Db, table: string): Promise<void> {
  const rights = ONLY_ADDED.has(table) ? 'select, insert' : 'select, insert, update, delete'
  await db.query(
    `alter table ${table} enable row level security, force row level security;
     drop policy if exists owner on ${table};
     do $$ begin execute format('create policy owner on ${table} to %I using (true) with check (true)', current_user); end $$;
     do $$ begin
       if not exists (select from pg_roles where rolname = 'bedside_server') then return; end if;
       drop policy if exists server on ${table};
       create policy server on ${table} to bedside_server using (true) with check (true);
       if not (select relispartition from pg_class where oid = '${table}'::regclass) then grant ${rights} on ${table} to bedside_server; end if;
     end $$`,
  )
}

/** Tables from which the server's own work removes nothing: the audit log, its chain, and the list of migrations. */
const ONLY_ADDED = new Set(['audit', 'audit_link', 'migration'])

/** Rights outside tables: the schema, views, sequences, and functions that are not for everyone. */
export async function openSchema(db: Db): Promise<void> {
  await db.query(
    `do $$ begin
       if not exists (select from pg_roles where rolname = 'bedside_server') then return; end if;
       grant usage on schema public to bedside_server;
       grant select on all tables in schema public to bedside_server;
       grant usage, select on all sequences in schema public to bedside_server;
       grant execute on all functions in schema public to bedside_server;
     end $$`,
  )
}

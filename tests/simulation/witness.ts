/**
 * What the run's database records by itself, apart from the engine: the key of each transaction, and for each write of
 * a synced row which version had last changed each fact before.
 */
export const WITNESS = `
create table witness_key (xid xid8, key uuid);
create table witness_write (n bigint generated always as identity, xid xid8, tbl text, id uuid, was jsonb);
create function witness_key() returns trigger language plpgsql security definer set search_path = public as $$
begin insert into witness_key values (pg_current_xact_id(), new.key); return null; end $$;
create function witness_write() returns trigger language plpgsql security definer set search_path = public as $$
begin insert into witness_write (xid, tbl, id, was) values (pg_current_xact_id(), tg_table_name, old.id, old.field_versions); return null; end $$;
create trigger witness after insert on idempotency for each row execute function witness_key();
do $do$ declare t text; begin
  for t in select distinct event_object_table from information_schema.triggers where trigger_name = 'stamp_version' loop
    execute format('create trigger witness after update on %I for each row execute function witness_write()', t);
  end loop;
end $do$;`

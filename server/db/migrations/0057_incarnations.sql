-- Which runs of PostgreSQL this database has lived through (SYNC "Epoch"). A data folder that is copied back lacks those that came after the copy,
-- so a device whose cursor names one of them, or a transaction that its run never reached here, has seen what this database has lost.

create table incarnation (
  id text primary key,
  -- the first transaction of this run, and the one that wrote this row: a dump that is read back writes it in another (`xmin`)
  from_xid xid8 not null unique default pg_current_xact_id(),
  postgres_started timestamptz not null default pg_postmaster_start_time(),
  at timestamptz not null default clock_timestamp()
);

-- Cursors that devices hold name the epoch there was before: they stay good.
insert into incarnation (id) select value from meta where name = 'epoch';

-- The system and the database, without the timeline: a replica that is promoted changes that, and has the same data.
insert into meta select 'system', split_part(value, ':', 1) || ':' || split_part(value, ':', 3) from meta where name = 'life';

-- The newest incarnation; whether it is this run's and was written here; whether a cursor that names `named` and has seen what lies below `top` has
-- seen nothing but what this database holds. Run in the snapshot of the page that is read.
create function incarnation_now(named text, top xid8) returns table (id text, is_settled boolean, holds boolean)
language sql stable security definer set search_path = public as $$
  select n.id,
         n.postgres_started = pg_postmaster_start_time() and n.xmin = n.from_xid::xid,
         top <= pg_snapshot_xmax(pg_current_snapshot()) and exists (
           select from incarnation i where i.id = named
              and not exists (select from incarnation later where later.from_xid > i.from_xid and later.from_xid < top))
    from (select i.id, i.from_xid, i.postgres_started, i.xmin from incarnation i order by i.from_xid desc limit 1) n
$$;

-- Of these keys of the asker's, those whose change this database knows nothing of.
create function keys_unknown(asked uuid[]) returns setof uuid language sql stable security definer set search_path = public as $$
  select a.key from unnest(asked) a(key)
   where not exists (select from idempotency i where i.actor = app_person() and i.key = a.key and i.status is not null)
$$;

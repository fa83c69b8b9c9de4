-- Pulls that a replica answers, and an idle pull in five statements (decision 0117).

-- A run of PostgreSQL writes itself down when it begins; a replica cannot, and goes by the run of the primary whose log it replays. That this is the
-- primary's present one is the caller's to see (`server/db/replicas.ts`).
create or replace function incarnation_now(named text, top xid8) returns table (id text, is_settled boolean, holds boolean)
language sql stable security definer set search_path = public as $$
  select n.id,
         pg_is_in_recovery() or (n.postgres_started = pg_postmaster_start_time() and n.xmin = n.from_xid::xid),
         top <= pg_snapshot_xmax(pg_current_snapshot()) and exists (
           select from incarnation i where i.id = named
              and not exists (select from incarnation later where later.from_xid > i.from_xid and later.from_xid < top))
    from (select i.id, i.from_xid, i.postgres_started, i.xmin from incarnation i order by i.from_xid desc limit 1) n
$$;

-- Whether a set of buckets need not be written down, or written down as used, again: as `remember_buckets` judges it.
create function bucket_set_is_fresh(its_hash text) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from bucket_set where hash = its_hash and used_at >= now() - interval '30 days')
$$;

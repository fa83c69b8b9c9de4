-- What a pull reads of the feed. People have no right on the feed itself: these functions hand out entries of buckets that the
-- server has worked out for the asker, and the records behind them are read under the asker's own sight.

create function remember_buckets(its_hash text, its_buckets text[]) returns void language sql security definer set search_path = public as $$
  insert into bucket_set (hash, buckets) values (its_hash, its_buckets) on conflict do nothing
$$;
create function recall_buckets(its_hash text) returns text[] language sql stable security definer set search_path = public as $$
  select buckets from bucket_set where hash = its_hash
$$;

-- The months in which a patient has anything.
create function own_months(key text) returns table (bucket text) language sql stable security definer set search_path = public as $$
  with recursive months as (
    (select f.bucket from feed f where f.bucket > key || ':' and f.bucket < key || ';' order by f.bucket limit 1)
    union all
    (select (select f.bucket from feed f where f.bucket > m.bucket and f.bucket < key || ';' order by f.bucket limit 1) from months m where m.bucket is not null)
  )
  select m.bucket from months m where m.bucket is not null and app_keys() @> array[key]
$$;

-- One statement: entries from the cursor on, and the horizon below which nothing can still appear (SYNC "Feed").
create function feed_page(held text[], tbls text[], from_xid xid8, after_xid xid8, after_tbl text, after_id uuid, most int)
returns table (xid text, tbl text, id uuid, puts text[], removes text[], horizon text)
language sql stable security definer set search_path = public as $$
  with horizon as (select pg_snapshot_xmin(pg_current_snapshot()) as x),
  entries as (
    select f.xid, f.tbl, f.id, f.bucket, f.op from unnest(held) b(bucket)
      cross join lateral (
        select * from feed f where f.bucket = b.bucket and f.xid >= from_xid and f.tbl = any (tbls)
           and (after_xid is null or (f.xid, f.tbl, f.id) > (after_xid, after_tbl, after_id))
         order by f.xid, f.tbl, f.id limit most
      ) f
  ), page as (
    select e.xid, e.tbl, e.id, array_agg(e.bucket) filter (where e.op = 'put') as puts, array_agg(e.bucket) filter (where e.op = 'remove') as removes
      from entries e group by e.xid, e.tbl, e.id order by e.xid, e.tbl, e.id limit most
  )
  select p.xid::text, p.tbl, p.id, coalesce(p.puts, '{}'), coalesce(p.removes, '{}'), h.x::text from horizon h left join page p on true
   order by p.xid, p.tbl, p.id
$$;

-- A bucket from its beginning, by primary key, resumable.
create function snapshot_page(of_bucket text, tbls text[], after_tbl text, after_id uuid, most int)
returns table (tbl text, id uuid) language sql stable security definer set search_path = public as $$
  select f.tbl, f.id from feed f
   where f.bucket = of_bucket and f.op = 'put' and f.tbl = any (tbls) and (after_tbl is null or (f.tbl, f.id) > (after_tbl, after_id))
   order by f.tbl, f.id limit most
$$;

-- Which of the held buckets a record is in.
create function buckets_held(of_tbl text, ids uuid[], held text[]) returns table (id uuid, buckets text[])
language sql stable security definer set search_path = public as $$
  select f.id, array_agg(f.bucket order by f.bucket) from feed f
   where f.tbl = of_tbl and f.id = any (ids) and f.op = 'put' and f.bucket = any (held) group by f.id
$$;

create function feed_horizon() returns text language sql stable security definer set search_path = public as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text
$$;

-- Count and sum of a hash over (id, version) of a bucket's puts (SYNC "Checksum").
create function bucket_checksums(held text[], tbls text[]) returns table (bucket text, tbl text, n bigint, sum bigint)
language sql stable security definer set search_path = public as $$
  select f.bucket, f.tbl, count(*), sum(('x' || substr(md5(f.id::text || ':' || f.version), 1, 8))::bit(32)::bigint)::bigint
    from feed f where f.bucket = any (held) and f.op = 'put' and f.tbl = any (tbls) group by f.bucket, f.tbl
$$;

-- A transaction that stays open anywhere in the cluster, in another database too, holds the horizon: every pull sent all above it again
-- until it ended. A cursor remembers now which transactions had ended when it was handed out; entries of those have been sent. `feed_page`
-- stays for servers of the build before, which run beside this one during an upgrade.

-- The reader's snapshot. On a standby PostgreSQL lists no running transactions in it: then nothing above its lower end counts as ended.
create function feed_snapshot() returns text language sql stable security definer set search_path = public as $$
  select case when pg_is_in_recovery() then pg_snapshot_xmin(s) || ':' || pg_snapshot_xmin(s) || ':' else s::text end
    from pg_current_snapshot() s
$$;

-- One statement: what was committed since the cursor's snapshot, of which all below `seen_until` had ended but for `seen_open`; and the snapshot
-- that the next cursor is made of.
create function feed_since(held text[], tbls text[], seen_until xid8, seen_open xid8[], after_xid xid8, after_tbl text, after_id uuid, most int)
returns table (xid text, tbl text, id uuid, puts text[], removes text[], snapshot text)
language sql stable security definer set search_path = public as $$
  with entries as (
    select f.xid, f.tbl, f.id, f.bucket, f.op from unnest(held) b(bucket)
      cross join lateral (
        (select * from feed f where f.bucket = b.bucket and f.xid >= seen_until and f.tbl = any (tbls)
            and (after_xid is null or (f.xid, f.tbl, f.id) > (after_xid, after_tbl, after_id))
          order by f.xid, f.tbl, f.id limit most)
        union all
        (select f.* from unnest(seen_open) o(xid) cross join lateral (
           select * from feed f where f.bucket = b.bucket and f.xid = o.xid and f.tbl = any (tbls)
              and (after_xid is null or (f.xid, f.tbl, f.id) > (after_xid, after_tbl, after_id))
            order by f.tbl, f.id limit most) f)
      ) f
  ), page as (
    select e.xid, e.tbl, e.id, array_agg(e.bucket) filter (where e.op = 'put') as puts, array_agg(e.bucket) filter (where e.op = 'remove') as removes
      from entries e group by e.xid, e.tbl, e.id order by e.xid, e.tbl, e.id limit most
  )
  select p.xid::text, p.tbl, p.id, coalesce(p.puts, '{}'), coalesce(p.removes, '{}'), s.text from feed_snapshot() s(text) left join page p on true
   order by p.xid, p.tbl, p.id
$$;

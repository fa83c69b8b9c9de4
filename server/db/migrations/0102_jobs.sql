-- Work on a timer, and the rows of it that failed, in one table (decision 0102). Its times are by the clock of the database, which all processes share.
create table job (
  kind text not null check (length(kind) between 1 and 40),
  -- '' is the round itself, else what failed within it
  item text not null default '' check (length(item) <= 100),
  due_at timestamptz not null,
  -- seconds between rounds
  every_s int check (every_s > 0),
  -- the process that runs it, for as long as it says so
  holder uuid,
  leased_until timestamptz,
  paused_at timestamptz,
  -- failures since it last went well, and the name of the newest one; never its text, which may quote a row
  tries int not null default 0,
  failure text check (length(failure) <= 40),
  failed_at timestamptz,
  -- given up: only a person has it tried again
  dead_at timestamptz,
  done_at timestamptz,
  ms int,
  primary key (kind, item),
  check ((item = '') = (every_s is not null)),
  check ((holder is null) = (leased_until is null))
);
create index job_failed on job (failed_at) where item <> '';
alter table job enable row level security;
alter table job force row level security;
create policy job_read on job for select to bedside_app using ((select app_superadmin()));
create policy job_change on job for update to bedside_app using ((select app_superadmin()));
grant select on job to bedside_app;
grant update (due_at, paused_at, tries, dead_at) on job to bedside_app;

-- Whether a row that failed is left out of its job's rounds for now.
create function job_holds(of_kind text, of_item text) returns boolean language sql stable set search_path = public as $$
  select exists (select from job where kind = of_kind and item = of_item and (dead_at is not null or due_at > clock_timestamp()))
$$;

-- Retention of what devices are told by. A set of buckets that no device has named for long is forgotten: whoever still names it is filled anew.
alter table bucket_set add column used_at timestamptz not null default now();
create index bucket_set_used on bucket_set (used_at);
create or replace function remember_buckets(its_hash text, its_buckets text[]) returns void language plpgsql security definer set search_path = public as $$
begin
  insert into bucket_set (hash, buckets) values (its_hash, its_buckets) on conflict do nothing;
  -- by the month, so that a pull hardly ever writes
  if not found then
    update bucket_set set used_at = now() where hash = its_hash and used_at < now() - interval '30 days';
  end if;
end $$;

-- Removals leave the feed after a time, and with them goes what a cursor of before them is good for: `feed_floor` is the newest that has gone.
create index feed_removed on feed (at) where op = 'remove';
create function feed_floor() returns xid8 language sql stable security definer set search_path = public as $$
  select coalesce((select value::xid8 from meta where name = 'feed_floor'), '0'::xid8)
$$;
create function feed_forget(before timestamptz, most int) returns int language plpgsql set search_path = public as $$
declare gone xid8; n int;
begin
  with old as (select bucket, tbl, id from feed where op = 'remove' and at < before order by at limit most for update skip locked),
  forgotten as (delete from feed f using old o where f.bucket = o.bucket and f.tbl = o.tbl and f.id = o.id and f.op = 'remove' returning f.xid)
  select max(xid), count(*) into gone, n from forgotten;
  if n > 0 then
    insert into meta values ('feed_floor', gone::text)
      on conflict (name) do update set value = greatest(meta.value::xid8, excluded.value::xid8)::text;
  end if;
  return n;
end $$;

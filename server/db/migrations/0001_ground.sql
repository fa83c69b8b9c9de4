-- The ground every table stands on: roles, who is asking, versions, the feed, idempotency, sessions, audit.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Roles belong to the cluster, not to the database: another database of the same cluster may have made them already.
do $$ begin
  if not exists (select from pg_roles where rolname = 'bedside_app') then
    create role bedside_app nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant bedside_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'bedside_app', 'member') then raise; end if;
end $$;
grant usage on schema public to bedside_app;

-- Who is asking. Set by `withPerson` for one transaction; nothing set means nobody, who sees nothing (TRUST D10).
create function app_keys() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.keys', true), '')::text[], '{}');
create function app_person() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.person', true), '')::uuid;
create function app_type() returns text language sql stable parallel safe
  return coalesce(current_setting('app.type', true), '');
create function app_is_admin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.type', true), '') = 'admin';

-- Names as people type them when they search: no case, no accents; ı i I İ are one letter (shared with the device's search).
create function fold(value text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, translate(value, 'ıİIёЁ', 'iiiее')));

create function iso(value timestamptz) returns text language sql immutable parallel safe strict
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table meta (name text primary key, value text not null);

-- Which columns are one fact (contract/tables.ts `groups`); filled from the contract at every start.
create table field_group (tbl text, col text, grp text not null, primary key (tbl, col));

-- Every write of a synced row gets the next version, and each fact it changed remembers that version (SYNC "Merge").
create function stamp_version() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb;
begin
  select jsonb_object_agg(coalesce(g.grp, n.key), old.version + 1) into changed
    from jsonb_each(to_jsonb(new)) n
    join jsonb_each(to_jsonb(old)) o using (key)
    left join field_group g on g.tbl = tg_table_name and g.col = n.key
   where n.value is distinct from o.value
     and n.key <> all (array['version', 'field_versions', 'audience', 'updated_at', 'updated_by', 'during']);
  if changed is null and new.audience is not distinct from old.audience then return old; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || coalesce(changed, '{}');
  return new;
end $$;

-- The feed (SYNC "Feed"): one entry per bucket and record, so it compacts itself.
create table feed (
  bucket text not null,
  tbl text not null,
  id uuid not null,
  version int not null,
  xid xid8 not null,
  op text not null check (op in ('put', 'remove')),
  at timestamptz not null default clock_timestamp(),
  primary key (bucket, tbl, id)
);
create index feed_tail on feed (bucket, xid, tbl, id);
create index feed_record on feed (tbl, id) where op = 'put';

-- Sets of buckets devices hold, by content: a cursor names its set in a few letters.
create table bucket_set (hash text primary key, buckets text[] not null, made_at timestamptz not null default now());

-- A record's buckets: its audience's keys, split by UTC month where the table is dated; what has no clinic is the platform's.
create function buckets_of(audience text[], clinic uuid, has_clinic boolean, dated timestamptz) returns text[]
language sql immutable parallel safe
  return (
    select coalesce(array_agg(key || coalesce(':' || to_char(dated at time zone 'UTC', 'YYYY-MM'), '')), '{}')
      from unnest(case when has_clinic and clinic is null then audience || 'clinic:none'::text else audience end) key
  );

create function stamp_feed() returns trigger language plpgsql security definer set search_path = public as $$
declare was text[] := '{}'; is_ text[] := '{}'; record_id uuid; record_version int;
begin
  if tg_op <> 'INSERT' then
    was := feed_buckets(tg_table_name::text, to_jsonb(old), old.audience);
    record_id := old.id; record_version := old.version + 1;
  end if;
  if tg_op <> 'DELETE' then
    is_ := feed_buckets(tg_table_name::text, to_jsonb(new), new.audience);
    record_id := new.id; record_version := new.version;
    if tg_op = 'UPDATE' and new.version = old.version then return null; end if;
  end if;
  insert into feed (bucket, tbl, id, version, xid, op)
    select bucket, tg_table_name, record_id, record_version, pg_current_xact_id(),
           case when bucket = any (is_) then 'put' else 'remove' end
      from (select unnest(was) union select unnest(is_)) all_of (bucket)
     order by bucket
  on conflict (bucket, tbl, id) do update
    set version = excluded.version, xid = excluded.xid, op = excluded.op, at = clock_timestamp();
  return null;
end $$;

create function feed_buckets(tbl text, r jsonb, audience text[]) returns text[] language sql immutable parallel safe
  return buckets_of(
    audience,
    (r ->> 'clinic_id')::uuid,
    r ? 'clinic_id' and tbl <> 'patient',
    (case tbl when 'appointment' then r ->> 'starts_at' when 'payment' then r ->> 'added_at'
              when 'notification' then r ->> 'created_at' end)::timestamptz
  );

-- Puts a table under the engine: version, feed, row-level security.
create function sync_table(tbl regclass) returns void language plpgsql as $$
begin
  execute format('create trigger stamp_version before update on %s for each row execute function stamp_version()', tbl);
  execute format('create trigger stamp_feed after insert or update or delete on %s for each row execute function stamp_feed()', tbl);
end $$;

-- One effect per key (SYNC "Idempotency"). Status, refusal and touched records; no bodies.
create table idempotency (
  actor uuid not null,
  key uuid not null,
  request_hash text not null,
  status int,
  refused text,
  details jsonb,
  touched text[] not null default '{}',
  made_at timestamptz not null default now(),
  primary key (actor, key)
);
create policy own on idempotency to bedside_app using (actor = (select app_person())) with check (actor = (select app_person()));
grant select, insert, update on idempotency to bedside_app;
create index idempotency_age on idempotency (made_at);

-- Sessions: only hashes are kept (TRUST D1). Reached by the server itself, never under a person's role.
create table session (
  session_hash text primary key,
  token_hash text unique,
  bind_hash text,
  person_id uuid,
  host_clinic uuid,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_person on session (person_id) where ended_at is null;
create index session_expiry on session (expires_at);

-- Who did what, when it was made and when it arrived (TRUST D15, rule 57). Field names, never values.
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  made_at timestamptz,
  actor uuid,
  actor_type text,
  clinic_id uuid,
  action text not null,
  object_table text,
  object_id uuid,
  fields text[] not null default '{}',
  outcome text not null,
  ip_prefix text,
  session_hash text
);
create index audit_object on audit (object_table, object_id, seq);
create policy append on audit for insert to bedside_app with check (true);
grant insert on audit to bedside_app;
create function audit_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'audit is append-only' using errcode = 'insufficient_privilege'; end $$;
create trigger append_only before update or delete on audit for each row execute function audit_is_append_only();

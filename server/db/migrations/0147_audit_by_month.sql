-- The audit lies in slices of ten million numbers, a new one each month, so that a month which is old enough is dropped whole (decision 0147). By number and
-- not by time: a line is found by its number in one slice, the number alone is the key as before, and older builds write and read as they did.
lock table audit in access exclusive mode;
do $$
declare
  drawn bigint;
  n int;
begin
  select case when is_called then last_value else last_value - 1 end into drawn from audit_seq_seq;
  n := drawn / 10000000;
  -- what is there becomes the first slice as it lies
  alter table audit alter column seq drop identity;
  drop trigger append_only on audit;
  drop trigger belongs on audit;
  drop policy append on audit;
  revoke all on audit from bedside_app;
  if exists (select from pg_roles where rolname = 'bedside_server') then revoke all on audit from bedside_server; end if;
  execute format('alter table audit rename to %I', 'audit_s' || n);
  execute format('alter index audit_pkey rename to %I', 'audit_s' || n || '_pkey');
  execute format('alter index audit_object rename to %I', 'audit_s' || n || '_object');
  execute format('alter index audit_actor rename to %I', 'audit_s' || n || '_actor');
  execute format('create table audit (like %I including defaults) partition by range (seq)', 'audit_s' || n);
  execute format('create sequence audit_seq_seq start %s owned by audit.seq', drawn + 1);
  alter table audit alter column seq set default nextval('audit_seq_seq');
  execute format('alter table audit attach partition %I for values from (minvalue) to (%s)', 'audit_s' || n, (n + 1) * 10000000::bigint);
end $$;
alter table audit add primary key (seq);
create index audit_object on audit (object_table, object_id, seq);
create index audit_actor on audit (actor, seq);
-- whether anything in a slice is younger than it may be to be dropped: a few pages for a slice of any size
create index audit_at on audit using brin (at);

alter table audit enable row level security, force row level security;
create policy append on audit for insert to bedside_app with check (true);
grant insert on audit to bedside_app;
grant usage on sequence audit_seq_seq to bedside_app;
create trigger append_only before update or delete on audit for each row execute function audit_is_append_only();
create trigger belongs before insert on audit for each row execute function audit_belongs();

-- The same as before, of the table that is called so now.
do $$ begin
  execute format('drop function named_lines(%I[])', (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass));
end $$;
create function named_lines(lines audit[]) returns setof audit_line language sql stable security definer set search_path = public as $$
  select a.seq, a.at, a.made_at, a.actor, p.name, a.actor_type, a.clinic_id, c.name, a.action, a.object_table, a.object_id,
         case a.object_table
           when 'appointment' then (select patient_name from appointment where id = a.object_id)
           when 'clinic' then (select name from clinic where id = a.object_id)
           when 'person' then o.name when 'patient' then o.name when 'doctor' then o.name end,
         a.fields, a.changes, a.outcome
    from unnest(lines) a
    left join person p on p.id = a.actor
    left join clinic c on c.id = a.clinic_id
    left join person o on o.id = a.object_id
   order by a.seq desc
$$;
revoke execute on function named_lines from public;

-- The slices by their numbers: slice n holds the lines from n times ten million on. The first also holds what was there before it.
create function audit_slices() returns setof int language sql stable set search_path = public, pg_temp as $$
  select substr(c.relname, 8)::int from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass order by 1
$$;

-- Makes slices up to the one of this number and three beyond. Writers go on meanwhile; nobody but the function reaches into a slice.
create function audit_make_room(upto bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n int;
  slice text;
begin
  lock table audit in share update exclusive mode;
  select max(its) into n from audit_slices() its;
  while n < upto / 10000000 + 3 loop
    n := n + 1;
    slice := 'audit_s' || n;
    execute format('create table %I (like audit including all)', slice);
    execute format('alter table %I enable row level security, force row level security', slice);
    execute format('create policy owner on %I to %I using (true) with check (true)', slice, current_user);
    if exists (select from pg_roles where rolname = 'bedside_server') then
      execute format('create policy server on %I to bedside_server using (true) with check (true)', slice);
    end if;
    execute format('alter table audit attach partition %I for values from (%s) to (%s)', slice, n * 10000000::bigint, (n + 1) * 10000000::bigint);
  end loop;
end $$;
revoke execute on function audit_make_room from public;

-- Room ahead, and a slice of its own for each month (UTC): where the newest slice begins with a line of an earlier month, the counter goes on at the next one's
-- beginning. More than ten million lines in a month flow over by themselves.
create function audit_begin_month() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  drawn bigint := (select last_value from audit_seq_seq);
  begun timestamptz;
begin
  if (select max(its) from audit_slices() its) < drawn / 10000000 + 2 then perform audit_make_room(drawn); end if;
  select at into begun from audit where seq >= drawn / 10000000 * 10000000 order by seq limit 1;
  if date_trunc('month', begun at time zone 'UTC') < date_trunc('month', clock_timestamp() at time zone 'UTC') then
    -- one at a time: who waited here finds the next slice begun, or empty
    lock table audit in share update exclusive mode;
    if (select last_value from audit_seq_seq) / 10000000 = drawn / 10000000 then
      perform setval('audit_seq_seq', (drawn / 10000000 + 1) * 10000000, false);
    end if;
  end if;
end $$;
revoke execute on function audit_begin_month from public;

-- The oldest slice, where all of its lines are older than so many years; six at least, whoever asks. Null: there is none. Not the one that is written to.
create function audit_old(years int) returns int language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  n int := (select min(its) from audit_slices() its);
  since timestamptz := clock_timestamp() - greatest(years, 6) * interval '1 year';
  is_young boolean;
begin
  if n >= (select last_value from audit_seq_seq) / 10000000 then return null; end if;
  execute format('select exists (select from (select at from %I order by seq desc limit 1) its where at >= $1) or exists (select from %1$I where at >= $1)', 'audit_s' || n)
    into is_young using since;
  return case when not is_young then n end;
end $$;
revoke execute on function audit_old from public;

-- Drops that slice. No line is ever changed or taken out of one; who waits for the table waits a second at most.
create function audit_drop_old(years int) returns int language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare n int;
begin
  lock table audit in access exclusive mode;
  n := audit_old(years);
  if n is not null then execute format('drop table %I', 'audit_s' || n); end if;
  return n;
end $$;
revoke execute on function audit_drop_old from public;

-- Where the chain begins since then: after link `n` of that hash. `beyond`: digests of dropped lines that were linked after it, by number. The mac is as in
-- audit_head.
create table audit_base (
  one boolean primary key default true check (one),
  n bigint not null,
  hash bytea not null,
  beyond jsonb not null,
  mac text not null
);

-- Links of lines that went with their slice, some at a time: only those before the chain's beginning, and of no line that is there.
create function audit_unlink(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare gone int;
begin
  delete from audit_link where n in (
    select l.n from audit_link l
     where l.n <= (select b.n from audit_base b) and not exists (select from audit a where a.seq = l.seq) order by l.n limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function audit_unlink from public;

select audit_make_room((select last_value from audit_seq_seq));

-- Webhooks (issue 33, 3; decision 0164): a clinic's endpoints, and what is delivered to each, in order per record.

-- An endpoint. Its address may hold a token and its secret signs: both rest sealed, and no person reads the secret again.
create table webhook (
  id uuid primary key,
  clinic_id uuid not null references clinic,
  -- so that there are never more than five
  place smallint not null check (place between 1 and 5),
  host text not null check (length(host) <= 255),
  url text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  active boolean not null default true,
  secret text not null,
  -- [{ "sealed", "until" }]: secrets of before, which sign too for a day after they were replaced
  old_secrets jsonb not null default '[]',
  old_until timestamptz,
  -- since when every try has failed; null once one has arrived
  failing_since timestamptz,
  -- the server switched it off, since nothing has arrived for days
  off_at timestamptz,
  made_by_name text not null,
  created_at timestamptz not null,
  unique (clinic_id, place)
);

-- An event on its way to an endpoint, written in the transaction of the change. It names a record and holds nothing of it.
create table webhook_delivery (
  -- the header webhook-id: the same at every try
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhook on delete cascade,
  clinic_id uuid not null references clinic,
  seq bigint generated always as identity,
  type text not null check (length(type) <= 60),
  -- null: a test
  record_id uuid,
  version int,
  status text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries int not null default 0,
  next_try_at timestamptz not null default '-infinity',
  -- a process is at it; another takes it once this is over
  claimed_until timestamptz,
  last_status int,
  failure text check (length(failure) <= 40),
  made_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index webhook_delivery_page on webhook_delivery (webhook_id, seq);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at) where state = 'waiting';
create index webhook_delivery_record on webhook_delivery (webhook_id, record_id, seq) where state = 'waiting';
create index webhook_delivery_dead on webhook_delivery (webhook_id, seq) where state = 'dead';
create index webhook_delivery_made on webhook_delivery (made_at);

alter table webhook enable row level security;
alter table webhook force row level security;
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy own on webhook to bedside_app
  using ((select app_type()) = 'clinic' and clinic_id = (select app_clinic()))
  with check ((select app_type()) = 'clinic' and clinic_id = (select app_clinic()));
create policy own on webhook_delivery to bedside_app
  using ((select app_type()) = 'clinic' and clinic_id = (select app_clinic()))
  with check ((select app_type()) = 'clinic' and clinic_id = (select app_clinic())
    and exists (select from webhook w where w.id = webhook_id));
grant select (id, clinic_id, place, host, url, kinds, active, old_until, failing_since, off_at, made_by_name, created_at), insert, delete on webhook to bedside_app;
grant update (host, url, kinds, active, failing_since, off_at) on webhook to bedside_app;
grant select, insert on webhook_delivery to bedside_app;
grant update (state, tries, next_try_at, claimed_until, ended_at) on webhook_delivery to bedside_app;

-- A new secret; the one before signs beside it until then, and so do up to three of before it that still do.
create function webhook_rotate(of_webhook uuid, its_secret text, at_ timestamptz, until_ timestamptz) returns boolean
language sql security definer set search_path = public as $$
  update webhook set secret = its_secret, old_until = until_, old_secrets = (
           select jsonb_agg(o.one order by o.nr) from (
             select jsonb_build_object('sealed', secret, 'until', iso(until_)) as one, 0 as nr
             union all
             select one, nr from jsonb_array_elements(old_secrets) with ordinality as past (one, nr)
              where (one ->> 'until')::timestamptz > at_ order by 2 limit 4) o)
   where id = of_webhook and app_type() = 'clinic' and clinic_id = app_clinic()
  returning true
$$;

-- Who hears of a change is whom the feed tells of it: the clinics among the record's audience. For a clinic that comes in it is made, for one that
-- goes out it is gone.
create function webhook_event() returns trigger language plpgsql security definer set search_path = public as $$
declare was uuid[] := '{}'; is_ uuid[] := '{}'; whose uuid; its_version int; its_status text;
begin
  if not exists (select from webhook where active) then return null; end if;
  if tg_op <> 'INSERT' then
    was := webhook_clinics(old.audience); whose := old.id; its_version := old.version + 1; its_status := to_jsonb(old) ->> 'status';
  end if;
  if tg_op <> 'DELETE' then
    is_ := webhook_clinics(new.audience); whose := new.id; its_version := new.version; its_status := to_jsonb(new) ->> 'status';
  end if;
  insert into webhook_delivery (webhook_id, clinic_id, type, record_id, version, status)
    select w.id, w.clinic_id,
           tg_table_name || case when w.clinic_id <> all (is_) then '.deleted' when w.clinic_id = any (was) then '.updated' else '.created' end,
           whose, its_version, its_status
      from webhook w
     where w.clinic_id = any (was || is_) and w.active and tg_table_name = any (w.kinds)
     order by w.id;
  return null;
end $$;
create function webhook_clinics(audience text[]) returns uuid[] language sql immutable parallel safe as $$
  select coalesce(array_agg(substr(key, 8)::uuid), '{}') from unnest(audience) key where key ~ '^clinic:[0-9a-f-]{36}$'
$$;
create index webhook_active on webhook (clinic_id) where active;

create trigger webhook_event after insert or delete on appointment for each row execute function webhook_event();
create trigger webhook_event_anew after update on appointment for each row when (new.version <> old.version) execute function webhook_event();
create trigger webhook_event after insert or delete on payment for each row execute function webhook_event();
create trigger webhook_event_anew after update on payment for each row when (new.version <> old.version) execute function webhook_event();
create trigger webhook_event after insert or delete on patient for each row execute function webhook_event();
create trigger webhook_event_anew after update on patient for each row when (new.version <> old.version) execute function webhook_event();
create trigger webhook_event after insert or delete on doctor for each row execute function webhook_event();
create trigger webhook_event_anew after update on doctor for each row when (new.version <> old.version) execute function webhook_event();

create view webhook_row with (security_invoker) as
  select w.id, w.host, w.url, w.kinds, w.active, iso(w.failing_since) as "failingSince", iso(w.off_at) as "offAt",
         iso(w.old_until) as "oldSecretUntil",
         (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
         (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'dead') as dead,
         w.made_by_name as "madeBy", iso(w.created_at) as "createdAt", w.place
    from webhook w;
grant select on webhook_row to bedside_app;
create view webhook_delivery_row with (security_invoker) as
  select id, webhook_id, type, record_id as "recordId", version, status, state, tries, last_status as "lastStatus", failure,
         iso(made_at) as "madeAt", case when state = 'waiting' and tries > 0 then iso(next_try_at) end as "nextTryAt", iso(ended_at) as "endedAt", seq
    from webhook_delivery;
grant select on webhook_delivery_row to bedside_app;

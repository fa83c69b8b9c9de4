-- Hours that are written, and times a doctor keeps for themself (rules 6–12).

create policy add on availability for insert to bedside_app with check (
  audience && (select app_keys()) or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
create policy change on availability for update to bedside_app
  using (audience && (select app_keys()) or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private)));
create policy forget on availability for delete to bedside_app
  using (audience && (select app_keys()) or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private)));
grant insert, delete on availability to bedside_app;
grant update (start_date, end_date, start_time, end_time, period, type, days, price, status) on availability to bedside_app;

-- On whose clock the hours stand: the clinic's, and where there is none the doctor's own (rule 1).
alter table availability add column zone text;
create function clock_of(of_clinic uuid, of_doctor uuid) returns text language sql stable security definer set search_path = public as $$
  select coalesce((select zone from clinic where id = of_clinic), (select zone from person where id = of_doctor), 'Europe/Istanbul')
$$;
create function hours_zone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.zone := clock_of(new.clinic_id, new.doctor_id);
  return new;
end $$;
create trigger zone before insert on availability for each row execute function hours_zone();
update availability set zone = clock_of(clinic_id, doctor_id);
alter table availability alter column zone set not null;
create function hours_follow_clock() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'clinic' then
    update availability set zone = new.zone where clinic_id = new.id;
  else
    update availability set zone = clock_of(null, new.id) where clinic_id is null and doctor_id = new.id;
  end if;
  return null;
end $$;
create trigger hours_follow after update on clinic for each row when (old.zone is distinct from new.zone) execute function hours_follow_clock();
create trigger hours_follow after update on person for each row when (old.zone is distinct from new.zone) execute function hours_follow_clock();
create or replace view availability_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", clinic_id as "clinicId",
         to_char(start_date, 'YYYYMMDD')::int as "startDate", to_char(end_date, 'YYYYMMDD')::int as "endDate",
         to_char(start_time, 'HH24MI')::int as "startTime", to_char(end_time, 'HH24MI')::int as "endTime",
         period, type, days, price, currency, status, field_versions, zone
    from availability;

-- Whether anybody has ever booked these hours, seen by the asker or not (rule 11).
create function availability_is_booked(of_availability uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from appointment where availability_id = of_availability)
$$;
create index appointment_availability on appointment (availability_id);

-- Other active hours of the doctor, in every clinic: overlap is refused also where the asker may not see the other (rule 8).
create function hours_of(of_doctor uuid) returns table (
  id uuid, "clinicId" uuid, "startDate" int, "endDate" int, "startTime" int, "endTime" int, period int, type text, days smallint[], status text, seen boolean
) language sql stable security definer set search_path = public as $$
  select id, clinic_id, to_char(start_date, 'YYYYMMDD')::int, to_char(end_date, 'YYYYMMDD')::int,
         to_char(start_time, 'HH24MI')::int, to_char(end_time, 'HH24MI')::int, period, type, days, status,
         audience && app_keys() or app_is_admin() and (clinic_id is null or clinic_id in (select c.id from clinic c where not c.private))
    from availability where doctor_id = of_doctor and status = 'active'
$$;

create table busy (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  doctor_id uuid not null references doctor,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored,
  title text,
  check (ends_at > starts_at)
);
create index busy_time on busy using gist (doctor_id, during);
create function busy_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array['doctor:' || new.doctor_id]
    || array(select 'clinic:' || c from doctor d, unnest(d.clinic_ids) c where d.id = new.doctor_id);
  return new;
end $$;
create trigger audience before insert or update on busy for each row execute function busy_audience();
select sync_table('busy');
alter table busy enable row level security;
alter table busy force row level security;
create policy sight on busy to bedside_app
  using (audience && (select app_keys()) or (select app_is_admin()) and doctor_id in (select id from doctor))
  with check (audience && (select app_keys()) or (select app_is_admin()) and doctor_id in (select id from doctor));
grant select, insert, delete on busy to bedside_app;
-- why a doctor is away is their own (RULES 13: clinic and admin see busy only)
create view busy_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", iso(starts_at) as start, iso(ends_at) as "end",
         case when doctor_id = (select app_person()) then title end as title, field_versions
    from busy;
grant select on busy_row to bedside_app;

-- A doctor's clinics hear of the times kept; when the doctor joins or leaves one, so do those.
create function doctor_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update busy set audience = audience where doctor_id = new.id;
  return null;
end $$;
create trigger busy_follows after update on doctor for each row when (old.clinic_ids is distinct from new.clinic_ids) execute function doctor_moved();

-- A time that somebody is booking right now (rule 16): one a person, and it ends by itself. Reached only through these functions.
create table hold (
  person_id uuid primary key references person,
  doctor_id uuid not null references doctor,
  during tstzrange not null,
  expires_at timestamptz not null
);
create index hold_doctor on hold (doctor_id, expires_at);
create function take_hold(of_doctor uuid, begins timestamptz, ends timestamptz, until timestamptz) returns void
language sql security definer set search_path = public as $$
  insert into hold (person_id, doctor_id, during, expires_at) values (app_person(), of_doctor, tstzrange(begins, ends, '[)'), until)
    on conflict (person_id) do update set doctor_id = excluded.doctor_id, during = excluded.during, expires_at = excluded.expires_at
$$;
create function drop_hold() returns void language sql security definer set search_path = public as $$
  delete from hold where person_id = app_person()
$$;

-- As before, and neither in a time the doctor keeps (rule 7) nor in one that somebody else holds (rule 16).
create or replace function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language sql stable security definer set search_path = public as $$
  with hours as (
    select a.*
      from availability a
      left join clinic c on c.id = a.clinic_id
     where a.doctor_id = of_doctor and a.status = 'active' and (of_type is null or a.type = of_type) and coalesce(c.active, true)
       and a.start_date <= to_day and a.end_date >= from_day
       -- rule 100: passive within a clinic takes no visits there
       and not exists (select from doctor d where d.id = of_doctor and a.clinic_id = any (d.passive_in))
       -- a private clinic's hours are its own people's and its host's (rules 47, 76)
       and (c.id is null or not c.private or c.audience && array_remove(app_keys(), 'admin') or a.audience && app_keys())
  ), taken as materialized (
    -- one set of times: a slot is looked up in it, not held against each of a month's visits
    select coalesce(range_agg(during), '{}'::tstzmultirange) as times from (
    select during from appointment
     where doctor_id = of_doctor and status <> 'cancelled' and id is distinct from except_visit
       and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
    union all
    select during from busy where doctor_id = of_doctor and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
    union all
    select during from hold where doctor_id = of_doctor and expires_at > at_ and person_id is distinct from (select app_person())
    ) each_
  ), walls as (
    -- each day of each hours, and what its wall is ahead of UTC a day before it begins and a day after it ends
    select h.*, day, day at time zone 'UTC' as utc, a.early, a.late
      from hours h
      cross join lateral generate_series(greatest(h.start_date, from_day)::timestamp, least(h.end_date, to_day)::timestamp, interval '1 day') day
      cross join lateral (select day at time zone 'UTC' - interval '1 day' as before, day at time zone 'UTC' + interval '2 days' as after offset 0) p
      cross join lateral (
        select (p.before at time zone h.zone) at time zone 'UTC' - p.before as early, (p.after at time zone h.zone) at time zone 'UTC' - p.after as late offset 0
      ) a
     where extract(isodow from day) = any (h.days)
  ), slot as (
    -- rule 5: of a repeated wall time the first, of a skipped one none. Where clocks move around the day, both distances are tried, also by half
    -- an hour; PostgreSQL itself would take the second and move skipped times on
    select w.*, case when early = late then at_utc - early
                     when (at_utc - early) at time zone w.zone = at_utc at time zone 'UTC' then at_utc - early
                     when (at_utc - late) at time zone w.zone = at_utc at time zone 'UTC' then at_utc - late end as begins
      from walls w
      cross join lateral generate_series(0, (extract(epoch from w.end_time - w.start_time) / 60 / w.period)::int - 1) n
      cross join lateral (select w.utc + w.start_time + make_interval(mins => w.period * n) as at_utc offset 0) t
     where make_interval(mins => w.period * (n + 1)) <= w.end_time - w.start_time
  )
  select begins, begins + make_interval(mins => period), id, s.clinic_id, s.zone,
         case s.type when 'online' then 'online' else 'face-to-face' end, s.price, s.currency
    from slot s cross join taken
   where begins is not null and begins + make_interval(mins => period) > at_
     and not times && tstzrange(begins, begins + make_interval(mins => period), '[)')
   order by begins, id
$$;

drop function doctor_is_busy(uuid, timestamptz, timestamptz, uuid);
create function doctor_is_busy(of_doctor uuid, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                  and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
      or exists (select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)'))
      or exists (select from hold where doctor_id = of_doctor and expires_at > at_ and during && tstzrange(begins, ends, '[)')
                  and person_id is distinct from app_person())
$$;

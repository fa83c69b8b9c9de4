-- A stranger books (issue 35, 2; decision 0155). One row is one booking on its way: whose browser it is, the time it wants and keeps for some minutes,
-- what was typed, and the code that proves the contact. Once booked, the appointment has the row's id and nothing typed is kept.
create table guest_booking (
  id uuid primary key,
  -- of the secret in the browser's cookie: the address alone opens nothing
  browser_hash text not null,
  -- a keyed hash of the network it came from
  network text not null,
  host_clinic uuid references clinic,
  doctor_id uuid not null references doctor,
  clinic_id uuid references clinic,
  type text not null check (type in ('online', 'face-to-face')),
  during tstzrange not null,
  -- as the browser saw them
  price bigint not null,
  currency text not null,
  held_until timestamptz,
  data jsonb not null default '{}',
  code_hash text,
  code_until timestamptz,
  booked_at timestamptz,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_booking_held on guest_booking (doctor_id, held_until) where held_until is not null;
create index guest_booking_network on guest_booking (network, held_until) where held_until is not null;
create index guest_booking_browser on guest_booking (browser_hash, made_at);
create index guest_booking_expiry on guest_booking (expires_at);

insert into email (id, template) values ('01930000-0000-7000-8000-000000000155', 'booking_code');

-- As before (0152, 0043), and a time that a stranger keeps is taken for everybody.
create or replace function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text, since date)
language sql stable security definer set search_path = public as $$
  with hours as (
    -- hours that end on the next day reach one night further
    select a.*, coalesce(c.private, false) as hidden, hours_length(a.start_time, a.end_time) as length,
           case when a.end_time <= a.start_time then 1 else 0 end as nights
      from availability a
      left join clinic c on c.id = a.clinic_id
     where a.doctor_id = of_doctor and a.status = 'active' and (of_type is null or a.type = of_type) and coalesce(c.active, true)
       and a.start_date <= to_day and a.end_date >= from_day - 1
       -- who is passive within a clinic, or no longer of it, takes no visits there (rule 100)
       and (a.clinic_id is null
         or exists (select from doctor d where d.id = of_doctor and a.clinic_id = any (d.clinic_ids) and a.clinic_id <> all (d.passive_in)))
       -- a private clinic's hours are its own people's and its host's (rules 47, 76)
       and (c.id is null or not c.private or c.audience && array_remove(app_keys(), 'admin') or a.audience && app_keys())
  ), shut as materialized (
    select during, of_clinic, public_only from busy
     where doctor_id = of_doctor and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
    union all
    select during, clinic_id, false from closure
     where clinic_id in (select h.clinic_id from hours h) and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
  ), taken as materialized (
    -- one set of times: a slot is looked up in it, not held against each of a month's visits
    select coalesce(range_agg(during), '{}'::tstzmultirange) as times from (
    select during from appointment
     where doctor_id = of_doctor and status <> 'cancelled' and id is distinct from except_visit
       and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
    union all
    select during from shut where of_clinic is null and not public_only
    union all
    select during from hold where doctor_id = of_doctor and expires_at > at_ and person_id is distinct from (select app_person())
    union all
    select during from guest_booking where doctor_id = of_doctor and held_until > at_
    ) each_
  ), shut_in as materialized (
    -- and one for each clinic of what counts there alone; hours in no clinic are the platform's
    select w.clinic_id as in_clinic, range_agg(s.during) as times
      from (select distinct h.clinic_id, h.hidden from hours h) w
      join shut s on s.of_clinic = w.clinic_id or s.public_only and not w.hidden
     group by w.clinic_id
  ), walls as (
    -- each day of each hours, and what its wall is ahead of UTC a day before it begins and a day after it ends
    select h.*, day, day at time zone 'UTC' as utc, a.early, a.late
      from hours h
      cross join lateral generate_series(greatest(h.start_date, from_day - h.nights)::timestamp, least(h.end_date, to_day)::timestamp, interval '1 day') day
      cross join lateral (select day at time zone 'UTC' - interval '1 day' as before, (day + make_interval(days => 2 + h.nights)) at time zone 'UTC' as after offset 0) p
      cross join lateral (
        select (p.before at time zone h.zone) at time zone 'UTC' - p.before as early, (p.after at time zone h.zone) at time zone 'UTC' - p.after as late offset 0
      ) a
     where extract(isodow from day) = any (h.days) and not h.off @> day::date
  ), slot as (
    -- rule 5: of a repeated wall time the first, of a skipped one none. Where clocks move around the day, both distances are tried, also by half
    -- an hour; PostgreSQL itself would take the second and move skipped times on
    select w.*, case when early = late then at_utc - early
                     when (at_utc - early) at time zone w.zone = at_utc at time zone 'UTC' then at_utc - early
                     when (at_utc - late) at time zone w.zone = at_utc at time zone 'UTC' then at_utc - late end as begins
      from walls w
      cross join lateral generate_series(0, (extract(epoch from w.length) / 60 / w.period)::int - 1) n
      cross join lateral (select w.utc + w.start_time + make_interval(mins => w.period * n) as at_utc offset 0) t
     where make_interval(mins => w.period * (n + 1)) <= w.length
       -- a slot is of the day it begins on
       and (w.nights = 0 or (at_utc at time zone 'UTC')::date between from_day and to_day)
  )
  select begins, begins + make_interval(mins => period), id, s.clinic_id, s.zone,
         case s.type when 'online' then 'online' else 'face-to-face' end, s.price, s.currency,
         case when s.nights = 1 and (begins at time zone s.zone)::date > s.day::date then s.day::date end
    from slot s cross join taken left join shut_in on in_clinic is not distinct from s.clinic_id
   where begins is not null and begins + make_interval(mins => period) > at_
     and not taken.times && tstzrange(begins, begins + make_interval(mins => period), '[)')
     and not coalesce(shut_in.times && tstzrange(begins, begins + make_interval(mins => period), '[)'), false)
   order by begins, id
$$;

create or replace function doctor_is_busy(of_doctor uuid, in_clinic uuid, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                  and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
      or exists (select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
                  and (of_clinic is null and not public_only or of_clinic = in_clinic
                    or public_only and not exists (select from clinic where id = in_clinic and private)))
      or exists (select from hold where doctor_id = of_doctor and expires_at > at_ and during && tstzrange(begins, ends, '[)')
                  and person_id is distinct from app_person())
      or exists (select from guest_booking where doctor_id = of_doctor and held_until > at_ and during && tstzrange(begins, ends, '[)'))
$$;

create or replace function time_facts(of_doctor uuid, in_clinic uuid, of_type text, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz)
returns table (availability_id uuid, zone text, price bigint, currency text, period int, open boolean, taken boolean, closed boolean)
language sql stable security definer set search_path = public as $$
  select a.id, a.zone, a.price, a.currency, a.period,
         c.covers and not s.closed and not exists (
           select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
              and (of_clinic is null and not public_only or of_clinic = in_clinic
                or public_only and not exists (select from clinic where id = in_clinic and private))),
         exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                    and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
           or exists (select from hold where doctor_id = of_doctor and expires_at > at_ and during && tstzrange(begins, ends, '[)')
                       and person_id is distinct from app_person())
           or exists (select from guest_booking where doctor_id = of_doctor and held_until > at_ and during && tstzrange(begins, ends, '[)')),
         s.closed
    from availability a
    join doctor d on d.id = a.doctor_id
    cross join lateral (select clinic_is_closed(in_clinic, begins, ends) as closed) s
    cross join lateral (select begins at time zone a.zone as from_wall, ends at time zone a.zone as to_wall) w
    cross join lateral (
      -- of the day it begins on, and of the evening before where hours pass midnight (0136)
      select a.status = 'active' and exists (
        select from (values (from_wall::date), (case when a.end_time <= a.start_time then from_wall::date - 1 end)) of_day (began)
         where began between a.start_date and a.end_date and extract(isodow from began) = any (a.days) and not a.off @> began
           and from_wall >= began + a.start_time and to_wall <= began + a.start_time + hours_length(a.start_time, a.end_time)) as covers) c
   where a.doctor_id = of_doctor and a.clinic_id is not distinct from in_clinic and a.type = of_type
     and (in_clinic is null or in_clinic = any (d.clinic_ids) and in_clinic <> all (coalesce(d.passive_in, '{}')))
     and not exists (select from clinic where id = in_clinic and not active)
   order by c.covers desc, a.status = 'active' desc,
            greatest(a.start_date - from_wall::date, from_wall::date - a.end_date, 0), abs(extract(epoch from from_wall::time - a.start_time)), a.id
   limit 1
$$;

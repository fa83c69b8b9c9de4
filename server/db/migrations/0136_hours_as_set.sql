-- Hours with days off, that may end at 24:00 or on the next day (decisions 0136, 0114).

alter table availability
  add column off datemultirange not null default '{}',
  drop constraint availability_check1,
  add constraint availability_length check (end_time <> start_time);
grant update (off) on availability to bedside_app;

-- How long hours are: an end that is not after the start is on the next day.
create function hours_length(start_time time, end_time time) returns interval language sql immutable parallel safe as $$
  select end_time - start_time + case when end_time <= start_time then interval '24 hours' else interval '0' end
$$;
-- Days off as the wire has them, and back; null where there are none, so that the rows of most hours stay as short as they were.
create function off_shown(days datemultirange) returns jsonb language sql stable parallel safe as $$
  select jsonb_agg(jsonb_build_object('from', to_char(lower(d), 'YYYYMMDD')::int, 'to', to_char(upper(d) - 1, 'YYYYMMDD')::int) order by lower(d))
    from unnest(days) d
$$;
create function off_read(days jsonb) returns datemultirange language sql stable parallel safe as $$
  select coalesce(range_agg(daterange(to_date(d ->> 'from', 'YYYYMMDD'), to_date(d ->> 'to', 'YYYYMMDD'), '[]')), '{}')
    from jsonb_array_elements(days) d
$$;
create or replace view availability_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", clinic_id as "clinicId",
         to_char(start_date, 'YYYYMMDD')::int as "startDate", to_char(end_date, 'YYYYMMDD')::int as "endDate",
         to_char(start_time, 'HH24MI')::int as "startTime", to_char(end_time, 'HH24MI')::int as "endTime",
         period, type, days, price, currency, status, field_versions, zone, off_shown(off) as off
    from availability;

-- As before (0023), with the days off.
drop function hours_of(uuid);
create function hours_of(of_doctor uuid) returns table (
  id uuid, "clinicId" uuid, "startDate" int, "endDate" int, "startTime" int, "endTime" int, period int, type text, days smallint[], status text,
  zone text, off jsonb, seen boolean
) language sql stable security definer set search_path = public as $$
  select a.id, a.clinic_id, to_char(start_date, 'YYYYMMDD')::int, to_char(end_date, 'YYYYMMDD')::int,
         to_char(start_time, 'HH24MI')::int, to_char(end_time, 'HH24MI')::int, period, type, days, a.status,
         a.zone, off_shown(off),
         a.audience && app_keys() or app_is_admin() and (a.clinic_id is null or not c.private)
    from availability a left join clinic c on c.id = a.clinic_id where a.doctor_id = of_doctor and a.status = 'active'
$$;

-- As before (0045), without the days off, and with the times after midnight of hours that pass it. `since`: the day those began.
drop function free_slots(uuid, date, date, text, timestamptz, uuid);
create function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
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

-- As before (0019), with the same.
create or replace function next_free(of_doctors uuid[], of_type text, of_clinic uuid, at_ timestamptz, not_before timestamptz, not_after timestamptz, most int)
returns table (doctor_id uuid, starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language plpgsql stable security definer set search_path = public as $$
declare
  -- no wall is further behind UTC than 12 hours, none further ahead than 14
  day date := (not_before at time zone 'UTC' - interval '12 hours')::date;
  last date := (not_after at time zone 'UTC' + interval '14 hours')::date;
  known uuid[] := '{}';
  begins timestamptz[] := '{}';
  latest timestamptz;
  one record;
  slot record;
begin
  while day <= last and not (cardinality(known) >= most and latest <= day::timestamp at time zone 'UTC' - interval '14 hours') loop
    for one in
      select h.id, min(greatest(h.opens, h.opens + ceil(extract(epoch from greatest(not_before, h.midnight) - h.opens) / h.step) * h.step * interval '1 second')) as earliest
        from (select a.doctor_id as id, (began + a.start_time) at time zone a.zone as opens, day::timestamp at time zone a.zone as midnight,
                     (began + a.start_time + hours_length(a.start_time, a.end_time)) at time zone a.zone as closes, a.period * 60 as step
                from availability a left join clinic c on c.id = a.clinic_id
                -- a day's times are those of its own hours, and of the evening before where these pass midnight
                cross join lateral (values (day), (case when a.end_time <= a.start_time then day - 1 end)) of_day (began)
               where a.doctor_id = any (of_doctors) and a.status = 'active' and coalesce(c.active, true)
                 and (of_type is null or a.type = of_type) and (of_clinic is null or a.clinic_id = of_clinic)
                 and began between a.start_date and a.end_date and extract(isodow from began) = any (a.days) and not a.off @> began) h
       where h.closes > greatest(not_before, h.midnight) and h.opens <= not_after and not h.id = any (known)
       group by h.id order by earliest, h.id
    loop
      exit when cardinality(known) >= most and one.earliest >= latest;
      select s.* into slot from free_slots(one.id, day, day, of_type, at_) s
       where s.starts_at between not_before and not_after and (of_clinic is null or s.clinic_id = of_clinic)
       order by s.starts_at limit 1;
      continue when slot.starts_at is null;
      known := known || one.id;
      begins := begins || slot.starts_at;
      latest := (select b from unnest(begins) b order by b offset most - 1 limit 1);
      doctor_id := one.id;
      starts_at := slot.starts_at; ends_at := slot.ends_at; availability_id := slot.availability_id; clinic_id := slot.clinic_id;
      zone := slot.zone; type := slot.type; price := slot.price; currency := slot.currency;
      return next;
    end loop;
    day := day + 1;
  end loop;
end $$;

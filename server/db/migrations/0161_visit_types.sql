-- Visit types of a clinic or of one doctor (issue 32, 1; decision 0159): a name, a length, a price, minutes kept free before and after, and who may book
-- it. A type is never deleted, only archived: what was booked keeps its name, price and buffers on its own row.
create table visit_type (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  -- null: the doctor's own practice
  clinic_id uuid references clinic,
  -- null: every doctor of the clinic
  doctor_id uuid references doctor,
  name jsonb not null,
  instructions jsonb not null default '[]',
  duration int not null check (duration between 5 and 480),
  price bigint not null check (price >= 0),
  currency text not null,
  buffer_before int not null default 0 check (buffer_before between 0 and 120),
  buffer_after int not null default 0 check (buffer_after between 0 and 120),
  type text not null check (type in ('online', 'face-to-face')),
  for_patients boolean not null,
  colour text not null,
  place int not null default 0,
  archived boolean not null default false,
  check (clinic_id is not null or doctor_id is not null)
);
create index visit_type_clinic on visit_type (clinic_id);
create index visit_type_doctor on visit_type (doctor_id);

-- The clinic's staff, and the doctors whom it is for.
create function visit_type_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array_remove(array['clinic:' || new.clinic_id], null)
    || case when new.doctor_id is not null then array['doctor:' || new.doctor_id]
            else array(select 'doctor:' || id from doctor where clinic_ids @> array[new.clinic_id] order by id) end;
  return new;
end $$;
create trigger audience before insert or update on visit_type for each row execute function visit_type_audience();
select sync_table('visit_type');
create function visit_type_follows_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update visit_type set audience = audience
   where doctor_id is null
     and clinic_id = any (new.clinic_ids) is distinct from (clinic_id = any (case when tg_op = 'UPDATE' then old.clinic_ids else '{}' end));
  return null;
end $$;
create trigger visit_type_follows after insert on doctor for each row execute function visit_type_follows_doctor();
create trigger visit_type_follows_move after update on doctor for each row when (old.clinic_ids is distinct from new.clinic_ids)
  execute function visit_type_follows_doctor();

alter table visit_type enable row level security;
alter table visit_type force row level security;
create policy sight on visit_type for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
-- Patients see what they may book with a doctor whom they may see.
create policy offered on visit_type for select to bedside_app using (
  (select app_type()) = 'patient' and for_patients and not archived
  and exists (select from doctor d where d.active and (doctor_id is null or d.id = doctor_id) and (clinic_id is null or clinic_id = any (d.clinic_ids)))
  and (clinic_id is null or clinic_id in (select id from clinic))
);
-- The clinic's desk writes all of its clinic, a doctor their own.
create function may_write_visit_type(in_clinic uuid, of_doctor uuid) returns boolean language sql stable security definer set search_path = public as $$
  select case app_type()
    when 'clinic' then coalesce(in_clinic = app_clinic()
      and (of_doctor is null or exists (select from doctor where id = of_doctor and in_clinic = any (clinic_ids))), false)
    when 'doctor' then coalesce(of_doctor = app_person()
      and (in_clinic is null or exists (select from doctor where id = of_doctor and in_clinic = any (clinic_ids))), false)
    else false end
$$;
create policy add on visit_type for insert to bedside_app with check (may_write_visit_type(clinic_id, doctor_id));
create policy change on visit_type for update to bedside_app using (may_write_visit_type(clinic_id, doctor_id)) with check (may_write_visit_type(clinic_id, doctor_id));
grant select, insert, update on visit_type to bedside_app;
create view visit_type_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", doctor_id as "doctorId", name, instructions, duration, price, currency,
         buffer_before as "bufferBefore", buffer_after as "bufferAfter", type, for_patients as "forPatients", colour, place, archived,
         field_versions, clinic_id, doctor_id
    from visit_type;
grant select on visit_type_row to bedside_app;

-- Why a patient does not see a type of a doctor: it is kept for the desk, or archived. Nothing of another doctor's or of a private clinic's.
create function visit_type_state(wanted uuid, of_doctor uuid) returns table (type text, for_patients boolean, archived boolean)
language sql stable security definer set search_path = public as $$
  select t.type, t.for_patients, t.archived
    from visit_type t join doctor d on d.id = of_doctor and (t.doctor_id is null or t.doctor_id = d.id)
   where t.id = wanted
     and (t.clinic_id is null or t.clinic_id = any (d.clinic_ids)
       and exists (select from clinic c where c.id = t.clinic_id and (not c.private or c.audience && app_keys())))
$$;

-- What was booked, as it was then: a type that changes later changes no appointment. The buffers stand beside it for the search of free times.
alter table appointment
  add column visit_type jsonb,
  add column buffer_before int not null default 0,
  add column buffer_after int not null default 0;
alter table hold
  add column buffer_before int not null default 0,
  add column buffer_after int not null default 0;
alter table guest_booking
  add column visit_type_id uuid references visit_type,
  add column buffer_before int not null default 0,
  add column buffer_after int not null default 0;

create or replace view appointment_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", doctor_id as "doctorId", patient_id as "patientId", patient_name as "patientName",
         iso(starts_at) as start, iso(ends_at) as "end", zone,
         to_char(starts_at at time zone zone, 'YYYYMMDD')::int as date, to_char(starts_at at time zone zone, 'HH24MI')::int as time,
         (extract(epoch from ends_at - starts_at) / 60)::int as duration,
         type, price, currency, commission, earn, earn_status as "earnStatus", status,
         cancel_reason as "cancelReason", cancelled_by as "cancelledBy", iso(cancelled_at) as "cancelledAt",
         completed_by as "completedBy", iso(completed_at) as "completedAt", iso(arrived_at) as "arrivedAt", iso(no_show_at) as "noShowAt",
         patient_note as "patientNote", note,
         meeting_link as "meetingLink",
         payment_status as "paymentStatus", payment_type as "paymentType", moves,
         iso(created_at) as "createdAt", created_by as "createdBy", iso(updated_at) as "updatedAt", updated_by as "updatedBy",
         field_versions, starts_at, ends_at, clinic_id, doctor_id, patient_id, check_in_code as "checkInCode", iso(heard_at) as "heardAt", overrides,
         iso(confirmed_at) as "confirmedAt", confirmed_by as "confirmedBy", visit_type as "visitType"
    from appointment;

-- A time and what is kept free around it.
create function with_buffers(during tstzrange, before_ int, after_ int) returns tstzrange language sql stable parallel safe as $$
  select case when before_ = 0 and after_ = 0 then during
              else tstzrange(lower(during) - make_interval(mins => before_), upper(during) + make_interval(mins => after_), '[)') end
$$;

-- Whether the doctor's time is someone's: a visit, a time that is being chosen, or the buffers of either; or one of these lies in the buffers of the
-- time itself. Each index finds what is within the longest buffer (two hours) and the rest is computed.
create function doctor_is_taken(of_doctor uuid, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz, before_ int, after_ int) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from (
      select during, buffer_before, buffer_after from appointment
       where doctor_id = of_doctor and status <> 'cancelled' and id is distinct from except_visit
         and during && tstzrange(begins - interval '2 hours', ends + interval '2 hours', '[)')
      union all
      select during, buffer_before, buffer_after from hold
       where doctor_id = of_doctor and expires_at > at_ and person_id is distinct from app_person()
      union all
      select during, buffer_before, buffer_after from guest_booking where doctor_id = of_doctor and held_until > at_
    ) h
     where with_buffers(during, buffer_before, buffer_after) && tstzrange(begins, ends, '[)')
        or during && with_buffers(tstzrange(begins, ends, '[)'), before_, after_))
$$;

drop function doctor_is_busy(uuid, uuid, timestamptz, timestamptz, uuid, timestamptz);
create function doctor_is_busy(of_doctor uuid, in_clinic uuid, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz,
  before_ int default 0, after_ int default 0) returns boolean
language sql stable security definer set search_path = public as $$
  select doctor_is_taken(of_doctor, begins, ends, except_visit, at_, before_, after_)
      or exists (select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
                  and (of_clinic is null and not public_only or of_clinic = in_clinic
                    or public_only and not exists (select from clinic where id = in_clinic and private)))
$$;

-- As before (0155), for the hours' own length or for that of a type, each with its buffers.
drop function free_slots(uuid, date, date, text, timestamptz, uuid);
create function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null,
  of_length int default null, before_ int default 0, after_ int default 0)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text, since date)
language sql stable security definer set search_path = public as $$
  with hours as (
    -- hours that end on the next day reach one night further
    select a.*, coalesce(of_length, a.period) as minutes,
           -- a type steps no wider than the hours, and closer where it is shorter
           case when of_length is null then a.period else least(a.period, before_ + of_length + after_) end as step,
           coalesce(c.private, false) as hidden, hours_length(a.start_time, a.end_time) as length,
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
  ), held as materialized (
    select during, buffer_before, buffer_after from appointment
     where doctor_id = of_doctor and status <> 'cancelled' and id is distinct from except_visit
       and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
    union all
    select during, buffer_before, buffer_after from hold
     where doctor_id = of_doctor and expires_at > at_ and person_id is distinct from (select app_person())
    union all
    select during, buffer_before, buffer_after from guest_booking where doctor_id = of_doctor and held_until > at_
  ), taken as materialized (
    -- one set of times: a slot is looked up in it, not held against each of a month's visits. With the visits' own buffers
    select coalesce(range_agg(during), '{}'::tstzmultirange) as times from (
    select with_buffers(during, buffer_before, buffer_after) as during from held
    union all
    select during from shut where of_clinic is null and not public_only
    ) each_
  ), around as materialized (
    -- and without, which the buffers of what is to be booked keep free of; closed times only keep the visit itself away
    select coalesce(range_agg(during), '{}'::tstzmultirange) as times from held where before_ > 0 or after_ > 0
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
      cross join lateral generate_series(0, ((extract(epoch from w.length) / 60)::int - w.minutes) / w.step) n
      cross join lateral (select w.utc + w.start_time + make_interval(mins => w.step * n) as at_utc offset 0) t
     where make_interval(mins => w.step * n + w.minutes) <= w.length
       -- a slot is of the day it begins on
       and (w.nights = 0 or (at_utc at time zone 'UTC')::date between from_day and to_day)
  )
  select begins, begins + make_interval(mins => minutes), id, s.clinic_id, s.zone,
         case s.type when 'online' then 'online' else 'face-to-face' end, s.price, s.currency,
         case when s.nights = 1 and (begins at time zone s.zone)::date > s.day::date then s.day::date end
    from slot s cross join taken cross join around left join shut_in on in_clinic is not distinct from s.clinic_id
   where begins is not null and begins + make_interval(mins => minutes) > at_
     and not taken.times && tstzrange(begins, begins + make_interval(mins => minutes), '[)')
     and not (before_ + after_ > 0 and around.times && tstzrange(begins - make_interval(mins => before_), begins + make_interval(mins => minutes + after_), '[)'))
     and not coalesce(shut_in.times && tstzrange(begins, begins + make_interval(mins => minutes), '[)'), false)
   order by begins, id
$$;

-- As before (0155).
drop function time_facts(uuid, uuid, text, timestamptz, timestamptz, uuid, timestamptz);
create function time_facts(of_doctor uuid, in_clinic uuid, of_type text, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz,
  before_ int default 0, after_ int default 0)
returns table (availability_id uuid, zone text, price bigint, currency text, period int, open boolean, taken boolean, closed boolean)
language sql stable security definer set search_path = public as $$
  select a.id, a.zone, a.price, a.currency, a.period,
         c.covers and not s.closed and not exists (
           select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
              and (of_clinic is null and not public_only or of_clinic = in_clinic
                or public_only and not exists (select from clinic where id = in_clinic and private))),
         doctor_is_taken(of_doctor, begins, ends, except_visit, at_, before_, after_),
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

-- As before (0136).
drop function next_free(uuid[], text, uuid, timestamptz, timestamptz, timestamptz, int);
create function next_free(of_doctors uuid[], of_type text, of_clinic uuid, at_ timestamptz, not_before timestamptz, not_after timestamptz, most int,
  of_length int default null, before_ int default 0, after_ int default 0)
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
                     (began + a.start_time + hours_length(a.start_time, a.end_time)) at time zone a.zone as closes, case when of_length is null then a.period else least(a.period, before_ + of_length + after_) end * 60 as step
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
      select s.* into slot from free_slots(one.id, day, day, of_type, at_, null, of_length, before_, after_) s
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

drop function take_hold(uuid, timestamptz, timestamptz, timestamptz);
create function take_hold(of_doctor uuid, begins timestamptz, ends timestamptz, until timestamptz, before_ int default 0, after_ int default 0) returns void
language sql security definer set search_path = public as $$
  insert into hold (person_id, doctor_id, during, expires_at, buffer_before, buffer_after)
  values (app_person(), of_doctor, tstzrange(begins, ends, '[)'), until, before_, after_)
    on conflict (person_id) do update set doctor_id = excluded.doctor_id, during = excluded.during, expires_at = excluded.expires_at,
      buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after
$$;

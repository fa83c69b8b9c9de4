-- Whose time a closed time takes (rules 7, 51, 100): the doctor's own and what was read from their calendars counts everywhere; what a clinic
-- closes counts in that clinic alone; what an admin closes ends at the door of a private clinic (rule 47).

alter table busy
  add column of_clinic uuid references clinic,
  add column public_only boolean not null default false,
  add constraint busy_scope check (not (public_only and of_clinic is not null) and (link_id is null or of_clinic is null and not public_only));
-- Times closed so far are those of whoever closed them, as the log has it; what it does not know stays the doctor's.
update busy b set of_clinic = p.clinic_id, public_only = a.actor_type = 'admin'
  from audit a left join person p on p.id = a.actor and p.type = 'clinic'
 where a.object_table = 'busy' and a.object_id = b.id and a.action = 'busy.add' and a.outcome = 'done' and b.link_id is null
   and (a.actor_type = 'admin' or p.clinic_id is not null);

create or replace function busy_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array['doctor:' || new.doctor_id]
    || array(select 'clinic:' || c.id from doctor d join clinic c on c.id = any (d.clinic_ids)
              where d.id = new.doctor_id and (new.of_clinic is null or c.id = new.of_clinic) and not (new.public_only and c.private));
  return new;
end $$;
update busy set audience = audience where of_clinic is not null or public_only;

-- A clinic that turns private no longer has what admins closed; one that turns public has it.
create function busy_follows_clinic() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update busy set audience = audience where public_only and doctor_id in (select id from doctor where clinic_ids @> array[new.id]);
  return null;
end $$;
create trigger busy_follows after update on clinic for each row when (old.private is distinct from new.private) execute function busy_follows_clinic();

drop policy sight on busy;
create policy sight on busy for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and doctor_id in (select id from doctor)
     and (of_clinic is null or of_clinic in (select id from clinic where not private))
);
create policy add on busy for insert to bedside_app with check (
  case (select app_type())
    when 'doctor' then doctor_id = (select app_person()) and of_clinic is null and not public_only
    when 'clinic' then of_clinic = (select app_clinic()) and not public_only and audience && (select app_keys())
    when 'admin' then of_clinic is null and public_only and doctor_id in (select id from doctor)
    else false end
);
create policy open on busy for delete to bedside_app using (
  case (select app_type())
    when 'doctor' then doctor_id = (select app_person())
    when 'clinic' then of_clinic = (select app_clinic())
    when 'admin' then public_only and doctor_id in (select id from doctor)
    else false end
);
create or replace view busy_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", iso(starts_at) as start, iso(ends_at) as "end",
         case when doctor_id = (select app_person()) then title end as title, field_versions, link_id as "linkId",
         of_clinic as "clinicId",
         case (select app_type()) when 'doctor' then true when 'clinic' then of_clinic is not distinct from (select app_clinic())
                                  else public_only end and link_id is null as mine
    from busy;

-- The free slots as before (0014), but each clinic's hours meet only the closed times that count there.
create or replace function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language sql stable security definer set search_path = public as $$
  with hours as (
    select a.*, coalesce(c.private, false) as hidden
      from availability a
      left join clinic c on c.id = a.clinic_id
     where a.doctor_id = of_doctor and a.status = 'active' and (of_type is null or a.type = of_type) and coalesce(c.active, true)
       and a.start_date <= to_day and a.end_date >= from_day
       -- rule 100: passive within a clinic takes no visits there
       and not exists (select from doctor d where d.id = of_doctor and a.clinic_id = any (d.passive_in))
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
    from slot s cross join taken left join shut_in on in_clinic is not distinct from s.clinic_id
   where begins is not null and begins + make_interval(mins => period) > at_
     and not taken.times && tstzrange(begins, begins + make_interval(mins => period), '[)')
     and not coalesce(shut_in.times && tstzrange(begins, begins + make_interval(mins => period), '[)'), false)
   order by begins, id
$$;

drop function doctor_is_busy(uuid, timestamptz, timestamptz, uuid, timestamptz);
create function doctor_is_busy(of_doctor uuid, in_clinic uuid, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                  and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
      or exists (select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
                  and (of_clinic is null and not public_only or of_clinic = in_clinic
                    or public_only and not exists (select from clinic where id = in_clinic and private)))
      or exists (select from hold where doctor_id = of_doctor and expires_at > at_ and during && tstzrange(begins, ends, '[)')
                  and person_id is distinct from app_person())
$$;

-- A calendar shown elsewhere ends where its doctor does (rules 97, 100): of a clinic they are passive in or no longer of, nothing; of a doctor
-- who is passive as a whole or deleted, no calendar at all.
create function shows_of(of_doctor uuid, of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select of_clinic is null or exists (
    select from doctor where id = of_doctor and of_clinic = any (clinic_ids) and of_clinic <> all (passive_in))
$$;

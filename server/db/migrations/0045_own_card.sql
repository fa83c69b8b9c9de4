-- The card is the doctor's own, and so is leaving (decision 0043).

-- A doctor who has an account and works in no clinic is nobody's but their own: the clinic that once made the card neither edits, sees nor deletes it.
alter function signs_in(uuid) parallel safe;
create or replace function is_my_doctor(its_id uuid, its_clinics uuid[], its_home uuid) returns boolean language sql stable parallel safe
  return case app_type()
    when 'admin' then true
    when 'doctor' then its_id = app_person()
    when 'clinic' then case when its_clinics = '{}' then app_keys() @> array['clinic:' || its_home] and not signs_in(its_id)
                            else app_keys() && array(select 'clinic:' || c from unnest(its_clinics) c) end
    else false end;
create or replace function doctor_audience() returns trigger language plpgsql security definer set search_path = public as $$
declare shown uuid[] := array(select c from unnest(new.clinic_ids) c where new.active and c <> all (new.passive_in));
begin
  if tg_op = 'UPDATE' and new.branch_ids is distinct from old.branch_ids then new.branch_id := new.branch_ids[1];
  elsif tg_op = 'INSERT' and new.branch_ids <> '{}' then new.branch_id := new.branch_ids[1];
  elsif tg_op = 'INSERT' or new.branch_id is distinct from old.branch_id then
    new.branch_ids := case when new.branch_id is null then '{}' else array[new.branch_id] end;
  end if;
  if new.hidden_at is not null then
    new.audience := '{}';
    return new;
  end if;
  new.audience := array['doctor:' || new.id]
    || array(select 'clinic:' || c from unnest(new.clinic_ids) c)
    || array(select 'host:' || c from unnest(shown) c)
    || case when new.clinic_ids <> '{}' or signs_in(new.id) then '{}' else array['clinic:' || coalesce(new.home_clinic::text, 'none')] end
    || case when new.active and (new.clinic_ids = '{}' and new.home_clinic is null or exists (
         select from clinic where id = any (shown) and not private and active)) then array['all'] else '{}' end;
  return new;
end $$;
update doctor set audience = audience where clinic_ids = '{}' and home_clinic is not null;

-- Whether a clinic proposes what it would change: it writes alone the card that it made, or that is its only one's, of a doctor without an account.
create function proposes_to(its_id uuid, its_clinics uuid[], its_home uuid) returns boolean language sql stable parallel safe
  return app_type() = 'clinic' and (signs_in(its_id) or app_clinic() is distinct from coalesce(its_home, case when cardinality(its_clinics) = 1 then its_clinics[1] end));

-- What one clinic proposes to one doctor: newer fields join those that wait. `fields` are as `doctor.update` takes them.
create table card_proposal (
  id uuid primary key,
  doctor_id uuid not null references doctor on delete cascade,
  clinic_id uuid not null references clinic,
  fields jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  unique (doctor_id, clinic_id)
);
alter table card_proposal enable row level security;
alter table card_proposal force row level security;
create policy sight on card_proposal for select to bedside_app using (clinic_id = (select app_clinic()) or doctor_id = (select app_person()));
create policy propose on card_proposal for insert to bedside_app with check (
  clinic_id = (select app_clinic()) and exists (select from membership m where m.doctor_id = card_proposal.doctor_id and m.clinic_id = card_proposal.clinic_id));
create policy add_to on card_proposal for update to bedside_app using (clinic_id = (select app_clinic())) with check (clinic_id = (select app_clinic()));
create policy drop_ on card_proposal for delete to bedside_app using (clinic_id = (select app_clinic()) or doctor_id = (select app_person()));
grant select, insert, update (fields, made_by, made_at), delete on card_proposal to bedside_app;
create view card_proposal_row with (security_invoker) as
  select p.id, p.doctor_id as "doctorId", p.clinic_id as "clinicId", c.name as clinic, p.fields, p.made_by as "madeBy", iso(p.made_at) as "madeAt", p.made_at
    from card_proposal p join clinic c on c.id = p.clinic_id;
grant select on card_proposal_row to bedside_app;
-- The doctor's own yes to an identity number, which has no grant (rule 56).
create function own_identity_set(its_identity text) returns void language sql security definer set search_path = public as $$
  update person set identity = its_identity where id = app_person() and type = 'doctor'
$$;

-- A clinic's records are seen by its doctors while they are its doctors (decision 0043): whoever leaves sees them no more, from the same
-- statement on, and whoever comes back sees them again. Runs after `audience`, by its name.
create function audience_of_members() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.clinic_id is null then return new; end if;
  new.audience := array(
    select key from unnest(new.audience) with ordinality u (key, n)
     where key not like 'doctor:%' or exists (select from doctor d where d.id = substr(key, 8)::uuid and new.clinic_id = any (d.clinic_ids)) order by n);
  return new;
end $$;
do $$ declare t text; begin
  foreach t in array array['appointment', 'payment', 'comment', 'recipe', 'report', 'patient_file', 'patient_note', 'availability'] loop
    execute format('create trigger audience_of_members before insert or update on %I for each row execute function audience_of_members()', t);
  end loop;
end $$;

-- The same of the tables whose sight is asked of columns (0015, 0021, 0029): a doctor's half holds where they work.
create function own_clinics() returns uuid[] language sql stable parallel safe security definer set search_path = public as $$
  select coalesce((select clinic_ids from doctor where id = app_person()), '{}')
$$;
alter policy sight on appointment using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[]) and (clinic_id is null or clinic_id = any ((select own_clinics())::uuid[]))
    or patient_id = any ((select app_ids('patient'))::uuid[])
  ) with check (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[]) and (clinic_id is null or clinic_id = any ((select own_clinics())::uuid[]))
    or patient_id = any ((select app_ids('patient'))::uuid[])
  );
alter policy sight on payment using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[]) and (clinic_id is null or clinic_id = any ((select own_clinics())::uuid[]))
    or patient_id = any ((select app_ids('patient'))::uuid[])
  ) with check (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[]) and (clinic_id is null or clinic_id = any ((select own_clinics())::uuid[]))
    or patient_id = any ((select app_ids('patient'))::uuid[])
  );
alter policy sight on comment using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[]) and (clinic_id is null or clinic_id = any ((select own_clinics())::uuid[]))
    or patient_id = any ((select app_ids('patient'))::uuid[])
  );

create function doctor_changes_clinics() returns trigger language plpgsql security definer set search_path = public as $$
declare changed uuid[] := array(select unnest(old.clinic_ids) except select unnest(new.clinic_ids))
                       || array(select unnest(new.clinic_ids) except select unnest(old.clinic_ids));
begin
  -- patients whom the doctor knows from no other place; a policy asks who knows whom (rules 50, 51)
  update patient t set doctor_ids = array_remove(t.doctor_ids, new.id)
   where new.id = any (t.doctor_ids) and t.clinic_ids && changed
     and not exists (select from appointment a where a.patient_id = t.id and a.doctor_id = new.id
                       and (a.clinic_id is null or a.clinic_id = any (new.clinic_ids)))
     and not (t.added_by is not distinct from new.id and (t.added_in is null or t.added_in = any (new.clinic_ids)))
     and (t.added_in = any (changed) or exists (select from appointment a where a.patient_id = t.id and a.doctor_id = new.id and a.clinic_id = any (changed)));
  update patient t set doctor_ids = t.doctor_ids || new.id
   where new.id <> all (t.doctor_ids) and t.hidden_at is null
     and t.id in (select patient_id from appointment where doctor_id = new.id and clinic_id = any (changed) and clinic_id = any (new.clinic_ids));
  update appointment set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update payment set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update comment set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update availability set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update recipe set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update report set audience = audience where doctor_id = new.id and clinic_id = any (changed);
  update patient_file set audience = audience where author_id = new.id and clinic_id = any (changed);
  update patient_note set audience = audience where author_id = new.id and clinic_id = any (changed);
  delete from card_proposal where doctor_id = new.id and clinic_id <> all (new.clinic_ids);
  delete from busy where doctor_id = new.id and of_clinic <> all (new.clinic_ids);
  return null;
end $$;
create trigger zz_changes_clinics after update on doctor for each row
  when (old.clinic_ids is distinct from new.clinic_ids) execute function doctor_changes_clinics();
-- Whoever left before sees nothing of it from here on either.
update appointment a set audience = audience where clinic_id is not null
   and not exists (select from doctor d where d.id = a.doctor_id and a.clinic_id = any (d.clinic_ids));
update payment p set audience = audience where clinic_id is not null
   and not exists (select from doctor d where d.id = p.doctor_id and p.clinic_id = any (d.clinic_ids));
update availability v set audience = audience where clinic_id is not null
   and not exists (select from doctor d where d.id = v.doctor_id and v.clinic_id = any (d.clinic_ids));

-- Out of a clinic, by the clinic, the doctor, or an admin of a public one: its hours end, and visits that wait there stand in the way.
-- Answers how many do; none means that it is done.
drop function doctor_leave(uuid, uuid);
create function doctor_leave(of_doctor uuid, of_clinic uuid) returns int language plpgsql security definer set search_path = public as $$
declare open_ int;
begin
  if not (app_type() = 'doctor' and of_doctor = app_person()) then
    if not (app_clinic() is not distinct from of_clinic or app_is_admin() and exists (select from clinic where id = of_clinic and not private)) then
      raise exception 'not one’s own clinic' using errcode = 'insufficient_privilege';
    end if;
    perform must_run_doctor(of_doctor);
  end if;
  perform from doctor where id = of_doctor for update;
  open_ := (select count(*) from appointment where doctor_id = of_doctor and clinic_id = of_clinic and status = 'waiting' and no_show_at is null);
  if open_ > 0 then return open_; end if;
  update availability set status = 'passive' where doctor_id = of_doctor and clinic_id = of_clinic and status = 'active';
  -- whoever had no home is at home where they were last: the clinic may take a card without an account back
  update doctor set clinic_ids = array_remove(clinic_ids, of_clinic), passive_in = array_remove(passive_in, of_clinic),
         home_clinic = coalesce(home_clinic, case when clinic_ids = array[of_clinic] then of_clinic end)
   where id = of_doctor;
  return 0;
end $$;

-- Hours of a clinic the doctor is no longer of offer nothing, though somebody makes them active again.
create or replace function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language sql stable security definer set search_path = public as $$
  with hours as (
    select a.*, coalesce(c.private, false) as hidden
      from availability a
      left join clinic c on c.id = a.clinic_id
     where a.doctor_id = of_doctor and a.status = 'active' and (of_type is null or a.type = of_type) and coalesce(c.active, true)
       and a.start_date <= to_day and a.end_date >= from_day
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

-- The card says whether the asker's changes are proposals.
create or replace view doctor_row with (security_invoker) as
  select d.id, d.version, d.title, p.name, d.branch_id as "branchId", d.branch_ids as "branchIds",
         -- a private clinic's own membership is its own business (rule 47), and so is who is passive where
         array(select c.id from unnest(d.clinic_ids) with ordinality m (id, place) join clinic c on c.id = m.id
                where (mine or c.id <> all (d.passive_in))
                  and (not c.private or c.audience && (select array_remove(app_keys(), 'admin'))) order by place) as "clinicIds",
         d.city, d.languages, case when mine and coalesce(terms.shows, true) then p.phone end as phone,
         case when mine and coalesce(terms.shows, true) then p.email end as email,
         d.short_description as "shortDescription", d.description, d.expertise, d.diploma, d.specialization,
         to_char(d.service_start, 'YYYY-MM-DD') as "serviceStart", d.disease_ids as "diseaseIds", d.treatment_ids as "treatmentIds",
         d.certificates, p.photo_id as "photoId", d.photo_ids as "photoIds", d.diploma_ids as "diplomaIds",
         case when mine then terms.type end as "commissionType",
         case when mine and terms.type = 'ratio' then terms.value end as "commissionRatio",
         case when mine and terms.type = 'amount' then terms.value end as "commissionAmount",
         case when mine then signs_in(d.id) end as "signsIn",
         d.active and case when (select app_clinic()) is not null and mine then (select app_clinic()) <> all (d.passive_in)
                           else d.clinic_ids = '{}' or not d.clinic_ids <@ d.passive_in end as active,
         mine, d.field_versions || jsonb_build_object('commission', coalesce(terms.at, (d.field_versions ->> 'commission')::int, 1)) as field_versions,
         rated.rating, coalesce(rated.votes, 0) as "ratings", coalesce(terms.memberships, '[]') as memberships,
         mine and proposes_to(d.id, d.clinic_ids, d.home_clinic) as proposes
    from doctor d join person p using (id)
   cross join lateral (select is_my_doctor(d.id, d.clinic_ids, d.home_clinic) as mine offset 0) whose
    -- the memberships the asker may see, in the card's order: a clinic its own, the doctor all, an admin those of public clinics
    left join lateral (
      select case when d.clinic_ids = '{}' then d.commission_type else (array_agg(m.commission_type order by place))[1] end as type,
             case when d.clinic_ids = '{}' then d.commission_value else (array_agg(m.commission_value order by place))[1] end as value,
             case when (select app_type()) = 'clinic' then bool_or(m.shares_contact) end as shows, max(m.at_version) as at,
             jsonb_agg(jsonb_build_object('clinicId', m.clinic_id, 'active', m.status = 'active', 'commissionType', m.commission_type,
               'commissionRatio', case m.commission_type when 'ratio' then m.commission_value end,
               'commissionAmount', case m.commission_type when 'amount' then m.commission_value end,
               'sharesContact', m.shares_contact, 'since', iso(m.since)) order by place) filter (where m.clinic_id is not null) as memberships
        from unnest(d.clinic_ids) with ordinality k (id, place) join membership m on m.doctor_id = d.id and m.clinic_id = k.id
       where mine
    ) terms on mine
    left join lateral (
      select sum(r.votes)::int as votes, round(sum(r.points)::numeric / nullif(sum(r.votes), 0), 1)::float8 as rating
        from doctor_rating r where r.doctor_id = d.id
    ) rated on true;

-- Pictures of a doctor's own card are the doctor's to put and to take.
create or replace function may_picture(its_kind text, its_of uuid) returns boolean language sql stable
  return case its_kind
    when 'photo' then its_of = app_person()
    when 'logo' then exists (select from clinic where id = its_of and deleted_at is null) and (app_is_admin() or 'clinic:' || its_of = any (app_keys()))
    when 'proof' then app_type() <> 'doctor' and exists (select from payment where id = its_of and type = 'bank_transfer' and status = 'waiting')
    when 'article' then its_of = app_person() and app_type() = 'doctor' or app_is_admin() and is_admin_person(its_of)
    else exists (select from doctor where id = its_of and (app_is_admin() or 'doctor:' || its_of = any (app_keys())
      or audience && array(select key from unnest(app_keys()) key where key like 'clinic:%') and not proposes_to(id, clinic_ids, home_clinic)))
  end;

-- Whom a doctor's leaving is told to: only ids, and only to a doctor.
create function users_of_left(of_clinic uuid) returns table (id uuid) language sql stable security definer set search_path = public as $$
  select p.id from person p where app_type() = 'doctor' and p.type = 'clinic' and p.clinic_id = of_clinic and p.active
$$;

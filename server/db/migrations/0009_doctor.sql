-- Lists of words (branches, symptoms, diseases, treatments) and the doctors they describe.

alter table branch add column gone boolean not null default false;
create function branch_audience() returns trigger language plpgsql as $$
begin
  new.audience := case when new.gone then words_left('branch', new.id) else '{all}' end;
  return new;
end $$;
create trigger audience before insert or update on branch for each row execute function branch_audience();
drop policy sight on branch;
create policy sight on branch for select to bedside_app using (not gone or audience && (select app_keys()));
create policy add on branch for insert to bedside_app with check ((select app_is_admin()) and not gone);
create policy edit on branch for update to bedside_app using ((select app_is_admin()) and not gone);
grant insert (id, name, online_calls), update (name, online_calls) on branch to bedside_app;
drop view branch_row;
create view branch_row with (security_invoker) as
  select id, version, name, online_calls as "onlineCalls", field_versions, gone from branch;
grant select on branch_row to bedside_app;

-- Symptoms are the admins' own list; diseases and treatments are everybody's selectors (RULES 13).
do $$ declare t text; begin
  foreach t in array array['symptom', 'disease', 'treatment'] loop
    execute format($sql$
      create table %1$I (
        id uuid primary key,
        version int not null default 1,
        field_versions jsonb not null default '{}',
        audience text[] not null default '{}',
        name jsonb not null,
        gone boolean not null default false,
        created_at timestamptz not null default now()
      );
      create index %1$s_created on %1$I (created_at, id);
      create function %1$s_audience() returns trigger language plpgsql as $body$
      begin
        new.audience := case when not new.gone then %2$L::text[] %3$s else '{}' end;
        return new;
      end $body$;
      create trigger audience before insert or update on %1$I for each row execute function %1$s_audience();
      select sync_table(%1$L);
      create policy sight on %1$I for select to bedside_app using (audience && (select app_keys()));
      create policy add on %1$I for insert to bedside_app with check ((select app_is_admin()) and not gone);
      create policy edit on %1$I for update to bedside_app using ((select app_is_admin()) and not gone);
      grant select, insert (id, name, created_at), update (name) on %1$I to bedside_app;
      create view %1$s_row with (security_invoker) as
        select id, version, name, iso(created_at) as "createdAt", field_versions, gone, created_at from %1$I;
      grant select on %1$s_row to bedside_app;
    $sql$, t,
      case t when 'symptom' then '{admin}' else '{all}' end,
      case t when 'symptom' then '' else format('when true then words_left(%L, new.id)', t) end);
  end loop;
end $$;

-- Takes a word away. Cards the asker sees have been cleared of it before, by the asker's own right.
create function retire_word(tbl text, its_id uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  if not app_is_admin() then raise exception 'not an admin' using errcode = 'insufficient_privilege'; end if;
  case tbl
    when 'branch' then update branch set gone = true where id = its_id;
    when 'symptom' then update symptom set gone = true where id = its_id;
    when 'disease' then update disease set gone = true where id = its_id;
    when 'treatment' then update treatment set gone = true where id = its_id;
  end case;
end $$;

alter table doctor
  add column branch_ids uuid[] not null default '{}',
  add column short_description jsonb not null default '[]',
  add column description jsonb not null default '[]',
  add column expertise jsonb not null default '[]',
  add column diploma text not null default '',
  add column specialization text not null default '',
  add column service_start date,
  add column disease_ids uuid[] not null default '{}',
  add column treatment_ids uuid[] not null default '{}',
  add column certificates text[] not null default '{}',
  -- the clinic that added them: who is in no clinic any more is still its to see, to take back or to delete (rules 47, 55)
  add column home_clinic uuid references clinic,
  -- clinics that have set them passive within themselves (rule 100); `active` is the doctor's as a whole
  add column passive_in uuid[] not null default '{}',
  -- rule 55: deleting is hiding
  add column hidden_at timestamptz;
update doctor set branch_ids = array[branch_id] where branch_id is not null;
create index doctor_branches on doctor using gin (branch_ids);
create index doctor_diseases on doctor using gin (disease_ids);
create index doctor_treatments on doctor using gin (treatment_ids);

-- A word that is deleted is gone for all who may know that it was in use. A private clinic's doctors keep what they had: a refusal, or a
-- card that lost a word, would tell others of them (rule 47).
create function words_left(tbl text, its_id uuid) returns text[] language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct key), '{}')
    from doctor d cross join lateral unnest(array_remove(d.audience, 'all')) key
   where d.hidden_at is null and its_id = any (case tbl when 'branch' then d.branch_ids when 'disease' then d.disease_ids else d.treatment_ids end)
$$;

-- Rule 76: the public sees active doctors of active public clinics; a private clinic's only those on its host. The first branch is the
-- main one.
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
    || case when new.clinic_ids <> '{}' then '{}' else array['clinic:' || coalesce(new.home_clinic::text, 'none')] end
    || case when new.active and (new.clinic_ids = '{}' and new.home_clinic is null or exists (
         select from clinic where id = any (shown) and not private and active)) then array['all'] else '{}' end;
  return new;
end $$;

-- The admins' half of the sight: who works in a public clinic, and who is in none and was added by none or a public one (rule 47).
create function admin_sees_doctor(its_clinics uuid[], its_home uuid) returns boolean language sql stable parallel safe
  return case when its_clinics = '{}' then its_home is null or exists (select from clinic where id = its_home and not private)
              else exists (select from clinic where id = any (its_clinics) and not private) end;
-- Whose doctor it is: who may change the card and read contact and commission (RULES 13). Sight is the policy's.
create function is_my_doctor(its_id uuid, its_clinics uuid[], its_home uuid) returns boolean language sql stable parallel safe
  return case app_type()
    when 'admin' then true
    when 'doctor' then its_id = app_person()
    when 'clinic' then case when its_clinics = '{}' then app_keys() @> array['clinic:' || its_home]
                            else app_keys() && array(select 'clinic:' || c from unnest(its_clinics) c) end
    else false end;
-- A clinic user's clinic.
create function app_clinic() returns uuid language sql stable parallel safe
  return case when app_type() = 'clinic' then (select substr(key, 8)::uuid from unnest(app_keys()) key where key like 'clinic:%' limit 1) end;

drop policy sight on doctor;
create policy sight on doctor for select to bedside_app using (
  audience && (select app_keys()) or (select app_is_admin()) and hidden_at is null and admin_sees_doctor(clinic_ids, home_clinic)
);
create policy add on doctor for insert to bedside_app with check (
  hidden_at is null and ((select app_is_admin()) and admin_sees_doctor(clinic_ids, home_clinic)
    or clinic_ids = array[(select app_clinic())] and home_clinic = (select app_clinic()))
);
create policy edit on doctor for update to bedside_app
  using (
    (audience && (select app_keys()) or (select app_is_admin()) and hidden_at is null and admin_sees_doctor(clinic_ids, home_clinic))
    and is_my_doctor(id, clinic_ids, home_clinic)
  )
  with check (is_my_doctor(id, clinic_ids, home_clinic) and (not (select app_is_admin()) or admin_sees_doctor(clinic_ids, home_clinic)));
grant insert (id, title, branch_ids, clinic_ids, city, languages, commission_type, commission_value, short_description, description, expertise,
  diploma, specialization, service_start, disease_ids, treatment_ids, certificates, home_clinic) on doctor to bedside_app;
grant update (title, branch_ids, clinic_ids, city, languages, commission_type, commission_value, short_description, description, expertise,
  diploma, specialization, service_start, disease_ids, treatment_ids, certificates, active, passive_in) on doctor to bedside_app;

-- The person behind the card, by those whose doctor it is; which fields is the handler's to say.
create policy add_doctor on person for insert to bedside_app with check (
  type = 'doctor' and not superadmin and password_hash is null and app_type() in ('admin', 'clinic')
  and realm is not distinct from (select id from clinic where id = (select app_clinic()) and private)
);
create policy edit_doctor on person for update to bedside_app
  using (type = 'doctor' and exists (select from doctor d where d.id = person.id and is_my_doctor(d.id, d.clinic_ids, d.home_clinic)))
  with check (type = 'doctor' and not superadmin);
grant update (name, email, phone) on person to bedside_app;

-- The right to run a doctor's card, for functions that go past the policies; the same as `edit`.
create function runs_doctor(of_doctor uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from doctor d where d.id = of_doctor and d.hidden_at is null and app_type() in ('admin', 'clinic')
    and is_my_doctor(d.id, d.clinic_ids, d.home_clinic) and (not app_is_admin() or admin_sees_doctor(d.clinic_ids, d.home_clinic)))
$$;
create function must_run_doctor(of_doctor uuid) returns void language plpgsql stable as $$
begin
  if not runs_doctor(of_doctor) then raise exception 'not one’s own doctor' using errcode = 'insufficient_privilege'; end if;
end $$;

-- Identity numbers have no grant: set here alone, by those whose doctor it is (rule 56).
create function doctor_identity_set(of_doctor uuid, its_identity text) returns void language plpgsql security definer set search_path = public as $$
begin
  perform must_run_doctor(of_doctor);
  update person set identity = its_identity where id = of_doctor;
end $$;

-- Who of a realm has this phone, e-mail or identity: what stands in the way, and whether it is a doctor. Never whose it is (rule 49).
create function contact_holder(in_realm uuid, its_email text, its_phone text, its_identity text, except_person uuid)
returns table (what text, id uuid, is_doctor boolean) language sql stable security definer set search_path = public as $$
  select case when phone = its_phone then 'phone' when email_folded = lower(its_email) then 'email' else 'identity' end, p.id, p.type = 'doctor'
    from person p
   where realm is not distinct from in_realm and p.id is distinct from except_person
     and (phone = its_phone or email_folded = lower(its_email) or identity = its_identity)
   order by p.type <> 'doctor', phone is distinct from its_phone limit 1
$$;

-- A doctor of the realm joins the asker's clinic (rule 53), found by the contact the asker was given. Null: there is none.
create function doctor_join(in_realm uuid, its_phone text, its_email text) returns table (id uuid, was_here boolean)
language plpgsql security definer set search_path = public as $$
declare found_ doctor; here uuid := app_clinic();
begin
  if here is null or in_realm is distinct from (select c.id from clinic c where c.id = here and c.private) then return; end if;
  select d.* into found_ from doctor d join person p on p.id = d.id
   where p.realm is not distinct from in_realm and p.active and d.hidden_at is null
     and case when its_phone is null then p.email_folded = lower(its_email) else p.phone = its_phone and (its_email is null or p.email is null or p.email_folded = lower(its_email)) end
   for update of d;
  if found_.id is null then return; end if;
  update doctor d set clinic_ids = d.clinic_ids || here where d.id = found_.id and here <> all (d.clinic_ids);
  return query select found_.id, here = any (found_.clinic_ids);
end $$;

-- Out of a clinic: its hours end, and visits that wait there stand in the way. Answers whether they did.
create function doctor_leave(of_doctor uuid, of_clinic uuid) returns boolean language plpgsql security definer set search_path = public as $$
begin
  if not (app_clinic() is not distinct from of_clinic or app_is_admin() and exists (select from clinic where id = of_clinic and not private)) then
    raise exception 'not one’s own clinic' using errcode = 'insufficient_privilege';
  end if;
  perform must_run_doctor(of_doctor);
  perform from doctor where id = of_doctor for update;
  if exists (select from appointment where doctor_id = of_doctor and clinic_id = of_clinic and status = 'waiting') then return false; end if;
  update availability set status = 'passive' where doctor_id = of_doctor and clinic_id = of_clinic and status = 'active';
  -- whoever had no home is at home where they were last: the clinic may take them back
  update doctor set clinic_ids = array_remove(clinic_ids, of_clinic), passive_in = array_remove(passive_in, of_clinic),
         home_clinic = coalesce(home_clinic, case when clinic_ids = array[of_clinic] then of_clinic end)
   where id = of_doctor;
  return true;
end $$;

-- Passive within the asker's clinic where others have the doctor too, else as a whole (rule 100); the asker is told no difference.
-- Answers whether sessions have to end.
create function doctor_set_active(of_doctor uuid, to_active boolean) returns boolean language plpgsql security definer set search_path = public as $$
declare d doctor; here uuid := app_clinic();
begin
  perform must_run_doctor(of_doctor);
  select * into d from doctor where id = of_doctor for update;
  if here is not null and d.clinic_ids <> array[here] and d.clinic_ids <> '{}' then
    update doctor set passive_in = case when to_active then array_remove(passive_in, here)
                                        else array_remove(passive_in, here) || here end where id = of_doctor;
    return false;
  end if;
  update doctor set active = to_active, passive_in = case when to_active and here is not null then array_remove(passive_in, here) else passive_in end
   where id = of_doctor;
  return not to_active;
end $$;

-- Hides a doctor (rule 55): out of every sight, no way in, no contact; past visits keep the name.
create function doctor_hide(of_doctor uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  perform must_run_doctor(of_doctor);
  update availability set status = 'passive' where doctor_id = of_doctor and status = 'active';
  update doctor set hidden_at = now(), active = false where id = of_doctor;
  update person set active = false, email = null, phone = null, identity = null, password_hash = null, deleted_at = now() where id = of_doctor;
end $$;

-- Visits that wait, in whatever clinic: only whether.
create function doctor_awaited(of_doctor uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status = 'waiting')
$$;

-- Rule 12: the online hours of doctors of this branch who have no other with online calls; those the asker may see.
create function online_hours_of(of_branch uuid) returns table (availability_id uuid, doctor_id uuid)
language sql stable set search_path = public as $$
  select a.id, a.doctor_id from availability a join doctor d on d.id = a.doctor_id
   where a.type = 'online' and a.status = 'active' and of_branch = any (d.branch_ids)
     and not exists (select from branch b where b.id = any (d.branch_ids) and b.id <> of_branch and b.online_calls)
$$;
-- Ends them for everyone, private clinics' too: the rule is the platform's.
create function end_online_hours(of_branch uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  if not app_is_admin() then raise exception 'not an admin' using errcode = 'insufficient_privilege'; end if;
  update availability set status = 'passive' where id in (select availability_id from online_hours_of(of_branch));
end $$;

-- A card shows whether its owner signs in and how they look.
create function doctor_person_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update doctor set person_version = person_version + 1 where id = new.id;
  return null;
end $$;
create trigger doctor_card after update on person for each row
  when (new.type = 'doctor' and (old.password_hash is null, old.photo_id) is distinct from (new.password_hash is null, new.photo_id))
  execute function doctor_person_changed();
create function signs_in(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select password_hash is not null from person where id = whom
$$;

drop view doctor_row;
create view doctor_row with (security_invoker) as
  select d.id, d.version, d.title, p.name, d.branch_id as "branchId", d.branch_ids as "branchIds",
         -- a private clinic's own membership is its own business (rule 47), and so is who is passive where
         array(select c.id from unnest(d.clinic_ids) with ordinality m (id, place) join clinic c on c.id = m.id
                where (mine or c.id <> all (d.passive_in))
                  and (not c.private or c.audience && (select array_remove(app_keys(), 'admin'))) order by place) as "clinicIds",
         d.city, d.languages, case when mine then p.phone end as phone, case when mine then p.email end as email,
         d.short_description as "shortDescription", d.description, d.expertise, d.diploma, d.specialization,
         to_char(d.service_start, 'YYYY-MM-DD') as "serviceStart", d.disease_ids as "diseaseIds", d.treatment_ids as "treatmentIds",
         d.certificates, p.photo_id as "photoId", d.photo_ids as "photoIds", d.diploma_ids as "diplomaIds",
         case when mine then d.commission_type end as "commissionType",
         case when mine and d.commission_type = 'ratio' then d.commission_value end as "commissionRatio",
         case when mine and d.commission_type = 'amount' then d.commission_value end as "commissionAmount",
         case when mine then signs_in(d.id) end as "signsIn",
         d.active and case when (select app_clinic()) is not null and mine then (select app_clinic()) <> all (d.passive_in)
                           else d.clinic_ids = '{}' or not d.clinic_ids <@ d.passive_in end as active,
         mine, d.field_versions
    from doctor d join person p using (id)
   cross join lateral (select is_my_doctor(d.id, d.clinic_ids, d.home_clinic) as mine offset 0) whose;
grant select on doctor_row to bedside_app;

-- What a clinic's flags decide of its doctors, also of those who are in none and at home there (0008).
create or replace function clinic_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update doctor set person_version = person_version + 1 where clinic_ids @> array[new.id] or clinic_ids = '{}' and home_clinic = new.id;
  return null;
end $$;
create or replace function admin_hears(r jsonb) returns boolean language sql stable parallel safe
  return (r ->> 'clinic_id' is null or exists (select from clinic where id = (r ->> 'clinic_id')::uuid and not private))
    and (not r ? 'clinic_ids' or exists (
      select from clinic where id in (select (jsonb_array_elements_text(r -> 'clinic_ids'))::uuid) and not private)
      or r -> 'clinic_ids' = '[]' and (r ->> 'home_clinic' is null
        or exists (select from clinic where id = (r ->> 'home_clinic')::uuid and not private)));

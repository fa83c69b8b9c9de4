-- What somebody says of themself is a claim until a clinic has looked (docs/decisions/0069). An identity number
-- that its own patient typed finds nobody, blocks nobody and is found by nobody; a card that registered by itself takes nothing over.

alter table person
  -- typed by the patient, proved by nobody; no grant to people, like `identity`
  add column identity_claimed text;
-- Registered by themselves, or with a number of their own typing: no clinic has seen who it is.
alter table patient add column unproved boolean not null default false;

-- The one place where a number becomes a claim, whichever way a patient writes it. What a clinic writes is what it has read, and ends the claim.
create function claim_identity() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.deleted_at is not null and new.email is null and new.phone is null then
    new.identity_claimed := null;
  elsif new.type = 'patient' and new.identity is distinct from old.identity then
    if app_type() = 'patient' then
      new.identity_claimed := new.identity;
      new.identity := old.identity;
    elsif app_type() <> '' then
      new.identity_claimed := null;
    end if;
  end if;
  return new;
end $$;
create trigger claim_identity before update on person for each row execute function claim_identity();

create function card_unproved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient set unproved = true where id = new.id and not unproved;
  return null;
end $$;
create trigger unproved after update on person for each row
  when (new.identity_claimed is not null and new.identity_claimed is distinct from old.identity_claimed and new.identity_claimed is distinct from new.identity)
  execute function card_unproved();

create or replace function card_of_person(inout t patient) language plpgsql stable security definer set search_path = public as $$
begin
  select p.name, p.name_folded, name_tokens(p.name), p.phone, p.email, p.city, p.non_citizen, coalesce(p.identity, p.identity_claimed) is not null, p.active
    into t.name, t.name_folded, t.name_search, t.phone, t.email, t.city, t.non_citizen, t.has_identity, t.active
    from person p where p.id = t.id;
end $$;
drop trigger cards on person;
create trigger cards after update on person for each row
  when ((old.name, old.email, old.phone, old.city, old.non_citizen, coalesce(old.identity, old.identity_claimed) is null, old.active)
        is distinct from (new.name, new.email, new.phone, new.city, new.non_citizen, coalesce(new.identity, new.identity_claimed) is null, new.active))
  execute function person_changed();

create or replace function own_identity_end() returns text language sql stable security definer set search_path = public as $$
  select right(coalesce(identity_claimed, identity), 2) from person where id = app_person()
$$;
create or replace function patient_identity(of_patient uuid) returns table (identity text)
language sql stable security definer set search_path = public as $$
  select coalesce(p.identity_claimed, p.identity) from person p join patient t on t.id = p.id where p.id = of_patient and sees_patient(t)
$$;

-- As in 0067, but for the number of whom no clinic has decided about.
create or replace function person_of_request(of_request uuid, new_id uuid, said_yes boolean, at_ timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  r account_request;
  realm_ uuid;
  clinics uuid[];
begin
  select * into strict r from account_request where id = of_request and kind = 'register' and done_at is null;
  select id into realm_ from clinic where id = r.host_clinic and private;
  clinics := array_remove(array[r.host_clinic], null);
  insert into person (id, type, realm, name, email, phone, identity, identity_claimed, non_citizen, lang, country, city, lat, lng, password_hash, confirmed_at, created_at)
  values (new_id, r.type, realm_, r.data ->> 'name', r.data ->> 'email', r.data ->> 'phone',
          case when said_yes then identity_kept(r.data ->> 'identity') end, case when not said_yes then identity_kept(r.data ->> 'identity') end,
          (r.data ->> 'nonCitizen')::boolean, r.lang, r.data ->> 'country', r.data ->> 'city', (r.data ->> 'lat')::float8, (r.data ->> 'lng')::float8,
          r.password_hash, at_, at_);
  if r.type = 'doctor' then
    insert into doctor (id, title, branch_id, clinic_ids, city, active)
    values (new_id, r.data ->> 'title', (r.data ->> 'branch')::uuid, clinics, r.data ->> 'city', said_yes);
  else
    insert into patient (id, birth_date, clinic_id, clinic_ids, created_at, unproved)
    values (new_id, (r.data ->> 'birthDate')::date, realm_, clinics, at_, not said_yes);
  end if;
  perform request_done(of_request, new_id, at_);
end $$;

-- A clinic or doctor has seen who it is: from now on the number counts. Answers why not.
create function patient_prove(of_patient uuid) returns text language plpgsql security definer set search_path = public as $$
begin
  if app_type() not in ('clinic', 'doctor') then raise exception 'not for this role' using errcode = 'insufficient_privilege'; end if;
  perform from patient t where t.id = of_patient and sees_patient(t) for update;
  if not found then return 'patient_not_found'; end if;
  update person set identity = identity_claimed where id = of_patient and identity_claimed is not null;
  update person set identity_claimed = null where id = of_patient and identity_claimed is not null;
  update patient set unproved = false where id = of_patient and unproved;
  return null;
exception when unique_violation then return 'patient_exists';
end $$;

-- As in 0010, but a card that nobody has proved is taken over only by who says they have seen its paper.
drop function patient_link(uuid, text, text, date, text);
create function patient_link(at_clinic uuid, its_phone text, its_identity text, born date, its_name text, has_seen boolean, out id uuid, out why text)
language plpgsql security definer set search_path = public as $$
declare
  me person;
  clinic_ uuid;
  found_ patient;
begin
  why := 'patient_not_found';
  select * into me from person p where p.id = app_person() and p.type in ('clinic', 'doctor');
  if not found then return; end if;
  clinic_ := case me.type when 'clinic' then me.clinic_id
                          else (select at_clinic from doctor d where d.id = me.id and at_clinic = any (d.clinic_ids)) end;
  select t.* into found_ from person p join patient t on t.id = p.id
   where p.type = 'patient' and p.realm is not distinct from (select c.id from clinic c where c.id = clinic_ and c.private)
     and (p.phone = its_phone or its_phone is null and p.identity = identity_kept(its_identity))
     and (t.birth_date = born or t.birth_date is null and p.name_folded = fold(its_name))
   for update of t;
  if found_.id is null then return; end if;
  if found_.unproved and not has_seen then why := 'patient_unproved'; return; end if;
  id := found_.id; why := null;
  update person p set active = true where p.id = found_.id and found_.hidden_at is not null;
  update patient t set hidden_at = null,
      clinic_ids = case when clinic_ is null or clinic_ = any (t.clinic_ids) then t.clinic_ids else t.clinic_ids || clinic_ end,
      doctor_ids = case when me.type <> 'doctor' or me.id = any (t.doctor_ids) then t.doctor_ids else t.doctor_ids || me.id end
   where t.id = found_.id;
  -- seen is proved, unless the number is another card's: then the two are one, which is for the desk to see
  if found_.unproved then perform patient_prove(found_.id); end if;
end $$;

-- Nothing of another card goes to an account of which nobody knows whose it is.
alter function patient_merge(uuid, uuid) rename to patient_merge_proved;
revoke execute on function patient_merge_proved from public;
create function patient_merge(stays uuid, goes uuid) returns text language plpgsql security definer set search_path = public as $$
begin
  perform from patient t where t.id in (stays, goes) order by t.id for update;
  if exists (select from patient t where t.id in (stays, goes) and t.unproved and sees_patient(t)) then return 'patient_unproved'; end if;
  return patient_merge_proved(stays, goes);
end $$;

create or replace view patient_row with (security_invoker) as
  select t.id, t.version, t.name, t.phone, t.email, to_char(t.birth_date, 'YYYY-MM-DD') as "birthDate", t.gender, t.allergies,
         t.blood_type as "bloodType", t.emergency_name as "emergencyName", t.emergency_phone as "emergencyPhone", t.city,
         t.non_citizen as "nonCitizen", t.has_identity as "hasIdentity",
         t.active and not t.passive_in && (select my_clinics()) as active,
         case when t.id = (select app_person()) then t.clinic_ids
              else array(select c from unnest(t.clinic_ids) c where c = any ((select my_clinics())::uuid[])) end as "clinicIds",
         case when t.added_in = any ((select my_clinics())::uuid[]) or t.added_by = (select app_person())
                or t.added_in is null and t.added_by is not null and sees_adder(t.added_by)
              then t.added_by_name end as "addedBy",
         (select iso(max(a.starts_at)) from appointment a where a.patient_id = t.id and a.status = 'completed') as "lastVisit",
         (select count(*) from appointment a where a.patient_id = t.id and a.status = 'completed')::int as visits,
         iso(t.created_at) as "createdAt", t.field_versions, t.created_at, iso(t.erasure_asked_at) as "erasureAskedAt",
         t.no_allergies as "noAllergies", iso(t.allergies_at) as "allergiesAt",
         case when t.allergies_by is not null then recorder_name(t.allergies_by, t.id) end as "allergiesBy",
         t.unproved
    from patient t;

-- Who registered before this and has never been seen at a visit: their number was their own word.
with own as (
  select p.id from person p join patient t on t.id = p.id
   where t.added_by is null and t.merged_into is null and exists (select from consent c where c.person_id = p.id)
     and not exists (select from appointment a where a.patient_id = p.id and a.status = 'completed')
), numbers as (
  update person p set identity_claimed = p.identity, identity = null from own where p.id = own.id and p.identity is not null
)
update patient t set unproved = true from own where t.id = own.id;

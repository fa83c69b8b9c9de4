-- Patients as an area of their own (rules 47–62): the card holds the person's name and contact itself, so that search, merge and feed
-- read one table; a person may be hidden, linked and found again; notes of the staff.

-- Names as they are searched by (any part that begins a word, in any alphabet). Each token runs from a word's beginning to the name's
-- end without blanks, so that "maryann" and "mary ann" find the same; ä ö ü ø stand in both spellings; й stays й. The device has the
-- same law in contract/kernel/name.rules.ts; one list of names tests both.
create function name_words(value text) returns text[] language sql immutable parallel safe strict
  return array_remove(regexp_split_to_array(regexp_replace(lower(translate(
    regexp_replace(public.unaccent('public.unaccent'::regdictionary, translate(
      regexp_replace(normalize(value, NFKC), U&'[\00AD\200B-\200F\2060\FEFF]', '', 'g'), U&'ıİIёЁйЙ\02BC\02BB\02BD', U&'iiiее\E000\E000   ')), U&'[\0300-\036F]', '', 'g'),
    U&'\E000', 'й')), '[^[:alnum:]]+', ' ', 'g'), ' '), '');
create function name_tokens(value text) returns text language sql immutable parallel safe strict
  return (
    select coalesce(' ' || string_agg(distinct array_to_string(words[i:], ''), ' ') || ' ', '')
      from (values (name_words(value)),
                   (name_words(replace(replace(replace(replace(replace(replace(replace(replace(normalize(value, NFKC),
                      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'), 'Ø', 'Oe')))) spelling (words)
     cross join lateral generate_subscripts(words, 1) i
  );

alter table patient
  add column name text not null default '',
  add column name_folded text not null default '',
  add column name_search text not null default '',
  add column phone text,
  add column email text,
  add column city text,
  add column non_citizen boolean not null default false,
  add column has_identity boolean not null default false,
  add column active boolean not null default true,
  add column blood_type text check (blood_type in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', '0+', '0-')),
  add column emergency_name text,
  add column emergency_phone text,
  -- clinics whose desk has set them passive; `active` itself is the person's
  add column passive_in uuid[] not null default '{}',
  add column added_by uuid references person,
  add column added_by_name text,
  add column added_in uuid references clinic,
  -- rule 55: deleting is hiding
  add column hidden_at timestamptz,
  -- counts completed visits, so that the card with its last visit is handed out anew
  add column visits_seen int not null default 0;

create function card_of_person(inout t patient) language plpgsql stable security definer set search_path = public as $$
begin
  select p.name, p.name_folded, name_tokens(p.name), p.phone, p.email, p.city, p.non_citizen, p.identity is not null, p.active
    into t.name, t.name_folded, t.name_search, t.phone, t.email, t.city, t.non_citizen, t.has_identity, t.active
    from person p where p.id = t.id;
end $$;

create or replace function person_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update doctor set person_version = person_version + 1 where id = new.id;
  update patient t set (name, name_folded, name_search, phone, email, city, non_citizen, has_identity, active) =
      (select c.name, c.name_folded, c.name_search, c.phone, c.email, c.city, c.non_citizen, c.has_identity, c.active from card_of_person(t) c)
   where t.id = new.id;
  if new.name <> old.name then update appointment set patient_name = new.name where patient_id = new.id; end if;
  return null;
end $$;
drop trigger cards on person;
create trigger cards after update on person for each row
  when ((old.name, old.email, old.phone, old.city, old.non_citizen, old.identity is null, old.active)
        is distinct from (new.name, new.email, new.phone, new.city, new.non_citizen, new.identity is null, new.active))
  execute function person_changed();

-- Who is hidden is nobody's, but for private clinics that know them: theirs an admin does not reach (rule 47). A new card is filled here
-- too: this trigger alone sees every row, also those written in bulk.
create or replace function patient_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then new := card_of_person(new); end if;
  new.audience := case when new.hidden_at is null
    then array['patient:' || new.id] || array(select 'clinic:' || c from unnest(new.clinic_ids) c) || array(select 'doctor:' || d from unnest(new.doctor_ids) d)
    else array(select 'clinic:' || c.id from clinic c where c.id = any (new.clinic_ids) and c.private) end;
  return new;
end $$;
update patient t set (name, name_folded, name_search, phone, email, city, non_citizen, has_identity, active) =
  (select c.name, c.name_folded, c.name_search, c.phone, c.email, c.city, c.non_citizen, c.has_identity, c.active from card_of_person(t) c);

create index patient_name_search on patient using gin (name_search gin_trgm_ops);
create index patient_phone_search on patient using gin (phone gin_trgm_ops);
create index patient_name_order on patient (name_folded, id);

-- The clinics an admin reads (rule 47).
create function open_clinics() returns uuid[] language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(id), '{}') from clinic where not private
$$;
drop policy sight on patient;
create policy sight on patient for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and hidden_at is null
    and (clinic_id is null or clinic_id = any ((select open_clinics())::uuid[]))
    and (clinic_ids = '{}' or clinic_ids && (select open_clinics()))
);
create policy edit on patient for update to bedside_app
  using (
    audience && (select app_keys())
    or (select app_is_admin()) and hidden_at is null
      and (clinic_id is null or clinic_id = any ((select open_clinics())::uuid[]))
      and (clinic_ids = '{}' or clinic_ids && (select open_clinics()))
  );
grant update (birth_date, gender, allergies, blood_type, emergency_name, emergency_phone, passive_in) on patient to bedside_app;

-- The person behind a card is changed by those who may change the card; which fields is the handler's to say (RULES 13).
create policy edit_patient on person for update to bedside_app
  using (type = 'patient' and exists (select from patient where patient.id = person.id))
  with check (type = 'patient' and not superadmin);
grant update (name, email, phone, city, non_citizen, active, confirmed_at) on person to bedside_app;
grant insert (city, non_citizen) on person to bedside_app;

-- Of a patient's clinics the asker hears of those that are theirs: all public ones an admin, their own a desk and a doctor (rules 47, 51).
create function my_clinics() returns uuid[] language sql stable security definer set search_path = public as $$
  select case app_type()
    when 'admin' then open_clinics()
    when 'clinic' then (select array[clinic_id] from person where id = app_person())
    when 'doctor' then (select clinic_ids from doctor where id = app_person())
    else '{}' end
$$;

-- Who added a card outside any clinic is named, but not a doctor to whom they do not exist: one of private clinics alone to the admins
-- (rule 47). The sight is that of the doctor's own policy; whoever is no doctor is the platform's.
create function sees_adder(its_adder uuid) returns boolean language sql stable security definer set search_path = public as $$
  select coalesce(
    (select audience && app_keys() or app_is_admin() and admin_sees_doctor(clinic_ids, home_clinic) from doctor where id = its_adder), true)
$$;

drop view patient_row;
create view patient_row with (security_invoker) as
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
         iso(t.created_at) as "createdAt", t.field_versions, t.created_at
    from patient t;
grant select on patient_row to bedside_app;

-- A completed visit changes what the card says of visits.
create function visit_counts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient set visits_seen = visits_seen + 1 where id = new.patient_id;
  return null;
end $$;
create trigger counts after update of status on appointment for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function visit_counts();

-- The sight of a patient's card, for functions that go past the policy; the same condition as the policy's (tests/api/rls.test.ts).
create function sees_patient(t patient) returns boolean language sql stable parallel safe
  return t.audience && app_keys()
    or app_is_admin() and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (open_clinics()))
      and (t.clinic_ids = '{}' or t.clinic_ids && open_clinics());

-- What an identity number is kept, compared and searched as. The one place between what is typed and what is stored (TRUST D16).
create function identity_kept(typed text) returns text language sql immutable parallel safe strict
  return nullif(upper(regexp_replace(normalize(typed, NFKC), '[\s.-]', '', 'g')), '');

-- Ids in name order of patients in the asker's sight: every typed word (or its other spelling) begins a word of the name, or the phone
-- holds the digits, or the identity is this one. Applies the sight itself, since a policy would keep the trigram index from being used
-- (SYNC "leakproof"). Words are letters and digits only.
drop function patient_search(text[], text, int);
drop function sees_patient(text[], uuid);
create function patient_search(words text[], others text[], digits text, exact text, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  keys text[] := app_keys();
  all_public boolean := app_is_admin();
  public_ids uuid[] := case when all_public then open_clinics() end;
  longest int := (select i from generate_subscripts(words, 1) i order by length(words[i]) desc limit 1);
  one text; other text;
begin
  if exact is not null then
    return query select t.id from person p join patient t on t.id = p.id
      where p.identity = identity_kept(exact)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
  if digits <> '' then
    return query select t.id from patient t
      where t.phone like '%' || digits || '%'
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  elsif longest is not null then
    one := '% ' || words[longest] || '%';
    other := '% ' || others[longest] || '%';
    return query select t.id from patient t
      where (t.name_search like one or t.name_search like other) -- narrows by the index; the other words decide
        and not exists (select from unnest(words, others) w (a, b)
                         where t.name_search not like '% ' || a || '%' and t.name_search not like '% ' || b || '%')
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
end $$;

-- Whether somebody else of the realm has this phone, e-mail or identity; says nothing of whose it is (rule 60, TRUST R19).
create function contact_of_other(in_realm uuid, its_email text, its_phone text, its_identity text, except_person uuid) returns text
language sql stable security definer set search_path = public as $$
  select case when bool_or(identity = identity_kept(its_identity)) then 'identity'
              when bool_or(phone = its_phone) then 'phone'
              when bool_or(email_folded = lower(its_email)) then 'email' end
    from person where realm is not distinct from in_realm and id <> except_person
     and (phone = its_phone or email_folded = lower(its_email) or identity = identity_kept(its_identity))
$$;

-- Identity numbers have no grant: written and read here alone, by those who see the card; reading is written to the audit by its call (rule 56).
create function patient_identity_set(of_patient uuid, typed text) returns void
language plpgsql security definer set search_path = public as $$
begin
  update person p set identity = identity_kept(typed) from patient t where p.id = of_patient and t.id = p.id and sees_patient(t);
end $$;
create function patient_identity(of_patient uuid) returns table (identity text)
language sql stable security definer set search_path = public as $$
  select p.identity from person p join patient t on t.id = p.id where p.id = of_patient and sees_patient(t)
$$;

-- Cards in the asker's sight that may be the same person: same phone, same identity, or same name and birth date.
create function patient_twins(of_patient uuid) returns table (id uuid) language sql stable security definer set search_path = public as $$
  with me as (select t.*, p.identity as its_identity from patient t join person p on p.id = t.id where t.id = of_patient and sees_patient(t)),
  twins as (
    select o.id from me join patient o on o.phone = me.phone
    union select p.id from me join person p on p.identity = me.its_identity and p.type = 'patient'
    union select o.id from me join patient o on o.name_folded = me.name_folded and o.birth_date = me.birth_date
  )
  select o.id from twins join patient o on o.id = twins.id where o.id <> of_patient and sees_patient(o) order by o.name_folded, o.id limit 20
$$;

-- "Use the existing one" (rule 60): phone or identity and the birth date are proof that the patient stands at the desk; where no birth
-- date is on file, the full name is. Answers the card, now known to the asker's clinic or doctor, or nothing, whatever did not fit.
create function patient_link(at_clinic uuid, its_phone text, its_identity text, born date, its_name text) returns uuid
language plpgsql security definer set search_path = public as $$
declare
  me person;
  clinic_ uuid;
  found_id uuid;
begin
  select * into me from person where id = app_person() and type in ('clinic', 'doctor');
  if not found then return null; end if;
  clinic_ := case me.type when 'clinic' then me.clinic_id
                          else (select at_clinic from doctor d where d.id = me.id and at_clinic = any (d.clinic_ids)) end;
  select t.id into found_id from person p join patient t on t.id = p.id
   where p.type = 'patient' and p.realm is not distinct from (select id from clinic where id = clinic_ and private)
     and (p.phone = its_phone or its_phone is null and p.identity = identity_kept(its_identity))
     and (t.birth_date = born or t.birth_date is null and p.name_folded = fold(its_name))
   for update of t;
  if found_id is null then return null; end if;
  update person set active = true where id = found_id and exists (select from patient where id = found_id and hidden_at is not null);
  update patient set hidden_at = null,
      clinic_ids = case when clinic_ is null or clinic_ = any (clinic_ids) then clinic_ids else clinic_ids || clinic_ end,
      doctor_ids = case when me.type <> 'doctor' or me.id = any (doctor_ids) then doctor_ids else doctor_ids || me.id end
   where id = found_id;
  return found_id;
end $$;

-- Rule 55. A desk takes the patient off its own list; the last that knew them hides the card, and its account where nobody has taken it
-- over. An admin hides it from the platform, not from private clinics.
create function patient_hide(of_patient uuid) returns void language plpgsql security definer set search_path = public as $$
declare mine uuid := (select clinic_id from person where id = app_person());
begin
  if not exists (select from patient t where t.id = of_patient and sees_patient(t)) or app_type() not in ('admin', 'clinic') then return; end if;
  if app_type() = 'clinic' then
    update patient t set clinic_ids = array_remove(t.clinic_ids, mine),
        doctor_ids = array(select d from unnest(t.doctor_ids) d where exists (select from appointment a where a.patient_id = t.id and a.doctor_id = d)
                             or not exists (select from doctor where id = d and mine = any (clinic_ids)))
     where t.id = of_patient;
    update patient set hidden_at = now() where id = of_patient and clinic_ids = '{}' and doctor_ids = '{}'
       and exists (select from person where id = of_patient and password_hash is null);
  else
    update patient set hidden_at = now() where id = of_patient;
  end if;
  update person p set active = false from patient t
   where p.id = of_patient and t.id = p.id and t.hidden_at is not null and t.audience = '{}';
end $$;

-- What the staff write of a patient (rule 50): the author's, their clinic's, and its doctors' who know the patient. Never a patient's
-- nor an admin's (RULES 13): no key of theirs is in an audience here, and no policy has a half for them. A deleted one stays, in nobody's sight.
create table patient_note (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null references patient,
  clinic_id uuid references clinic,
  author_id uuid not null references person,
  author_name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz
);
create index patient_note_patient on patient_note (patient_id, created_at desc, id);
create function patient_note_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := case when new.deleted_at is not null then '{}' else array(select 'doctor:' || id from doctor where id = new.author_id)
    || case when new.clinic_id is null then '{}'::text[] else array['clinic:' || new.clinic_id]
         || array(select 'doctor:' || d.id from doctor d join patient t on d.id = any (t.doctor_ids)
                   where t.id = new.patient_id and new.clinic_id = any (d.clinic_ids) and d.id <> new.author_id) end end;
  return new;
end $$;
create trigger audience before insert or update on patient_note for each row execute function patient_note_audience();
select sync_table('patient_note');
create policy sight on patient_note for select to bedside_app using (audience && (select app_keys()));
create policy write on patient_note for insert to bedside_app
  with check (audience && (select app_keys()) and author_id = (select app_person()) and exists (select from patient where patient.id = patient_id));
create policy edit on patient_note for update to bedside_app
  using (audience && (select app_keys()) and author_id = (select app_person()));
grant select, insert, update (text, edited_at) on patient_note to bedside_app;
-- Its author's alone; a row that leaves everybody's sight cannot be written under a policy.
create function patient_note_delete(of_note uuid) returns void language sql security definer set search_path = public as $$
  update patient_note set deleted_at = now() where id = of_note and author_id = app_person() and audience && app_keys()
$$;
create view patient_note_row with (security_invoker) as
  select id, version, patient_id as "patientId", clinic_id as "clinicId", author_id as "authorId", author_name as "authorName",
         text, iso(created_at) as "createdAt", iso(edited_at) as "editedAt", field_versions, created_at
    from patient_note;
grant select on patient_note_row to bedside_app;

-- A colleague who comes to know the patient, or joins the clinic, sees its notes from then on; one who leaves does not (I9).
create function notes_follow_patient() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient_note set patient_id = patient_id where patient_id = new.id;
  return null;
end $$;
create trigger notes_follow after update on patient for each row
  when (old.doctor_ids is distinct from new.doctor_ids) execute function notes_follow_patient();
create function notes_follow_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient_note n set patient_id = n.patient_id from patient t where t.id = n.patient_id and new.id = any (t.doctor_ids);
  return null;
end $$;
create trigger notes_follow after update on doctor for each row
  when (old.clinic_ids is distinct from new.clinic_ids) execute function notes_follow_doctor();

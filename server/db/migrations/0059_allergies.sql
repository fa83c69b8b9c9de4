-- "None known" is an answer, an empty field is not: a card says whether somebody asked, when, and who recorded it.
alter table patient
  add column no_allergies boolean not null default false,
  add column allergies_at timestamptz,
  add column allergies_by uuid references person (id);
grant insert (no_allergies, allergies_at, allergies_by), update (no_allergies, allergies_at, allergies_by) on patient to bedside_app;

-- Whoever writes the text: it never stands beside "none known", an answer taken over from another card has no author, and a patient who is
-- forgotten leaves none of it.
create function allergy_facts() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then new.no_allergies := false; end if;
  if new.allergies is not null then new.no_allergies := false; end if;
  if new.allergies is null and not new.no_allergies
     or tg_op = 'UPDATE' and new.allergies is distinct from old.allergies
        and (new.allergies_at, new.allergies_by) is not distinct from (old.allergies_at, old.allergies_by) then
    new.allergies_at := null;
    new.allergies_by := null;
  end if;
  return new;
end $$;
create trigger allergy_facts before insert or update on patient for each row execute function allergy_facts();

-- Who recorded it, by name: oneself and the patient, and colleagues at the reader's clinics. A patient hears doctors' names, not the desk's.
create function recorder_name(recorder uuid, card uuid) returns text language sql stable security definer set search_path = public as $$
  select p.name from person p
   where p.id = recorder
     and (p.id = app_person() or p.id = card
          or case when card = app_person() then p.type = 'doctor'
                  else p.clinic_id = any (my_clinics())
                       or exists (select from doctor d where d.id = p.id and d.clinic_ids && my_clinics()) end)
$$;

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
         case when t.allergies_by is not null then recorder_name(t.allergies_by, t.id) end as "allergiesBy"
    from patient t;

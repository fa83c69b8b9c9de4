-- Recipes and reports (SPEC §3, SCREENS B10, B11): written by doctors, never edited, taken back within a day (RULES 13).

create table recipe (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null references patient,
  -- null: outside of any clinic
  clinic_id uuid references clinic,
  appointment_id uuid references appointment,
  doctor_id uuid not null references doctor,
  doctor_name text not null,
  -- rows as the contract has them
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 20),
  note text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index recipe_patient on recipe (patient_id, created_at desc, id);
create index recipe_visit on recipe (appointment_id) where appointment_id is not null;

create table report (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null references patient,
  clinic_id uuid references clinic,
  appointment_id uuid references appointment,
  doctor_id uuid not null references doctor,
  doctor_name text not null,
  kind text not null check (kind in ('request', 'result')),
  -- the request that a result answers
  report_id uuid references report check (report_id is null or kind = 'result'),
  title text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 20),
  description text not null default '',
  comment text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index report_patient on report (patient_id, created_at desc, id);
create index report_visit on report (appointment_id) where appointment_id is not null;
create index report_answers on report (report_id) where report_id is not null;

-- The patient's at once (rule 52), its doctor's, and the clinic's it was written in with those of its doctors who know the patient
-- (rule 50). Never an admin's: no key of theirs is here, and no policy has a half for them. A deleted one stays, in nobody's sight.
create function written_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := case when new.deleted_at is not null then '{}' else array(
    select 'patient:' || new.patient_id
    union select 'doctor:' || new.doctor_id
    union select 'clinic:' || new.clinic_id where new.clinic_id is not null
    union select 'doctor:' || d.id from doctor d join patient t on d.id = any (t.doctor_ids)
      where t.id = new.patient_id and new.clinic_id = any (d.clinic_ids)
  ) end;
  return new;
end $$;
create trigger audience before insert or update on recipe for each row execute function written_audience();
create trigger audience before insert or update on report for each row execute function written_audience();
select sync_table('recipe');
select sync_table('report');

create policy sight on recipe for select to bedside_app using (audience && (select app_keys()));
create policy sight on report for select to bedside_app using (audience && (select app_keys()));
create policy write on recipe for insert to bedside_app with check (
  audience && (select app_keys()) and doctor_id = (select app_person()) and exists (select from patient where patient.id = patient_id));
create policy write on report for insert to bedside_app with check (
  audience && (select app_keys()) and doctor_id = (select app_person()) and exists (select from patient where patient.id = patient_id));
grant select, insert on recipe, report to bedside_app;

-- Its doctor's alone; a row that leaves everybody's sight cannot be written under a policy.
create function recipe_delete(of_recipe uuid) returns void language sql security definer set search_path = public as $$
  update recipe set deleted_at = now() where id = of_recipe and doctor_id = app_person() and audience && app_keys()
$$;
create function report_delete(of_report uuid) returns void language sql security definer set search_path = public as $$
  update report set deleted_at = now() where id = of_report and doctor_id = app_person() and audience && app_keys()
$$;

create view recipe_row with (security_invoker) as
  select id, version, patient_id as "patientId", clinic_id as "clinicId", appointment_id as "appointmentId", doctor_id as "doctorId",
         doctor_name as "doctorName", lines, note, iso(created_at) as "createdAt", field_versions, created_at
    from recipe;
create view report_row with (security_invoker) as
  select id, version, patient_id as "patientId", clinic_id as "clinicId", appointment_id as "appointmentId", doctor_id as "doctorId",
         doctor_name as "doctorName", kind, report_id as "reportId", title, lines, description, comment, iso(created_at) as "createdAt",
         field_versions, created_at
    from report;
grant select on recipe_row, report_row to bedside_app;

-- A colleague who comes to know the patient, or joins the clinic, sees them from then on; one who leaves does not (I9).
create function written_follows_patient() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update recipe set patient_id = patient_id where patient_id = new.id and deleted_at is null;
  update report set patient_id = patient_id where patient_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger written_follows after update on patient for each row
  when (old.doctor_ids is distinct from new.doctor_ids) execute function written_follows_patient();
create function written_follows_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update recipe r set patient_id = r.patient_id from patient t
   where t.id = r.patient_id and r.deleted_at is null and new.id = any (t.doctor_ids);
  update report r set patient_id = r.patient_id from patient t
   where t.id = r.patient_id and r.deleted_at is null and new.id = any (t.doctor_ids);
  return null;
end $$;
create trigger written_follows after update on doctor for each row
  when (old.clinic_ids is distinct from new.clinic_ids) execute function written_follows_doctor();

-- Files of patients (SPEC §3, RULES 13): what they bring and what the staff give them. Bytes lie in the file store under `stored`.

create table patient_file (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null references patient,
  -- null: outside of any clinic
  clinic_id uuid references clinic,
  appointment_id uuid references appointment,
  author_id uuid not null references person,
  author_name text not null,
  title text not null,
  type text not null check (type in ('image/webp', 'application/pdf')),
  size int not null check (size > 0),
  sha256 text not null,
  -- null once it is deleted
  stored text unique,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index patient_file_patient on patient_file (patient_id, created_at desc, id);
create index patient_file_visit on patient_file (appointment_id) where appointment_id is not null;

-- The patient's, its author's, and the clinic's it belongs to with those of its doctors who know the patient. What a patient adds outside
-- of any clinic is for all who treat them. Never an admin's: no key of theirs is here, and no policy has a half for them.
create function patient_file_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := case when new.deleted_at is not null then '{}' else array(
    select 'patient:' || new.patient_id
    union select 'doctor:' || id from doctor where id = new.author_id
    union select 'clinic:' || new.clinic_id where new.clinic_id is not null
    union select 'doctor:' || d.id from doctor d join patient t on d.id = any (t.doctor_ids)
      where t.id = new.patient_id and new.clinic_id = any (d.clinic_ids)
    union select 'doctor:' || unnest(t.doctor_ids) from patient t where t.id = new.patient_id and new.clinic_id is null and new.author_id = t.id
    union select 'clinic:' || unnest(t.clinic_ids) from patient t where t.id = new.patient_id and new.clinic_id is null and new.author_id = t.id
  ) end;
  return new;
end $$;
create trigger audience before insert or update on patient_file for each row execute function patient_file_audience();
select sync_table('patient_file');
create policy sight on patient_file for select to bedside_app using (audience && (select app_keys()));
create policy write on patient_file for insert to bedside_app
  with check (audience && (select app_keys()) and author_id = (select app_person()) and exists (select from patient where patient.id = patient_id));
grant select, insert on patient_file to bedside_app;

-- Its author's alone; a row that leaves everybody's sight cannot be written under a policy. Answers where the bytes lie, which go too.
create function patient_file_delete(of_file uuid) returns text language plpgsql security definer set search_path = public as $$
declare bytes text;
begin
  select stored into bytes from patient_file where id = of_file and author_id = app_person() and audience && app_keys() for update;
  update patient_file set deleted_at = now(), stored = null where id = of_file and author_id = app_person() and audience && app_keys();
  return bytes;
end $$;

create view patient_file_row with (security_invoker) as
  select id, version, patient_id as "patientId", clinic_id as "clinicId", appointment_id as "appointmentId", author_id as "authorId",
         author_name as "authorName", title, type, size, iso(created_at) as "createdAt", field_versions, created_at
    from patient_file;
grant select on patient_file_row to bedside_app;

-- Who comes to know the patient, or joins the clinic, sees its files from then on; who leaves does not (I9).
create function files_follow_patient() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient_file set patient_id = patient_id where patient_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger files_follow after update on patient for each row
  when ((old.doctor_ids, old.clinic_ids) is distinct from (new.doctor_ids, new.clinic_ids)) execute function files_follow_patient();
create function files_follow_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient_file f set patient_id = f.patient_id from patient t
   where t.id = f.patient_id and f.deleted_at is null and new.id = any (t.doctor_ids);
  return null;
end $$;
create trigger files_follow after update on doctor for each row
  when (old.clinic_ids is distinct from new.clinic_ids) execute function files_follow_doctor();

-- A file on its way here, piece by piece, and what has become of it once it was whole: `ready` to be made a patient's file, or `bad`.
create table file_upload (
  id uuid not null,
  owner_id uuid not null references person,
  size int not null check (size between 1 and 5242880),
  received int not null default 0 check (received <= size),
  state text not null default 'coming' check (state in ('coming', 'ready', 'bad')),
  -- of `ready`: what its bytes said they were, and what is kept of it
  sent_type text,
  type text,
  kept_size int,
  sha256 text,
  stored text unique,
  started_at timestamptz not null,
  primary key (owner_id, id)
);
create policy own on file_upload to bedside_app using (owner_id = (select app_person())) with check (owner_id = (select app_person()));
grant select, insert, update, delete on file_upload to bedside_app;
create index file_upload_age on file_upload (started_at);

create table file_part (
  owner_id uuid not null,
  upload_id uuid not null,
  starts_at int not null,
  stored text not null unique,
  primary key (owner_id, upload_id, starts_at),
  foreign key (owner_id, upload_id) references file_upload on delete cascade
);
create policy own on file_part to bedside_app using (owner_id = (select app_person())) with check (owner_id = (select app_person()));
grant select, insert, delete on file_part to bedside_app;

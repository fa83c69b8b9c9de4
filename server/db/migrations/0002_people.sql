-- Clinics and people. A person is one record; a doctor's or patient's card has the same id (rules 47–62).

create table clinic (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  name text not null,
  slug text not null unique,
  panel_url text unique,
  web_url text,
  zone text not null default 'Europe/Istanbul',
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  brand text not null default '#00677d',
  city text not null,
  address text,
  phone text,
  private boolean not null default false,
  active boolean not null default true
);

-- A public clinic is everybody's to read; a private one its own people's, those on its host, and a bare row for admins (rules 48, 76).
create function clinic_audience() returns trigger language plpgsql as $$
begin
  new.audience := case when new.private then array['clinic:' || new.id, 'host:' || new.id, 'admin'] else array['all'] end;
  return new;
end $$;
create trigger audience before insert or update on clinic for each row execute function clinic_audience();
select sync_table('clinic');
create policy sight on clinic for select to bedside_app
  using (audience && (select app_keys()) or (select app_is_admin()));
grant select on clinic to bedside_app;

create view clinic_row with (security_invoker) as
  select id, version, name, slug, panel_url as "panelUrl", web_url as "webUrl", zone, currency, brand, city, address, phone, private, active,
         field_versions
    from clinic;
grant select on clinic_row to bedside_app;

-- Host to clinic, before anyone has signed in.
create function clinic_by_host(host text, by_slug text) returns table (
  id uuid, name text, slug text, "panelUrl" text, "webUrl" text, zone text, currency text, brand text, city text, address text, phone text
) language sql stable security definer set search_path = public as $$
  select id, name, slug, panel_url, web_url, zone, currency, brand, city, address, phone
    from clinic where active and (panel_url = host or slug = by_slug) limit 1
$$;

create table branch (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{all}',
  name jsonb not null,
  online_calls boolean not null default true
);
select sync_table('branch');
create policy sight on branch for select to bedside_app using (true);
grant select on branch to bedside_app;
create view branch_row with (security_invoker) as
  select id, version, name, online_calls as "onlineCalls", field_versions from branch;
grant select on branch_row to bedside_app;

-- The realm keeps uniqueness apart (rule 49): null is the platform, else the private clinic that made the person.
create table person (
  id uuid primary key,
  version int not null default 1,
  type text not null check (type in ('admin', 'clinic', 'doctor', 'patient')),
  realm uuid references clinic,
  clinic_id uuid references clinic,
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  email text,
  email_folded text generated always as (lower(email)) stored,
  phone text,
  -- no grant to people: read through a function of its own that writes the audit (rule 56)
  identity text,
  lang text not null default 'tr' check (lang in ('tr', 'en', 'de', 'ru')),
  superadmin boolean not null default false,
  active boolean not null default true,
  password_hash text,
  created_at timestamptz not null default now(),
  check ((type = 'clinic') = (clinic_id is not null)),
  check (not superadmin or type = 'admin')
);
create unique index person_email on person (coalesce(realm, '00000000-0000-0000-0000-000000000000'), email_folded);
create unique index person_phone on person (coalesce(realm, '00000000-0000-0000-0000-000000000000'), phone);
create unique index person_identity on person (coalesce(realm, '00000000-0000-0000-0000-000000000000'), identity);
create index person_name on person using gin (name_folded gin_trgm_ops);

-- Sign-in: the host's realm first, then the platform's (rule 49). Answers at most one row, also of an inactive person.
create function person_to_sign_in(login text, types text[], host uuid) returns table (
  id uuid, type text, name text, lang text, email text, phone text, superadmin boolean, clinic_id uuid, active boolean, password_hash text
) language sql stable security definer set search_path = public as $$
  select id, type, name, lang, email, phone, superadmin, clinic_id, active, password_hash
    from person
   where (email_folded = lower(login) or phone = login) and type = any (types) and (realm is null or realm = host)
   order by realm is null limit 1
$$;
revoke execute on function person_to_sign_in from public;

create table doctor (
  id uuid primary key references person,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  person_version int not null default 1,
  title text not null default '',
  branch_id uuid references branch,
  clinic_ids uuid[] not null default '{}',
  city text not null default '',
  languages text[] not null default '{}',
  commission_type text check (commission_type in ('ratio', 'amount')),
  commission_value bigint not null default 0,
  active boolean not null default true
);

-- Rule 76: the public sees active doctors of active public clinics; a private clinic's only those on its host.
create function doctor_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array['doctor:' || new.id]
    || array(select 'clinic:' || c from unnest(new.clinic_ids) c)
    || array(select 'host:' || c from unnest(new.clinic_ids) c)
    || case when new.active and (new.clinic_ids = '{}' or exists (
         select from clinic where id = any (new.clinic_ids) and not private and active)) then array['all'] else '{}' end;
  return new;
end $$;
create trigger audience before insert or update on doctor for each row execute function doctor_audience();
select sync_table('doctor');
create policy sight on doctor for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_ids = '{}' or clinic_ids && (select coalesce(array_agg(id), '{}') from clinic where not private))
);
grant select on doctor to bedside_app;

create table patient (
  id uuid primary key references person,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  person_version int not null default 1,
  birth_date date,
  gender text check (gender in ('female', 'male', 'other')),
  allergies text,
  -- the private clinic that added them or on whose host they registered; null is public
  clinic_id uuid references clinic,
  -- whom they have met: every clinic and doctor with a visit of theirs, or who added them
  clinic_ids uuid[] not null default '{}',
  doctor_ids uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create function patient_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['patient:' || new.id]
    || array(select 'clinic:' || c from unnest(new.clinic_ids) c)
    || array(select 'doctor:' || d from unnest(new.doctor_ids) d);
  return new;
end $$;
create trigger audience before insert or update on patient for each row execute function patient_audience();
select sync_table('patient');
create policy sight on patient for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
create policy add on patient for insert to bedside_app with check (
  audience && (select app_keys()) or (select app_is_admin()) and clinic_id is null
);
grant select, insert on patient to bedside_app;
create index patient_created on patient (created_at, id);

-- A person is seen by themself, and as far as their card is.
create policy sight on person for select to bedside_app using (
  id = (select app_person())
  or exists (select from patient where patient.id = person.id)
  or exists (select from doctor where doctor.id = person.id)
);
create policy add on person for insert to bedside_app with check (type = 'patient' and not superadmin and password_hash is null);
grant select (id, version, type, realm, clinic_id, name, name_folded, email, phone, lang, superadmin, active, created_at) on person to bedside_app;
grant insert (id, type, realm, name, email, phone, lang) on person to bedside_app;

-- A card shows the person's name and contact: when those change, the card has changed, and a patient's visits show the name.
create function person_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update doctor set person_version = person_version + 1 where id = new.id;
  update patient set person_version = person_version + 1 where id = new.id;
  if new.name <> old.name then update appointment set patient_name = new.name where patient_id = new.id; end if;
  return null;
end $$;
create trigger cards after update on person for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function person_changed();

create view doctor_row with (security_invoker) as
  select d.id, d.version, d.title, p.name, d.branch_id as "branchId",
         -- a private clinic's own membership is its own business (rule 47)
         array(select c.id from clinic c where c.id = any (d.clinic_ids)
                 and (not c.private or c.audience && (select array_remove(app_keys(), 'admin')))) as "clinicIds",
         d.city, d.languages, p.phone, p.email, d.active, d.field_versions
    from doctor d join person p using (id);
grant select on doctor_row to bedside_app;

create view patient_row with (security_invoker) as
  select t.id, t.version, p.name, p.phone, p.email, to_char(t.birth_date, 'YYYY-MM-DD') as "birthDate", t.gender, t.allergies,
         iso(t.created_at) as "createdAt", t.field_versions
    from patient t join person p using (id);
grant select on patient_row to bedside_app;

-- Every typed word begins a word of the name, or the phone holds the digits. Applies the sight itself, since a policy would
-- keep the trigram index from being used (SYNC "leakproof"). Answers ids in name order.
create function patient_search(words text[], digits text, most int) returns table (id uuid, name_folded text)
language plpgsql stable security definer set search_path = public as $$
declare patterns text[] := array(select replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(words) w);
begin
  if digits <> '' then
    return query select p.id, p.name_folded from person p join patient t on t.id = p.id
      where p.phone like '%' || digits || '%' and sees_patient(t.audience, t.clinic_id) order by p.name_folded, p.id limit most;
  elsif words <> '{}' then
    return query select p.id, p.name_folded from person p join patient t on t.id = p.id
      where p.name_folded like '%' || patterns[1] -- narrows by the index; the words' beginnings decide
        and not exists (select from unnest(patterns) w where not (p.name_folded like w or p.name_folded like '% ' || w))
        and sees_patient(t.audience, t.clinic_id)
      order by p.name_folded, p.id limit most;
  end if;
end $$;

-- The sight of a patient's card, for functions that go past the policy; the same condition as the policy's (tests/api/rls.test.ts).
create function sees_patient(its_audience text[], its_clinic uuid) returns boolean language sql stable parallel safe
  return its_audience && app_keys()
    or app_is_admin() and (its_clinic is null or exists (select from clinic c where c.id = its_clinic and not c.private));

-- Whether this phone or e-mail is taken within a realm; says nothing of whose it is (rule 60, TRUST R19).
create function contact_taken(in_realm uuid, its_email text, its_phone text) returns text
language sql stable security definer set search_path = public as $$
  select case when bool_or(phone = its_phone) then 'patient_exists' when bool_or(email_folded = lower(its_email)) then 'email_exists' end
    from person where realm is not distinct from in_realm and (phone = its_phone or email_folded = lower(its_email))
$$;

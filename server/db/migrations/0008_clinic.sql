-- Clinics as they are run (SPEC §3 clinic, rules 47–49, 55), and the pictures of people and clinics (TRUST D9).

alter table clinic
  add column email text,
  -- ISO 3166 alpha-2
  add column country text,
  -- {lat, lng}
  add column location jsonb,
  add column logo_id uuid,
  add column app_name text check (char_length(app_name) <= 12),
  add column payment_url text,
  add column panel_url_status boolean not null default true,
  add column web_url_status boolean not null default true,
  add column payment_url_status boolean not null default true,
  add column seo_title jsonb not null default '[]',
  add column seo_description jsonb not null default '[]',
  add column css text not null default '',
  add column terms jsonb not null default '[]',
  add column data_policy jsonb not null default '[]',
  -- from when the legal texts hold
  add column legal_date date,
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default '',
  -- rule 55: hidden, never gone; past visits keep the name
  add column deleted_at timestamptz;

drop view clinic_row;
create view clinic_row with (security_invoker) as
  select id, version, name, slug, panel_url as "panelUrl", panel_url_status as "panelUrlStatus", web_url as "webUrl",
         web_url_status as "webUrlStatus", payment_url as "paymentUrl", payment_url_status as "paymentUrlStatus",
         zone, currency, brand, app_name as "appName", logo_id as "logoId", country, city, address, location, phone, email,
         seo_title as "seoTitle", seo_description as "seoDescription", css, terms, data_policy as "dataPolicy",
         to_char(legal_date, 'YYYY-MM-DD') as "legalDate", private, active, iso(deleted_at) as "deletedAt",
         iso(updated_at) as "updatedAt", updated_by as "updatedBy", field_versions
    from clinic;
grant select on clinic_row to bedside_app;

-- RULES 13, PUT clinic: the admins, for a private clinic's own row too (rule 48), and the clinic's users for their own. Which of them may
-- set what is the handler's to say.
create policy edit on clinic for update to bedside_app
  using (deleted_at is null and ((select app_is_admin()) or 'clinic:' || id = any (app_keys())))
  with check ((select app_is_admin()) or 'clinic:' || id = any (app_keys()));
create policy add on clinic for insert to bedside_app with check ((select app_is_admin()) and not private and active);
grant insert (id, name, slug, panel_url, panel_url_status, web_url, web_url_status, payment_url, payment_url_status, zone, currency, brand, app_name,
  country, city, address, location, phone, email, seo_title, seo_description, css, terms, data_policy, legal_date, updated_at, updated_by)
  on clinic to bedside_app;
grant update (name, slug, panel_url, panel_url_status, web_url, web_url_status, payment_url, payment_url_status, zone, brand, app_name,
  country, city, address, location, phone, email, seo_title, seo_description, css, terms, data_policy, legal_date, private, active,
  updated_at, updated_by, deleted_at)
  on clinic to bedside_app;

-- Rules 47, 76, R39: what a clinic's own flags decide of its doctors follows in the same statement. Visits, payments, hours and patients
-- name their clinic, and policies and buckets ask the clinic itself: nothing of them is rewritten, however many they are.
create function clinic_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update doctor set person_version = person_version + 1 where clinic_ids @> array[new.id];
  return null;
end $$;
create trigger moved after update on clinic for each row
  when ((old.private, old.active) is distinct from (new.private, new.active)) execute function clinic_moved();
create index doctor_clinics on doctor using gin (clinic_ids);
create index patient_clinics on patient using gin (clinic_ids);

-- Rule 49: a flip changes sight, never realms. An admin sees a patient who has met no clinic, or a public one; of a private realm only
-- while that clinic is public. The clinics met stand in the audience, so that functions which hold only that judge alike.
create or replace function sees_patient(its_audience text[], its_clinic uuid) returns boolean language sql stable parallel safe
  return its_audience && app_keys()
    or app_is_admin()
      and (its_clinic is null or exists (select from clinic c where c.id = its_clinic and not c.private))
      and (its_audience && (select coalesce(array_agg('clinic:' || id), '{}') from clinic where not private)
        or not exists (select from unnest(its_audience) key where key like 'clinic:%'));
drop policy sight on patient;
create policy sight on patient for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin())
    and (clinic_id is null or clinic_id in (select id from clinic where not private))
    and (clinic_ids = '{}' or clinic_ids && (select coalesce(array_agg(id), '{}') from clinic where not private))
);
create or replace function admin_hears(r jsonb) returns boolean language sql stable parallel safe
  return (r ->> 'clinic_id' is null or exists (select from clinic where id = (r ->> 'clinic_id')::uuid and not private))
    and (not r ? 'clinic_ids' or r -> 'clinic_ids' = '[]' or exists (
      select from clinic where id in (select (jsonb_array_elements_text(r -> 'clinic_ids'))::uuid) and not private));

-- Host to clinic, before anyone has signed in. A host that is switched off answers nothing.
drop function clinic_by_host;
create function clinic_by_host(host text, by_slug text) returns table (
  id uuid, name text, slug text, "panelUrl" text, "webUrl" text, zone text, currency text, brand text, country text, city text, address text,
  phone text, email text, "appName" text, "logoId" uuid, "cssVersion" text, "seoTitle" jsonb, "seoDescription" jsonb, terms jsonb,
  "dataPolicy" jsonb, "legalDate" text, "panelUrlStatus" boolean, "webUrlStatus" boolean, "paymentUrlStatus" boolean
) language sql stable security definer set search_path = public as $$
  select id, name, slug, panel_url, case when web_url_status then web_url end, zone, currency, brand, country, city, address, phone, email,
         app_name, logo_id, case when css <> '' then substr(md5(css), 1, 10) end, seo_title, seo_description, terms, data_policy,
         to_char(legal_date, 'YYYY-MM-DD'), panel_url_status, web_url_status, payment_url_status
    from clinic
   where active and deleted_at is null and (panel_url = host and panel_url_status or slug = by_slug) limit 1
$$;
create function clinic_css(of_clinic uuid) returns text language sql stable security definer set search_path = public as $$
  select css from clinic where id = of_clinic and active and deleted_at is null
$$;

-- Whether another clinic uses this host for anything; a private one's counts, and it is not said whose it is (rule 49).
create function host_in_use(host text, except_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from clinic where id is distinct from except_clinic and deleted_at is null and host in (panel_url, web_url, payment_url))
$$;

-- A clinic's own users, for those who may act on the clinic.
create function clinic_users(of_clinic uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select id from person where type = 'clinic' and clinic_id = of_clinic and active and (app_is_admin() or 'clinic:' || of_clinic = any (app_keys()))
$$;

-- Whether it ever had one: then only its own users make others (rule 48).
create function clinic_had_users(of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from person where type = 'clinic' and clinic_id = of_clinic) and app_is_admin()
$$;

-- The first user of a clinic that has none: of its realm where it is private (rules 48, 49).
create function add_first_user(its_id uuid, of_clinic uuid, its_name text, its_email text, its_phone text, its_lang text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not app_is_admin() or exists (select from person where type = 'clinic' and clinic_id = of_clinic) then
    raise exception 'not the first' using errcode = 'insufficient_privilege';
  end if;
  insert into person (id, type, realm, clinic_id, name, email, phone, lang)
    select its_id, 'clinic', case when private then id end, id, its_name, its_email, its_phone, its_lang from clinic where id = of_clinic;
end $$;

-- Why a clinic cannot be hidden (rule 55): whether, never who.
create function clinic_holds(of_clinic uuid) returns table (doctors boolean, visits boolean)
language sql stable security definer set search_path = public as $$
  select exists (select from doctor where clinic_ids @> array[of_clinic]),
         exists (select from appointment where clinic_id = of_clinic and status = 'waiting')
   where app_is_admin()
$$;

-- How many people a clinic has; of a private one nobody else is told (rule 48).
create function clinic_counts(of_clinics uuid[]) returns table (id uuid, doctors bigint, patients bigint)
language sql stable security definer set search_path = public as $$
  select c.id, (select count(*) from doctor where clinic_ids @> array[c.id]), (select count(*) from patient where clinic_ids @> array[c.id])
    from clinic c where c.id = any (of_clinics) and (app_is_admin() and not c.private or 'clinic:' || c.id = any (app_keys()))
$$;

-- Pictures. `of_id` is the person, clinic or doctor; the sight of the file is the sight of whose it is. Bytes lie under `stored`, sealed.
create table file (
  id uuid primary key,
  kind text not null check (kind in ('photo', 'logo', 'doctor_photo', 'diploma')),
  of_id uuid not null,
  owner_id uuid not null references person,
  type text not null,
  size int not null check (size > 0),
  width int not null,
  height int not null,
  sha256 text not null,
  stored text not null unique,
  created_at timestamptz not null default now()
);
create index file_of on file (of_id, kind);
alter table person add column photo_id uuid;
alter table doctor add column photo_ids uuid[] not null default '{}', add column diploma_ids uuid[] not null default '{}';
grant select (photo_id) on person to bedside_app;

-- RULES 13: one's own photo; a clinic's logo by the admins and its users; a doctor's pictures by the doctor, their clinics and the admins.
create function may_picture(its_kind text, its_of uuid) returns boolean language sql stable
  return case its_kind
    when 'photo' then its_of = app_person()
    when 'logo' then exists (select from clinic where id = its_of and deleted_at is null) and (app_is_admin() or 'clinic:' || its_of = any (app_keys()))
    else exists (select from doctor where id = its_of and (app_is_admin() or 'doctor:' || its_of = any (app_keys())
      or audience && array(select key from unnest(app_keys()) key where key like 'clinic:%')))
  end;
create policy sight on file for select to bedside_app using (
  case kind
    when 'photo' then of_id = (select app_person()) or exists (select from patient where patient.id = of_id)
      or exists (select from doctor where doctor.id = of_id)
    when 'logo' then exists (select from clinic where clinic.id = of_id)
    else exists (select from doctor where doctor.id = of_id)
  end
);
create policy add on file for insert to bedside_app with check (owner_id = (select app_person()) and may_picture(kind, of_id));
create policy remove on file for delete to bedside_app using (may_picture(kind, of_id));
grant select, insert, delete on file to bedside_app;

-- The record shows its pictures: it changes when they do, so that devices hear of it.
create function file_placed() returns trigger language plpgsql security definer set search_path = public as $$
declare f file := case when tg_op = 'DELETE' then old else new end;
begin
  if f.kind = 'photo' then
    if tg_op = 'INSERT' then update person set photo_id = f.id where id = f.of_id;
    else update person set photo_id = null where id = f.of_id and photo_id = f.id; end if;
    update doctor set person_version = person_version + 1 where id = f.of_id;
    update patient set person_version = person_version + 1 where id = f.of_id;
  elsif f.kind = 'logo' then
    if tg_op = 'INSERT' then update clinic set logo_id = f.id where id = f.of_id;
    else update clinic set logo_id = null where id = f.of_id and logo_id = f.id; end if;
  elsif f.kind = 'doctor_photo' then
    update doctor set photo_ids = case when tg_op = 'INSERT' then photo_ids || f.id else array_remove(photo_ids, f.id) end where id = f.of_id;
  else
    update doctor set diploma_ids = case when tg_op = 'INSERT' then diploma_ids || f.id else array_remove(diploma_ids, f.id) end where id = f.of_id;
  end if;
  return null;
end $$;
create trigger placed after insert or delete on file for each row execute function file_placed();

-- The logo of a host, before anyone has signed in.
create function logo_of(of_clinic uuid) returns table (id uuid, stored text, sha256 text) language sql stable security definer set search_path = public as $$
  select f.id, f.stored, f.sha256 from clinic c join file f on f.id = c.logo_id where c.id = of_clinic and c.active
$$;

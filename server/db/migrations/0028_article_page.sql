-- Articles with their pictures (SPEC §3, SCREENS B17, rules 77, 79) and static pages (SCREENS B19). Both are deleted for good: what they
-- said was said in public.

create table article (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  title text not null,
  slug text not null check (slug <> ''),
  category text not null,
  language text not null check (language in ('tr', 'en', 'de', 'ru')),
  -- cleaned HTML (contract/kernel/rich-text.rules.ts)
  content text not null,
  promo_id uuid,
  -- pictures it shows, the promo's too
  image_ids uuid[] not null default '{}',
  published boolean not null default false,
  author_id uuid not null references person,
  author_name text not null,
  author_type text not null check (author_type in ('admin', 'doctor')),
  -- the private clinic it belongs to; null: the platform's
  clinic_id uuid references clinic,
  -- its translations share it
  group_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- SPEC §8 "change the title"; a private clinic's titles stand in nobody else's way (rule 49)
  constraint article_title unique nulls not distinct (clinic_id, language, slug)
);
create index article_changed on article (updated_at desc, id desc);
create index article_group on article (group_id);
create index article_images on article using gin (image_ids);

-- Its author's where that is a doctor, and the private clinic's; the admins' half is the policy's (rules 47, 77).
create function article_audience() returns trigger language plpgsql as $$
begin
  new.audience := case when new.author_type = 'doctor' then array['doctor:' || new.author_id] else '{}' end
    || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on article for each row execute function article_audience();
select sync_table('article');

create policy sight on article for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
create policy write on article for insert to bedside_app with check (
  author_id = (select app_person()) and author_type = (select app_type()) and not published
  and case author_type
    when 'admin' then clinic_id is null
    else clinic_id is null or exists (select from doctor d join clinic c on c.id = clinic_id and c.private
      where d.id = (select app_person()) and (c.id = any (d.clinic_ids) or d.clinic_ids = '{}' and c.id = d.home_clinic))
  end
);
-- Authors their own, admins what they see; a private clinic's users whether it is public (rule 77), held by the trigger below.
create policy edit on article for update to bedside_app
  using (
    author_id = (select app_person())
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = (select app_clinic()) and clinic_id in (select id from clinic where private)
  )
  with check (true);
create policy remove on article for delete to bedside_app using (
  author_id = (select app_person())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
grant select, insert (id, title, slug, category, language, content, promo_id, image_ids, author_id, author_name, author_type, clinic_id, group_id,
  created_at, updated_at), update (title, slug, category, language, content, promo_id, image_ids, published, updated_at), delete
  on article to bedside_app;

-- Rule 79: a doctor publishes nothing; rule 77: a clinic's users write nothing. Whatever a handler forgets.
create function article_keeps_rules() returns trigger language plpgsql as $$
begin
  if app_type() = 'doctor' and new.published and not old.published
    or app_type() = 'clinic' and (new.title, new.content, new.category, new.language, new.promo_id)
      is distinct from (old.title, old.content, old.category, old.language, old.promo_id) then
    raise exception 'not theirs to decide' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keeps_rules before update on article for each row execute function article_keeps_rules();

create view article_row with (security_invoker) as
  select id, version, title, slug, category, language, content, promo_id as "promoId", image_ids as "imageIds", published,
         author_id as "authorId", author_name as "authorName", author_type as "authorType", clinic_id as "clinicId", group_id as "groupId",
         iso(created_at) as "createdAt", iso(updated_at) as "updatedAt", field_versions, updated_at
    from article;
grant select on article_row to bedside_app;

-- An author's pictures: their own, of admins all admins'; and seen by whoever sees an article that shows them.
create function is_admin_person(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from person where id = whom and type = 'admin')
$$;
-- By anybody's article, also one out of the asker's sight: then taking it away would tear a hole.
create function media_in_use(of_file uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from article where image_ids @> array[of_file])
$$;
alter table file drop constraint file_kind_check;
alter table file add check (kind in ('photo', 'logo', 'doctor_photo', 'diploma', 'proof', 'article'));
create or replace function may_picture(its_kind text, its_of uuid) returns boolean language sql stable
  return case its_kind
    when 'photo' then its_of = app_person()
    when 'logo' then exists (select from clinic where id = its_of and deleted_at is null) and (app_is_admin() or 'clinic:' || its_of = any (app_keys()))
    when 'proof' then app_type() <> 'doctor' and exists (select from payment where id = its_of and type = 'bank_transfer' and status = 'waiting')
    when 'article' then its_of = app_person() and app_type() = 'doctor' or app_is_admin() and is_admin_person(its_of)
    else exists (select from doctor where id = its_of and (app_is_admin() or 'doctor:' || its_of = any (app_keys())
      or audience && array(select key from unnest(app_keys()) key where key like 'clinic:%')))
  end;
alter policy sight on file using (
  case kind
    when 'photo' then of_id = (select app_person()) or exists (select from patient where patient.id = of_id)
      or exists (select from doctor where doctor.id = of_id)
    when 'logo' then exists (select from clinic where clinic.id = of_id)
    when 'proof' then (select app_type()) <> 'doctor' and exists (select from payment where payment.id = of_id)
    when 'article' then may_picture('article', of_id) or exists (select from article where image_ids @> array[file.id])
    else exists (select from doctor where doctor.id = of_id)
  end
);
alter policy remove on file using (may_picture(kind, of_id) and (kind <> 'article' or not media_in_use(id)));
create or replace function file_placed() returns trigger language plpgsql security definer set search_path = public as $$
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
  elsif f.kind = 'proof' then
    if tg_op = 'INSERT' then update payment set proof_id = f.id where id = f.of_id;
    else update payment set proof_id = null where id = f.of_id and proof_id = f.id; end if;
  elsif f.kind = 'doctor_photo' then
    update doctor set photo_ids = case when tg_op = 'INSERT' then photo_ids || f.id else array_remove(photo_ids, f.id) end where id = f.of_id;
  elsif f.kind = 'diploma' then
    update doctor set diploma_ids = case when tg_op = 'INSERT' then diploma_ids || f.id else array_remove(diploma_ids, f.id) end where id = f.of_id;
  end if;
  return null;
end $$;

create table page (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  title jsonb not null,
  -- cleaned HTML per language
  content jsonb not null default '[]',
  meta_description jsonb not null default '[]',
  in_menu boolean not null default false,
  section text not null check (section in ('main', 'patients', 'footer', 'legal')),
  place int not null default 0 check (place between 0 and 999),
  published boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index page_changed on page (updated_at desc, id desc);
create function page_audience() returns trigger language plpgsql as $$
begin
  new.audience := '{admin}';
  return new;
end $$;
create trigger audience before insert or update on page for each row execute function page_audience();
select sync_table('page');
create policy sight on page to bedside_app using (audience && (select app_keys())) with check ((select app_is_admin()));
grant select, insert (id, title, content, meta_description, in_menu, section, place, created_at, updated_at),
  update (title, content, meta_description, in_menu, section, place, published, updated_at), delete on page to bedside_app;
create view page_row with (security_invoker) as
  select id, version, title, content, meta_description as "metaDescription", in_menu as "inMenu", section, place, published,
         iso(created_at) as "createdAt", iso(updated_at) as "updatedAt", field_versions, updated_at
    from page;
grant select on page_row to bedside_app;

-- What strangers may read (issue 35, decision 0137). The public pages ask these functions and no table; each answers what is published of active
-- doctors of active, public clinics, and of a private clinic nothing. `of_clinic` is the clinic of a clinic's own host, null on the platform's.
-- What filters by it is planned for what is asked (`force_custom_plan`): the plan for both cases took ten times as long from the sixth asking on.

-- How often something changed that public pages show. A row belongs to the connections whose number ends so, that transactions do not wait for each
-- other; the sum that a reader sees changes in the moment a change can be seen, which no sequence does.
create table site_version (
  place int primary key,
  changes bigint not null
);

create function site_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if current_setting('app.site_changed', true) is distinct from pg_current_xact_id()::text then
    insert into site_version as v (place, changes) values (pg_backend_pid() % 1024, 1)
      on conflict (place) do update set changes = v.changes + 1;
    perform set_config('app.site_changed', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;
create trigger site_changed after insert or update or delete on clinic execute function site_changed();
create trigger site_changed after insert or update or delete on doctor execute function site_changed();
create trigger site_changed after update of name, photo_id on person execute function site_changed();
create trigger site_changed after insert or update or delete on branch execute function site_changed();
create trigger site_changed after insert or update or delete on disease execute function site_changed();
create trigger site_changed after insert or update or delete on treatment execute function site_changed();
create trigger site_changed after insert or update or delete on availability execute function site_changed();
create trigger site_changed after insert or update or delete on comment execute function site_changed();
create trigger site_changed after insert or update or delete on question execute function site_changed();
create trigger site_changed after insert or update or delete on article execute function site_changed();
create trigger site_changed after insert or update or delete on page execute function site_changed();

create index clinic_web on clinic (web_url) where web_url is not null;
create index doctor_public on doctor (id) where audience @> array['all'];
-- an address ends with the last twelve letters of the id
create index doctor_key on doctor (right(id::text, 12));
create index article_key on article (right(id::text, 12));
create index article_public on article (language, created_at desc, id desc) where published and clinic_id is null;
create index question_public on question (doctor_id, answered_at desc) where published;
create index comment_public on comment (doctor_id, created_at desc) where published;

-- Neither has a grant: they are read by the functions below alone.
create view site_clinic with (security_invoker) as
  select id, name, slug, brand, logo_id as "logoId", country, city, address, location, phone, email, zone, currency,
         seo_title as "seoTitle", seo_description as "seoDescription", terms, data_policy as "dataPolicy",
         to_char(legal_date, 'YYYY-MM-DD') as "legalDate",
         case when panel_url_status then panel_url end as "panelUrl", case when web_url_status then web_url end as "webUrl"
    from clinic where not private and active and deleted_at is null;

-- `audience` says who is public (rule 76); `clinics` are those of the public ones in which the doctor is active.
create view site_doctor with (security_invoker) as
  select d.id, right(d.id::text, 12) as key, p.name, p.photo_id, d.title, d.branch_ids, d.city, d.languages, d.short_description, d.description,
         d.expertise, d.diploma, d.specialization, d.service_start, d.disease_ids, d.treatment_ids, d.certificates, d.photo_ids, d.clinic_ids,
         d.passive_in,
         array(select c.id from unnest(d.clinic_ids) with ordinality m (id, place) join clinic c on c.id = m.id
                where c.id <> all (d.passive_in) and not c.private and c.active and c.deleted_at is null order by place) as clinics
    from doctor d join person p using (id)
   where d.audience @> array['all'];

create function site_now() returns text language sql stable security definer set search_path = public as $$
  select coalesce(sum(changes), 0)::text from site_version
$$;

create function site_host(host text) returns jsonb language sql stable security definer set search_path = public as $$
  select to_jsonb(c) from site_clinic c
   where c.id in (select id from clinic where panel_url = host union all select id from clinic where web_url = host)
     and host in (c."panelUrl", c."webUrl") limit 1
$$;

create function site_clinic_page(of_clinic uuid) returns jsonb language sql stable security definer set search_path = public as $$
  select to_jsonb(c) from site_clinic c where c.id = of_clinic
$$;

create function site_rating(of_doctor uuid, of_clinic uuid) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('mean', round(sum(r.points)::numeric / nullif(sum(r.votes), 0), 1), 'count', coalesce(sum(r.votes), 0))
    from doctor_rating r
   where r.doctor_id = of_doctor
     and case when of_clinic is null then r.clinic_id is null or r.clinic_id in (select id from site_clinic) else r.clinic_id = of_clinic end
$$;

create function site_card(d site_doctor, of_clinic uuid) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', d.id, 'name', d.name, 'title', d.title, 'photoId', d.photo_id, 'branchIds', d.branch_ids, 'city', d.city,
    'languages', d.languages, 'shortDescription', d.short_description, 'rating', site_rating(d.id, of_clinic),
    'clinicIds', case when of_clinic is null then d.clinics else array[of_clinic] end)
$$;

-- The doctors of a list, by name. A filter that is null does not filter.
create function site_doctors(of_clinic uuid, by_branch uuid, by_city text, by_language text, by_clinic uuid, by_disease uuid, by_treatment uuid,
  beyond int, most int) returns jsonb language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare total int; cards jsonb;
begin
  with found as materialized (
    select d.id, p.name from doctor d join person p using (id)
     where d.audience @> array['all']
       and (of_clinic is null or d.clinic_ids @> array[of_clinic] and of_clinic <> all (d.passive_in))
       and (by_clinic is null or d.clinic_ids @> array[by_clinic] and by_clinic <> all (d.passive_in) and by_clinic in (select id from site_clinic))
       and (by_branch is null or d.branch_ids @> array[by_branch])
       and (by_disease is null or d.disease_ids @> array[by_disease])
       and (by_treatment is null or d.treatment_ids @> array[by_treatment])
       and (by_city is null or d.city = by_city)
       and (by_language is null or d.languages @> array[by_language])
  ), page as materialized (select id, name from found order by name, id offset beyond limit most)
  select (select count(*) from found), coalesce((select jsonb_agg(site_card(d, of_clinic) order by page.name, page.id)
    from page join site_doctor d using (id)), '[]') into total, cards;
  return jsonb_build_object('total', total, 'doctors', cards);
end $$;

create function site_author(of_article article) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', d.id, 'name', d.name, 'title', d.title, 'photoId', d.photo_id) from site_doctor d
   where of_article.author_type = 'doctor' and d.id = of_article.author_id
$$;

-- On a clinic's host what its own doctors wrote. A private clinic's articles have a clinic, and are nobody's here (rule 77).
create function site_shows(of_article article, of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select of_article.published and of_article.clinic_id is null and (of_clinic is null or of_article.author_type = 'doctor' and exists (
    select from site_doctor d where d.id = of_article.author_id and of_clinic = any (d.clinics)))
$$;

-- What a list can be narrowed by, each with its doctors counted.
create function site_facets(of_clinic uuid) returns jsonb language sql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
  with those as materialized (
    select d.id, d.branch_ids, d.city, d.languages, d.disease_ids, d.treatment_ids, d.clinic_ids, d.passive_in
      from doctor d
     where d.audience @> array['all'] and (of_clinic is null or d.clinic_ids @> array[of_clinic] and of_clinic <> all (d.passive_in))
  )
  select jsonb_build_object(
    'doctors', (select count(*) from those),
    'branches', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'doctors', n.count) order by n.count desc, b.id), '[]')
       from (select its.id, count(*) from those, unnest(branch_ids) its (id) group by its.id) n join branch b using (id) where not b.gone),
    'diseases', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'doctors', n.count) order by n.count desc, w.id), '[]')
       from (select its.id, count(*) from those, unnest(disease_ids) its (id) group by its.id) n join disease w using (id) where not w.gone),
    'treatments', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'doctors', n.count) order by n.count desc, w.id), '[]')
       from (select its.id, count(*) from those, unnest(treatment_ids) its (id) group by its.id) n join treatment w using (id) where not w.gone),
    'cities', (select coalesce(jsonb_agg(city order by city), '[]') from (select distinct city from those where city <> '') n),
    'languages', (select coalesce(jsonb_agg(lang order by lang), '[]') from (select distinct lang from those, unnest(languages) its (lang)) n),
    'clinics', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'city', c.city, 'logoId', c."logoId",
         'doctors', coalesce(n.count, 0)) order by c.name, c.id), '[]')
       from site_clinic c
       left join (select its.id, count(*) from those, unnest(clinic_ids) its (id) where its.id <> all (passive_in) group by its.id) n using (id)
      where of_clinic is null or c.id = of_clinic),
    'articleLanguages', (select coalesce(jsonb_agg(distinct a.language), '[]') from article a
      where a.published and a.clinic_id is null and site_shows(a, of_clinic))
  )
$$;

create function site_articles(of_clinic uuid, in_language text, by_author uuid, beyond int, most int) returns jsonb
language sql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
  with found as materialized (
    select a from article a where a.language = in_language and a.published and a.clinic_id is null
       and (by_author is null or a.author_id = by_author) and site_shows(a, of_clinic)
     order by a.created_at desc, a.id desc
  )
  select jsonb_build_object('total', (select count(*) from found), 'articles', coalesce((
    select jsonb_agg(jsonb_build_object('id', (a).id, 'title', (a).title, 'category', (a).category, 'promoId', (a).promo_id,
             'excerpt', left((a).content, 1200), 'createdAt', iso((a).created_at), 'author', site_author(a))
             order by (a).created_at desc, (a).id desc)
      from (select a from found offset beyond limit most) page), '[]'))
$$;

create function site_article(of_clinic uuid, by_key text) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', a.id, 'title', a.title, 'category', a.category, 'language', a.language, 'content', a.content,
    'promoId', a.promo_id, 'createdAt', iso(a.created_at), 'updatedAt', iso(a.updated_at), 'author', site_author(a),
    'translations', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', t.id, 'title', t.title, 'language', t.language)), '[]')
       from article t where t.group_id = a.group_id and site_shows(t, of_clinic)))
    from article a where right(a.id::text, 12) = by_key and site_shows(a, of_clinic) limit 1
$$;

-- `gone`: there was such a doctor in public, and is none any more. One who only ever was a private clinic's is nobody.
create function site_doctor_page(of_clinic uuid, by_key text, today date) returns jsonb
language sql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
  select coalesce(
    (select site_card(d, of_clinic) || jsonb_build_object(
        'description', d.description, 'expertise', d.expertise, 'diploma', d.diploma, 'specialization', d.specialization,
        'serviceStart', to_char(d.service_start, 'YYYY-MM-DD'), 'certificates', d.certificates, 'diseaseIds', d.disease_ids,
        'treatmentIds', d.treatment_ids, 'photoIds', d.photo_ids,
        'clinics', (select coalesce(jsonb_agg(to_jsonb(c) - 'terms' - 'dataPolicy' order by array_position(d.clinics, c.id)), '[]') from site_clinic c
          where c.id = any (d.clinics) and (of_clinic is null or c.id = of_clinic)),
        'prices', (select coalesce(jsonb_agg(to_jsonb(f) order by f.type desc, f.amount), '[]') from (
          select a.clinic_id as "clinicId", a.type, a.currency, min(a.price) as amount from availability a
           where a.doctor_id = d.id and a.status = 'active' and a.end_date >= today
             and case when of_clinic is null then a.clinic_id is null or a.clinic_id = any (d.clinics) else a.clinic_id = of_clinic end
           group by 1, 2, 3) f),
        'comments', (select coalesce(jsonb_agg(to_jsonb(c) - 'at' order by c.at desc), '[]') from (
          select initials(m.patient_name) as author, m.rate, m.content, iso(m.created_at) as "createdAt", m.created_at as at from comment m
           where m.doctor_id = d.id and m.published and m.content <> ''
             and case when of_clinic is null then m.clinic_id is null or m.clinic_id in (select id from site_clinic) else m.clinic_id = of_clinic end
           order by m.created_at desc limit 20) c),
        'questions', (select coalesce(jsonb_agg(to_jsonb(q) order by q."answeredAt" desc), '[]') from (
          select m.content, m.answer, iso(m.answered_at) as "answeredAt" from question m
           where m.doctor_id = d.id and m.published
             and case when of_clinic is null then m.clinic_id is null or m.clinic_id in (select id from site_clinic)
                      else m.clinic_id is null or m.clinic_id = of_clinic end
           order by m.answered_at desc limit 20) q))
       from site_doctor d where d.key = by_key and (of_clinic is null or of_clinic = any (d.clinics)) limit 1),
    (select jsonb_build_object('gone', true) from doctor d
      where right(d.id::text, 12) = by_key
        and case when of_clinic is null then d.clinic_ids = '{}' and d.home_clinic is null
                   or exists (select from clinic c where c.id = any (d.clinic_ids) and not c.private)
                 else of_clinic = any (d.clinic_ids) end limit 1))
$$;

create function site_pages() returns jsonb language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'section', p.section, 'inMenu', p.in_menu, 'updatedAt', iso(p.updated_at),
    'languages', (select jsonb_agg(text ->> 'lang') from jsonb_array_elements(p.content) text)) order by p.place, p.created_at, p.id), '[]')
    from page p where p.published
$$;

create function site_page(by_key text) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', p.id, 'title', p.title, 'content', p.content, 'metaDescription', p.meta_description, 'updatedAt', iso(p.updated_at))
    from page p where p.published and right(p.id::text, 12) = by_key limit 1
$$;

-- What a sitemap names: a doctor, or an article in its language.
create function site_map(of_clinic uuid) returns jsonb language sql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
  select jsonb_build_object(
    'doctors', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', p.name) order by d.id), '[]') from doctor d join person p using (id)
      where d.audience @> array['all'] and (of_clinic is null or d.clinic_ids @> array[of_clinic] and of_clinic <> all (d.passive_in))),
    'articles', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'language', a.language, 'updatedAt', iso(a.updated_at)) order by a.id), '[]')
      from article a where a.published and a.clinic_id is null and site_shows(a, of_clinic)))
$$;

-- A picture that a public page shows.
create function site_picture(of_file uuid) returns table (stored text, sha256 text, type text, width int, height int)
language sql stable security definer set search_path = public as $$
  select f.stored, f.sha256, f.type, f.width, f.height from file f
   where f.id = of_file and case f.kind
     when 'photo' then exists (select from site_doctor d where d.id = f.of_id and d.photo_id = f.id)
     when 'doctor_photo' then exists (select from site_doctor d where d.id = f.of_id and f.id = any (d.photo_ids))
     when 'logo' then exists (select from site_clinic c where c.id = f.of_id and c."logoId" = f.id)
     when 'article' then exists (select from article a where a.published and a.clinic_id is null and a.image_ids @> array[f.id])
     else false end
$$;

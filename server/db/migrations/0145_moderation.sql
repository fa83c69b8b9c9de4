-- What waits to be published, over all clinics that an admin may see, in one list (decision 0145).

-- When somebody last said whether it is to be public, a no that changes nothing too.
alter table comment add column judged_at timestamptz;
alter table question add column judged_at timestamptz;
alter table article add column judged_at timestamptz;
alter table page add column judged_at timestamptz;
grant update (judged_at) on comment, question, article, page to bedside_app;

-- Whether one of these facts has changed since: what was withdrawn does not wait any more, and waits again once its words are others. Where nobody has judged
-- since this migration, `published` says when it was last decided: a change of words that unpublishes has the version of its words.
create function has_changed_since_judged(facts text[], field_versions jsonb) returns boolean language sql immutable parallel safe
  return coalesce((select max((field_versions ->> fact)::int) from unnest(facts) fact), 0)
      >= greatest((field_versions ->> 'judged_at')::int + 1, (field_versions ->> 'published')::int, 0);

create index comment_waiting on comment (created_at) where not published or reported_at is not null;
create index question_waiting on question (answered_at) where not published and answer <> '';
create index article_waiting on article (updated_at) where not published;

-- Each under its own table's sight. A comment's words stay as they are: it waits until somebody has judged it, and while its doctor reports it.
create view waiting with (security_invoker) as
  select 'comment' as kind, id, coalesce(reported_at, created_at) as since, clinic_id
    from comment where (not published or reported_at is not null) and (reported_at is not null or judged_at is null and not field_versions ? 'state')
  union all
  select 'question', id, answered_at, clinic_id
    from question where not published and answer <> '' and has_changed_since_judged('{answer}', field_versions)
  union all
  select 'article', id, updated_at, clinic_id
    from article where not published and has_changed_since_judged('{title,content,category,language,promo_id}', field_versions)
  union all
  select 'page', id, updated_at, null from page where not published and has_changed_since_judged('{title,content,meta_description}', field_versions);
grant select on waiting to bedside_app;

create view waiting_row with (security_invoker) as
  select w.kind, w.id, iso(w.since) as since, w.clinic_id as "clinicId", c.name as "clinicName",
         coalesce(m.version, q.version, a.version, p.version) as version,
         coalesce(a.title, (select t ->> 'value' from jsonb_array_elements(p.title) t order by t ->> 'lang' <> 'tr' limit 1), '') as title,
         a.language, coalesce(m.content, q.content, '') as content, coalesce(q.answer, '') as answer,
         coalesce(m.patient_name, q.answered_by, a.author_name) as "byName", m.rate, m.report_reason as "reportReason",
         coalesce(m.reported_at is not null, false) as reported, coalesce(m.published, false) as published,
         nullif(trim(concat_ws(' ', d.title, d.name)), '') as "doctorName"
    from waiting w
    left join comment m on w.kind = 'comment' and m.id = w.id
    left join question q on w.kind = 'question' and q.id = w.id
    left join article a on w.kind = 'article' and a.id = w.id
    left join page p on w.kind = 'page' and p.id = w.id
    left join clinic c on c.id = w.clinic_id
    left join doctor_row d on d.id = coalesce(m.doctor_id, q.doctor_id);
grant select on waiting_row to bedside_app;

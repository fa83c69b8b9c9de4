-- A clinic answers a comment on a visit there (issue 35, 6; decision 0163). The answer is published apart from the comment, by whoever publishes comments
-- (rule 77): answering, changing and taking back say nothing of the comment itself.
alter table comment
  add column answer text not null default '',
  add column answered_at timestamptz,
  add column answer_published boolean not null default false,
  -- when somebody last said whether the answer is to be public; null again once its words are others
  add column answer_judged_at timestamptz,
  add constraint comment_answered check ((answer = '') = (answered_at is null) and (answer <> '' or not answer_published));
grant update (answer_published, answer_judged_at) on comment to bedside_app;
create index comment_answer_waiting on comment (answered_at)
  where answer <> '' and not answer_published and answer_judged_at is null and published and reported_at is null;

-- The clinic's own users' alone, who have no right to change anything else of a comment. In a private clinic they are those who publish. Null if there is
-- no such comment.
create function comment_answer(of_comment uuid, words text, at_ timestamptz) returns boolean language sql security definer set search_path = public as $$
  update comment m set answer = words, answered_at = case when words <> '' then at_ end, answer_judged_at = null,
         answer_published = words <> '' and exists (select from clinic c where c.id = m.clinic_id and c.private)
   where m.id = of_comment and app_type() = 'clinic' and m.clinic_id = app_clinic()
  returning true
$$;

-- As in 0029, and the answer: to the patient once it is public, since no one outside reads what has not been looked at.
create or replace view comment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", clinic_id as "clinicId", doctor_id as "doctorId", patient_id as "patientId",
         case when app_type() = 'doctor' then initials(patient_name) else patient_name end as "patientName",
         rate, content, published, iso(reported_at) as "reportedAt", report_reason as "reportReason", iso(created_at) as "createdAt",
         field_versions, created_at,
         case when unread then '' else answer end as answer, case when unread then null else iso(answered_at) end as "answeredAt",
         answer_published as "answerPublished"
    from comment cross join lateral (select app_type() = 'patient' and not answer_published as unread offset 0) eyes;

-- An answer speaks to the person, and may name them: it goes with their words.
create function comment_answer_follows_card() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update comment set answer = '', answered_at = null, answer_published = false, answer_judged_at = null where patient_id = new.id and answer <> '';
  return null;
end $$;
create trigger comment_answer_follows after update of erased_at on patient for each row
  when (new.erased_at is not null and old.erased_at is null) execute function comment_answer_follows_card();

-- What waits, as in 0145, and the answers to public comments: a comment waits either itself or with its answer, so that an id occurs once. Views of their
-- own, since the previous build knows four kinds.
create view waiting_text with (security_invoker) as
  select kind, id, since, clinic_id from waiting
  union all
  select 'answer', id, answered_at, clinic_id from comment
   where answer <> '' and not answer_published and answer_judged_at is null and published and reported_at is null;
grant select on waiting_text to bedside_app;
create view waiting_text_row with (security_invoker) as
  select kind, id, since, "clinicId", "clinicName", version, title, language, content, '' as about, answer, "byName", rate, "reportReason", reported,
         published, "doctorName"
    from waiting_row
  union all
  select 'answer', m.id, iso(m.answered_at), m.clinic_id, c.name, m.version, '', null, m.answer, m.content, '', null, m.rate, null, false, false,
         nullif(trim(concat_ws(' ', d.title, d.name)), '')
    from comment m left join clinic c on c.id = m.clinic_id left join doctor_row d on d.id = m.doctor_id
   where m.answer <> '' and not m.answer_published and m.answer_judged_at is null and m.published and m.reported_at is null;
grant select on waiting_text_row to bedside_app;

-- As in 0159, and each comment with the clinic's answer that is public, null if there is none; stars alone are listed once they have one.
create or replace function doctor_voices(of_doctor uuid) returns jsonb language sql stable security definer set search_path = public as $$
  with mine as materialized (
    select c.id from clinic c where (not c.private and c.active and c.deleted_at is null) or c.audience && (select array_remove(app_keys(), 'admin'))
  )
  select jsonb_build_object(
    'comments', (select coalesce(jsonb_agg(to_jsonb(c) - 'at' order by c.at desc), '[]') from (
      select initials(m.patient_name) as author, m.rate, m.content, iso(m.created_at) as "createdAt", m.created_at as at,
             case when m.answer_published then m.answer end as answer from comment m
       where m.doctor_id = of_doctor and m.published and (m.content <> '' or m.answer_published) and (m.clinic_id is null or m.clinic_id in (select id from mine))
       order by m.created_at desc limit 20) c),
    'questions', (select coalesce(jsonb_agg(to_jsonb(q) order by q."answeredAt" desc), '[]') from (
      select m.id, m.content, m.answer, iso(m.answered_at) as "answeredAt", m.answered_by as "answeredBy", m.likes, m.dislikes from question m
       where m.doctor_id = of_doctor and m.published and (m.clinic_id is null or m.clinic_id in (select id from mine))
       order by m.answered_at desc limit 20) q))
$$;

-- The same on the public page.
create or replace function site_doctor_page(of_clinic uuid, by_key text, today date) returns jsonb
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
          select initials(m.patient_name) as author, m.rate, m.content, iso(m.created_at) as "createdAt", m.created_at as at,
             case when m.answer_published then m.answer end as answer from comment m
           where m.doctor_id = d.id and m.published and (m.content <> '' or m.answer_published)
             and case when of_clinic is null then m.clinic_id is null or m.clinic_id in (select id from site_clinic) else m.clinic_id = of_clinic end
           order by m.created_at desc limit 20) c),
        'questions', (select coalesce(jsonb_agg(to_jsonb(q) order by q."answeredAt" desc), '[]') from (
          select m.id, m.content, m.answer, iso(m.answered_at) as "answeredAt", m.likes, m.dislikes from question m
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

-- Patients and proved strangers ask (issue 35, 6; decision 0158). A question never carries a name: a patient's own are found by `asker_id`, which no
-- view shows, and a stranger's contact rests apart, encrypted, until the answer is public.
alter table question add column asker_id uuid references patient;
-- when the asker was told that the answer is public: once, however often it is published
alter table question add column told_at timestamptz;
create index question_asker on question (asker_id, created_at) where asker_id is not null;

-- As before (0029), and the patient's who wrote it.
create or replace function question_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array(
    select 'doctor:' || new.doctor_id where new.doctor_id is not null
    union select 'doctor:' || new.answerer_id where new.answerer_id is not null
    union select 'clinic:' || new.clinic_id where new.clinic_id is not null
    union select 'patient:' || new.asker_id where new.asker_id is not null
    union select 'doctor:' || d.id from doctor d
      where new.doctor_id is null and d.active and d.hidden_at is null and new.branch_id = any (d.branch_ids)
        and case when new.clinic_id is null then d.audience @> '{all}' else new.clinic_id = any (d.clinic_ids) end
  );
  return new;
end $$;

-- To a doctor whom the patient sees, in public or in a clinic that they see this doctor in.
create policy ask on question for insert to bedside_app with check (
  app_type() = 'patient' and asker_id = (select app_person()) and answer = '' and not published and branch_id is null
  and exists (
    select from doctor d where d.id = doctor_id and case when clinic_id is null then d.audience @> '{all}'
      else clinic_id = any (d.clinic_ids) and clinic_id <> all (d.passive_in)
        and clinic_id in (select c.id from clinic c where c.active and (not c.private or c.audience && (select array_remove(app_keys(), 'admin')))) end)
);
grant insert (id, clinic_id, doctor_id, content, asker_id, created_at), update (told_at) on question to bedside_app;

-- As before, and to its patient the answer once it is public: nobody outside reads what has not been looked at (rule 78).
create or replace view question_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", branch_id as "branchId", doctor_id as "doctorId", content,
         case when unread then '' else answer end as answer, case when unread then null else iso(answered_at) end as "answeredAt",
         case when unread then null else answerer_id end as "answererId", case when unread then null else answered_by end as "answeredBy",
         published, likes, dislikes, views, iso(created_at) as "createdAt", field_versions, created_at
    from question cross join lateral (select app_type() = 'patient' and not published as unread offset 0) eyes;

-- A question goes where its patient's cards go: to the card that stays, and with the person who is forgotten.
create function question_follows_card() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.erased_at is not null then
    delete from question where asker_id = new.id;
  else
    update question set asker_id = new.merged_into where asker_id = new.id;
  end if;
  return null;
end $$;
create trigger question_follows after update of merged_into, erased_at on patient for each row
  when (new.erased_at is not null and old.erased_at is null or new.merged_into is not null and old.merged_into is null)
  execute function question_follows_card();

-- Where a stranger is to be told: encrypted under the server's key, read and removed when the answer is public. No person's role reads it.
create table question_contact (
  question_id uuid primary key references question on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  sealed text not null,
  lang text not null,
  -- the site's host on which it was asked, null on the platform's
  host text,
  made_at timestamptz not null
);
create index question_contact_age on question_contact (made_at);
create function question_contact_taken(of_question uuid) returns setof question_contact language sql security definer set search_path = public as $$
  delete from question_contact t using question q
   where t.question_id = of_question and q.id = t.question_id and q.published and app_type() in ('admin', 'clinic')
     and not exists (select from clinic c where c.id = q.clinic_id and c.private)
  returning t.*
$$;

-- Whether this doctor was told of a question and has not looked yet: one mark is enough for however many.
create function question_rings(of_doctor uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from notification n where n.user_id = of_doctor and n.kind = 'question_asked' and not n.read)
$$;

-- A stranger's question on its way, for an hour (decision 0155 does the same for bookings).
create table guest_question (
  id uuid primary key,
  browser_hash text not null,
  host_clinic uuid references clinic,
  doctor_id uuid not null references doctor,
  data jsonb not null default '{}',
  code_hash text,
  code_until timestamptz,
  asked_at timestamptz,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_question_expiry on guest_question (expires_at);

insert into email (id, template) values
  ('01930000-0000-7000-8000-000000000158', 'question_code'), ('01930000-0000-7000-8000-000000000159', 'question_answered');

-- Who has read an answer and what they think of it, once a person. `voter` is a hash under the server's key of the person and the question, or of
-- the day's secret, the address, the browser and the question: two marks of one person have nothing in common. `day` is null of a person.
create table question_mark (
  question_id uuid not null references question on delete cascade,
  voter text not null,
  day date,
  seen boolean not null default false,
  vote smallint not null default 0 check (vote between -1 and 1),
  primary key (question_id, voter)
);
create index question_mark_day on question_mark (day) where day is not null;
create table visitor_secret (
  day date primary key,
  secret text not null
);
-- Views are counted beside the question and brought into it by a job: every reader would otherwise be news for every device that holds it.
create table question_views (
  question_id uuid primary key references question on delete cascade,
  views int not null,
  fresh boolean not null default true
);
create index question_views_fresh on question_views (question_id) where fresh;

-- A public answer that the caller may read: everybody's, or of a private clinic that is theirs (rule 77).
create function question_is_open(of_question uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from question q where q.id = of_question and q.published
    and (q.clinic_id is null or q.clinic_id in (select c.id from clinic c where not c.private or c.audience && (select array_remove(app_keys(), 'admin')))))
$$;

-- Whether it counted: the first time this voter reads it.
create function question_seen(of_question uuid, by_voter text, on_day date) returns boolean language plpgsql security definer set search_path = public as $$
begin
  if not question_is_open(of_question) then return false; end if;
  insert into question_mark as m (question_id, voter, day, seen) values (of_question, by_voter, on_day, true)
    on conflict (question_id, voter) do update set seen = true where not m.seen;
  if not found then return false; end if;
  insert into question_views as v (question_id, views) select q.id, q.views + 1 from question q where q.id = of_question
    on conflict (question_id) do update set views = v.views + 1, fresh = true;
  return true;
end $$;

-- The counts after this vote (1 a like, -1 a dislike, 0 neither); null if there is no such answer. The question's row is locked first, but not for
-- references to it, since a read of the same person may be on its way: votes on one
-- question come one after the other, and the counts are what the marks add up to.
create function question_voted(of_question uuid, by_voter text, on_day date, wish int) returns table (likes int, dislikes int)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare was int;
begin
  if not question_is_open(of_question) then return; end if;
  perform from question q where q.id = of_question for no key update;
  insert into question_mark (question_id, voter, day) values (of_question, by_voter, on_day) on conflict do nothing;
  select m.vote into was from question_mark m where m.question_id = of_question and m.voter = by_voter;
  if was <> wish then
    update question_mark m set vote = wish where m.question_id = of_question and m.voter = by_voter;
    update question q set likes = q.likes + (wish = 1)::int - (was = 1)::int, dislikes = q.dislikes + (wish = -1)::int - (was = -1)::int
     where q.id = of_question;
  end if;
  return query select q.likes, q.dislikes from question q where q.id = of_question;
end $$;

create function question_counts(of_question uuid) returns table (likes int, dislikes int) language sql stable security definer set search_path = public as $$
  select q.likes, q.dislikes from question q where q.id = of_question and question_is_open(q.id)
$$;

create function question_votes_of(voters text[]) returns table (question_id uuid, vote int) language sql stable security definer set search_path = public as $$
  select m.question_id, m.vote::int from question_mark m
   where (m.question_id, m.voter) in (select split_part(v, ' ', 1)::uuid, split_part(v, ' ', 2) from unnest(voters) v)
$$;

-- What a doctor's page in the app shows of what others wrote: as on the public page, and of a private clinic to its own (rule 77). Whether the doctor
-- may be seen is decided before.
create function doctor_voices(of_doctor uuid) returns jsonb language sql stable security definer set search_path = public as $$
  with mine as materialized (
    select c.id from clinic c where (not c.private and c.active and c.deleted_at is null) or c.audience && (select array_remove(app_keys(), 'admin'))
  )
  select jsonb_build_object(
    'comments', (select coalesce(jsonb_agg(to_jsonb(c) - 'at' order by c.at desc), '[]') from (
      select initials(m.patient_name) as author, m.rate, m.content, iso(m.created_at) as "createdAt", m.created_at as at from comment m
       where m.doctor_id = of_doctor and m.published and m.content <> '' and (m.clinic_id is null or m.clinic_id in (select id from mine))
       order by m.created_at desc limit 20) c),
    'questions', (select coalesce(jsonb_agg(to_jsonb(q) order by q."answeredAt" desc), '[]') from (
      select m.id, m.content, m.answer, iso(m.answered_at) as "answeredAt", m.answered_by as "answeredBy", m.likes, m.dislikes from question m
       where m.doctor_id = of_doctor and m.published and (m.clinic_id is null or m.clinic_id in (select id from mine))
       order by m.answered_at desc limit 20) q))
$$;

-- As in 0137, and each question with its id and its counts.
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
          select initials(m.patient_name) as author, m.rate, m.content, iso(m.created_at) as "createdAt", m.created_at as at from comment m
           where m.doctor_id = d.id and m.published and m.content <> ''
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

-- One answer, with the key of its doctor's page; null if it is not public here.
create function site_question(of_clinic uuid, of_question uuid) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', q.id, 'content', q.content, 'answer', q.answer, 'answeredAt', iso(q.answered_at), 'likes', q.likes,
      'dislikes', q.dislikes, 'doctorKey', d.key)
    from question q join site_doctor d on d.id = q.doctor_id and (of_clinic is null or of_clinic = any (d.clinics))
   where q.id = of_question and q.published
     and case when of_clinic is null then q.clinic_id is null or q.clinic_id in (select id from site_clinic)
              else q.clinic_id is null or q.clinic_id = of_clinic end
$$;

-- Views are on no public page: a reader does not make all pages again.
drop trigger site_changed on question;
create trigger site_changed after insert or delete on question for each row execute function site_changed();
create trigger site_changed_anew after update on question for each row
  when ((old.content, old.answer, old.answered_at, old.published, old.likes, old.dislikes, old.clinic_id, old.doctor_id)
    is distinct from (new.content, new.answer, new.answered_at, new.published, new.likes, new.dislikes, new.clinic_id, new.doctor_id))
  execute function site_changed();

-- What is said in public: comments on visits, questions to doctors, doctors' videos (SPEC §3, rules 77, 78).

-- The initials of a name, for lists that others may look at (SCREENS B13).
create function initials(name text) returns text language sql immutable parallel safe strict
  return (select coalesce(string_agg(upper(left(word, 1)) || '.', ' ' order by place), '')
            from regexp_split_to_table(trim(name), '\s+') with ordinality as words (word, place) where word <> '');

create table comment (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  appointment_id uuid not null references appointment,
  -- these four are the visit's
  clinic_id uuid references clinic,
  doctor_id uuid not null references doctor,
  patient_id uuid not null references patient,
  patient_name text not null,
  rate smallint not null check (rate between 1 and 5),
  content text not null default '',
  published boolean not null default false,
  reported_at timestamptz,
  report_reason text,
  created_at timestamptz not null,
  check ((reported_at is null) = (report_reason is null)),
  -- rule 77: one a visit, however many devices it was written on
  constraint comment_of_visit unique (appointment_id)
);
create index comment_created on comment (created_at, id) include (clinic_id, doctor_id, patient_id, published, rate);
create index comment_doctor on comment (doctor_id, created_at, id) include (clinic_id, patient_id, published, rate);
create index comment_clinic on comment (clinic_id, created_at, id) include (doctor_id, patient_id, published, rate);
create index comment_patient on comment (patient_id, created_at, id);

-- The patient's, the doctor's, the clinic's; the admins' half is asked of the clinic, as with visits (rules 47, 77).
create function comment_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    select a.clinic_id, a.doctor_id, a.patient_id, a.patient_name into new.clinic_id, new.doctor_id, new.patient_id, new.patient_name
      from appointment a where a.id = new.appointment_id;
  end if;
  new.audience := array['patient:' || new.patient_id, 'doctor:' || new.doctor_id]
    || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on comment for each row execute function comment_audience();
select sync_table('comment');

create policy sight on comment for select to bedside_app using (
  clinic_id = any ((select app_ids('clinic'))::uuid[])
  or doctor_id = any ((select app_ids('doctor'))::uuid[])
  or patient_id = any ((select app_ids('patient'))::uuid[])
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
create policy write on comment for insert to bedside_app with check (
  patient_id = (select app_person()) and not published and reported_at is null
  and exists (select from appointment a where a.id = appointment_id and a.patient_id = (select app_person()) and a.status = 'completed')
);
-- Admins, and the users of a private clinic for its own (rule 77).
create policy moderate on comment for update to bedside_app
  using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = (select app_clinic()) and clinic_id in (select id from clinic where private)
  )
  with check (true);
grant select, insert (id, appointment_id, rate, content, created_at), update (published, reported_at, report_reason) on comment to bedside_app;

-- Its doctor's alone; a doctor has no right to change what was written.
create function comment_report(of_comment uuid, why text, at_ timestamptz) returns void language sql security definer set search_path = public as $$
  update comment set reported_at = at_, report_reason = why
   where id = of_comment and app_type() = 'doctor' and doctor_id = app_person()
$$;

-- Who decides about what is public of a clinic: its own users where it is private, else the admins (rule 77).
create function publishers_of(of_clinic uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select p.id from person p
   where p.active and case when exists (select from clinic c where c.id = of_clinic and c.private)
                           then p.type = 'clinic' and p.clinic_id = of_clinic else p.type = 'admin' end
$$;

create view comment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", clinic_id as "clinicId", doctor_id as "doctorId", patient_id as "patientId",
         case when app_type() = 'doctor' then initials(patient_name) else patient_name end as "patientName",
         rate, content, published, iso(reported_at) as "reportedAt", report_reason as "reportReason", iso(created_at) as "createdAt",
         field_versions, created_at
    from comment;
grant select on comment_row to bedside_app;

-- A visit's name is its patient's as the card has it, and so is its comment's.
create function comment_named() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update comment set patient_name = new.patient_name where appointment_id = new.id;
  return null;
end $$;
create trigger comment_named after update on appointment for each row
  when (old.patient_name is distinct from new.patient_name) execute function comment_named();

-- Nobody is asked for what they have written (rule 68).
create function comment_answers() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from message where appointment_id = new.appointment_id and state = 'queued' and template = 'visit_comment';
  return null;
end $$;
create trigger answers after insert on comment for each row execute function comment_answers();

-- Stars of a doctor by clinic, of published comments alone: counted once, when one is published or withdrawn (SCREENS B6). What a private
-- clinic's patients say counts nowhere else (rule 77).
create table doctor_rating (
  doctor_id uuid not null references doctor,
  clinic_id uuid references clinic,
  votes int not null check (votes >= 0),
  points int not null,
  unique nulls not distinct (doctor_id, clinic_id)
);
create policy sight on doctor_rating for select to bedside_app using (
  clinic_id is null or doctor_id = (select app_person())
  or clinic_id in (select id from clinic where not private or audience && (select array_remove(app_keys(), 'admin')))
);
grant select on doctor_rating to bedside_app;

alter table doctor add column ratings_version int not null default 0;
create function comment_rated() returns trigger language plpgsql security definer set search_path = public as $$
declare n int := new.published::int - case when tg_op = 'UPDATE' then old.published::int else 0 end;
begin
  insert into doctor_rating as r (doctor_id, clinic_id, votes, points) values (new.doctor_id, new.clinic_id, greatest(n, 0), n * new.rate)
    on conflict (doctor_id, clinic_id) do update set votes = r.votes + n, points = r.points + n * new.rate;
  -- the card shows it; a fact of its own, so that nobody's edit of the card conflicts with it
  update doctor set ratings_version = ratings_version + 1 where id = new.doctor_id;
  return null;
end $$;
create trigger rated after insert on comment for each row when (new.published) execute function comment_rated();
create trigger rated_anew after update on comment for each row
  when (old.published is distinct from new.published) execute function comment_rated();

create or replace view doctor_row with (security_invoker) as
  select d.id, d.version, d.title, p.name, d.branch_id as "branchId", d.branch_ids as "branchIds",
         -- a private clinic's own membership is its own business (rule 47), and so is who is passive where
         array(select c.id from unnest(d.clinic_ids) with ordinality m (id, place) join clinic c on c.id = m.id
                where (mine or c.id <> all (d.passive_in))
                  and (not c.private or c.audience && (select array_remove(app_keys(), 'admin'))) order by place) as "clinicIds",
         d.city, d.languages, case when mine then p.phone end as phone, case when mine then p.email end as email,
         d.short_description as "shortDescription", d.description, d.expertise, d.diploma, d.specialization,
         to_char(d.service_start, 'YYYY-MM-DD') as "serviceStart", d.disease_ids as "diseaseIds", d.treatment_ids as "treatmentIds",
         d.certificates, p.photo_id as "photoId", d.photo_ids as "photoIds", d.diploma_ids as "diplomaIds",
         case when mine then d.commission_type end as "commissionType",
         case when mine and d.commission_type = 'ratio' then d.commission_value end as "commissionRatio",
         case when mine and d.commission_type = 'amount' then d.commission_value end as "commissionAmount",
         case when mine then signs_in(d.id) end as "signsIn",
         d.active and case when (select app_clinic()) is not null and mine then (select app_clinic()) <> all (d.passive_in)
                           else d.clinic_ids = '{}' or not d.clinic_ids <@ d.passive_in end as active,
         mine, d.field_versions, rated.rating, coalesce(rated.votes, 0) as "ratings"
    from doctor d join person p using (id)
   cross join lateral (select is_my_doctor(d.id, d.clinic_ids, d.home_clinic) as mine offset 0) whose
    left join lateral (
      select sum(r.votes)::int as votes, round(sum(r.points)::numeric / nullif(sum(r.votes), 0), 1)::float8 as rating
        from doctor_rating r where r.doctor_id = d.id
    ) rated on true;

-- Videos of doctors (SCREENS B18): a code on the platform, checked there when it was added. A doctor's own, nobody else's (RULES 13).
create table video (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  doctor_id uuid not null references doctor,
  title text not null,
  code text not null check (code ~ '^[A-Za-z0-9_-]{11}$'),
  place bigint not null,
  thumbnail_id uuid,
  created_at timestamptz not null,
  unique (doctor_id, code)
);
create index video_place on video (doctor_id, place, id);
create function video_audience() returns trigger language plpgsql as $$
begin new.audience := array['doctor:' || new.doctor_id]; return new; end $$;
create trigger audience before insert or update on video for each row execute function video_audience();
select sync_table('video');
create policy own on video to bedside_app
  using (doctor_id = (select app_person())) with check (doctor_id = (select app_person()));
grant select, insert (id, doctor_id, title, code, place, thumbnail_id, created_at), update (place), delete on video to bedside_app;
create view video_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", title, code, place, thumbnail_id as "thumbnailId", iso(created_at) as "createdAt", field_versions
    from video;
grant select on video_row to bedside_app;

-- Its picture is a file like others, of the video; it goes with it, and by itself it is neither put nor removed.
alter table file drop constraint file_kind_check;
alter table file add check (kind in ('photo', 'logo', 'doctor_photo', 'diploma', 'proof', 'article', 'video'));
create policy sight_of_video on file for select to bedside_app using (kind = 'video' and exists (select from video where video.id = of_id));
create policy add_of_video on file for insert to bedside_app with check (
  kind = 'video' and owner_id = (select app_person()) and exists (select from video where video.id = of_id)
);
create function video_gone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from file where kind = 'video' and of_id = old.id;
  return null;
end $$;
create trigger gone after delete on video for each row execute function video_gone();

-- Questions of the booking site's visitors (SPEC §3, rule 78): to one doctor, or to whoever of a branch answers first.
create table question (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  clinic_id uuid references clinic,
  branch_id uuid references branch,
  -- null: anybody of the branch
  doctor_id uuid references doctor,
  content text not null,
  answer text not null default '',
  answered_at timestamptz,
  answerer_id uuid references doctor,
  answered_by text,
  published boolean not null default false,
  likes int not null default 0 check (likes >= 0),
  dislikes int not null default 0 check (dislikes >= 0),
  views int not null default 0 check (views >= 0),
  created_at timestamptz not null,
  check (doctor_id is not null or branch_id is not null),
  check ((answer = '') = (answered_at is null) and (answered_at is null) = (answerer_id is null)),
  -- rule 78
  check (answer <> '' or not published)
);
create index question_created on question (created_at, id);
create index question_doctor on question (doctor_id, created_at, id);
create index question_branch on question (branch_id) where doctor_id is null;
create index question_clinic on question (clinic_id, created_at, id);

-- The doctor's who is asked, or those's of the branch: within the clinic where it was asked there, else all whom the public sees; of
-- whoever answered; and of the clinic. The admins' half is asked of the clinic (rule 47).
create function question_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array(
    select 'doctor:' || new.doctor_id where new.doctor_id is not null
    union select 'doctor:' || new.answerer_id where new.answerer_id is not null
    union select 'clinic:' || new.clinic_id where new.clinic_id is not null
    union select 'doctor:' || d.id from doctor d
      where new.doctor_id is null and d.active and d.hidden_at is null and new.branch_id = any (d.branch_ids)
        and case when new.clinic_id is null then d.audience @> '{all}' else new.clinic_id = any (d.clinic_ids) end
  );
  return new;
end $$;
create trigger audience before insert or update on question for each row execute function question_audience();
select sync_table('question');
create policy sight on question for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
create policy answer on question for update to bedside_app
  using (app_type() = 'doctor' and audience && (select app_keys())) with check (true);
create policy moderate on question for update to bedside_app
  using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = (select app_clinic()) and clinic_id in (select id from clinic where private)
  )
  with check (true);
create policy remove on question for delete to bedside_app using (
  (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  or clinic_id = (select app_clinic()) and clinic_id in (select id from clinic where private)
);
grant select, update (answer, answered_at, answerer_id, answered_by, published), delete on question to bedside_app;
create view question_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", branch_id as "branchId", doctor_id as "doctorId", content, answer,
         iso(answered_at) as "answeredAt", answerer_id as "answererId", answered_by as "answeredBy", published, likes, dislikes, views,
         iso(created_at) as "createdAt", field_versions, created_at
    from question;
grant select on question_row to bedside_app;

-- Who joins a branch or a clinic is asked too from then on; who leaves is not (I9).
create function questions_follow_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update question set content = content where doctor_id is null and branch_id = any (old.branch_ids || new.branch_ids);
  return null;
end $$;
create trigger questions_follow after update on doctor for each row
  when ((old.branch_ids, old.clinic_ids, old.active, old.hidden_at, old.audience)
    is distinct from (new.branch_ids, new.clinic_ids, new.active, new.hidden_at, new.audience))
  execute function questions_follow_doctor();

-- Users, settings, the audit's viewer and the own profile.

-- Settings: a version for the save that shows its difference; secrets apart, sealed, and written only (SPEC §3, TRUST D16).
alter table setting add column version int not null default 1;
update setting set data = (data - 'languages') || '{"languages": ["tr", "en", "de", "ru"]}' where id = 'setting';
create policy change on setting for update to bedside_app using ((select app_superadmin())) with check ((select app_superadmin()));
grant update (data, version) on setting to bedside_app;

create table setting_secret (
  id text not null references setting,
  name text not null check (name in ('password', 'key')),
  sealed text not null,
  primary key (id, name)
);
-- Null removes it.
create function keep_secret(of_id text, its_name text, its_sealed text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not app_superadmin() then raise exception 'not a superadmin' using errcode = 'insufficient_privilege'; end if;
  if its_sealed is null then
    delete from setting_secret where id = of_id and name = its_name;
  else
    insert into setting_secret values (of_id, its_name, its_sealed)
      on conflict (id, name) do update set sealed = excluded.sealed;
  end if;
end $$;
create function kept_secrets() returns table (id text, name text) language sql stable security definer set search_path = public as $$
  select s.id, s.name from setting_secret s where app_is_admin()
$$;

-- A person's own record is on their own devices and nobody else's: the profile is read and changed there like any record.
alter table person
  add column field_versions jsonb not null default '{}',
  add column audience text[] not null default '{}',
  add column zone text,
  add column office_phone text,
  add column website text,
  add column deleted_at timestamptz;

create function person_audience() returns trigger language plpgsql as $$
begin new.audience := array['user:' || new.id]; return new; end $$;

-- As `stamp_version`, of the columns the person's device holds: a sign-in or a new password hash is no new version.
create function stamp_person() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb;
begin
  select jsonb_object_agg(coalesce(g.grp, n.key), old.version + 1) into changed
    from jsonb_each(to_jsonb(new)) n
    join jsonb_each(to_jsonb(old)) o using (key)
    left join field_group g on g.tbl = 'person' and g.col = n.key
   where n.value is distinct from o.value and (g.grp is not null or n.key = 'identity');
  if changed is null and new.audience is not distinct from old.audience then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || coalesce(changed, '{}');
  return new;
end $$;

create or replace function feed_buckets(tbl text, r jsonb, audience text[]) returns text[] language sql immutable parallel safe
  return buckets_of(
    audience,
    (r ->> 'clinic_id')::uuid,
    r ? 'clinic_id' and tbl <> all (array['patient', 'person']),
    (case tbl when 'appointment' then r ->> 'starts_at' when 'payment' then r ->> 'added_at'
              when 'notification' then r ->> 'created_at' end)::timestamptz
  );

create trigger audience before insert or update on person for each row execute function person_audience();
create trigger stamp_version before update on person for each row execute function stamp_person();
create trigger stamp_feed after insert or update or delete on person for each row execute function stamp_feed();
update person set audience = array['user:' || id];

-- The last digits are enough to know which number it is; the whole stays where it is (rule 56).
create function own_identity_end() returns text language sql stable security definer set search_path = public as $$
  select right(identity, 2) from person where id = app_person()
$$;
grant select (field_versions, audience, non_citizen, zone, office_phone, website, deleted_at) on person to bedside_app;
create view person_row with (security_invoker) as
  select id, version, type, name, lang, email, phone, superadmin, clinic_id as "clinicId", zone, office_phone as "officePhone", website,
         non_citizen as "nonCitizen", own_identity_end() as "identityEnd", photo_id as "photoId", active,
         field_versions
    from person where id = (select app_person());
grant select on person_row to bedside_app;

-- Who is hidden is in nobody's sight, nor is their card (rule 55).
create policy shown on person as restrictive for select to bedside_app using (deleted_at is null);

-- Users (SPEC §7): the superadmin has all but the private clinics' people; a clinic's users have one another (rule 48).
create policy users on person for select to bedside_app using (
  (select app_superadmin()) and (type = 'admin' or type = 'clinic' and clinic_id in (select id from clinic where not private))
  or type = 'clinic' and (select app_keys()) @> array['clinic:' || clinic_id]
);
create policy users_change on person for update to bedside_app using (
  (select app_superadmin()) and (
    type = 'admin' or type = 'clinic' and clinic_id in (select id from clinic where not private)
    or exists (select from patient where patient.id = person.id) or exists (select from doctor where doctor.id = person.id))
  or type = 'clinic' and (select app_keys()) @> array['clinic:' || clinic_id]
);
create policy own_change on person for update to bedside_app using (id = (select app_person()));
grant update (name, email, phone, lang, superadmin, active, zone, office_phone, website) on person to bedside_app;

create function clinic_has_users(of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from person where clinic_id = of_clinic and deleted_at is null)
$$;
create policy users_add on person for insert to bedside_app with check (
  password_hash is null and (
    (select app_superadmin()) and (
      type <> 'clinic' or clinic_id in (select id from clinic where not private or not clinic_has_users(id)))
    or type = 'clinic' and (select app_keys()) @> array['clinic:' || clinic_id])
);
grant insert (clinic_id, superadmin) on person to bedside_app;

-- Code may err; the database does not hand out the flag to those who do not hold it (TRUST R14, R33).
create function guard_flag() returns trigger language plpgsql as $$
begin
  if new.superadmin and (tg_op = 'INSERT' or not old.superadmin) and current_user = 'bedside_app' and not app_superadmin() then
    raise exception 'only a superadmin makes one' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_flag before insert or update of superadmin on person for each row execute function guard_flag();

-- SCREENS B25: one active superadmin stays, however many leave at the same moment: each looks under the lock, after the one before.
create function keep_superadmin() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.superadmin and old.active and old.deleted_at is null
     and (tg_op = 'DELETE' or not (new.superadmin and new.active and new.deleted_at is null)) then
    perform pg_advisory_xact_lock(7201127);
    if not exists (select from person where superadmin and active and deleted_at is null and id <> old.id) then
      raise exception 'the last superadmin' using errcode = 'check_violation', constraint = 'last_superadmin';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_superadmin before delete or update of superadmin, active, deleted_at on person
  for each row execute function keep_superadmin();

-- Whose visits are still to come; the doctor's and the patient's own side alike.
create function has_open_visits(of_person uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from appointment where status = 'waiting' and (doctor_id = of_person or patient_id = of_person))
$$;

-- Hides a person for good (rule 55): out of every sight, no way in, no contact; what others need of the past stays theirs. Their own
-- account, a superadmin's user, a clinic's colleague. Answers whether there was one to hide.
create function hide_person(whom uuid) returns boolean language plpgsql security definer set search_path = public as $$
declare found_ person;
begin
  select * into found_ from person where id = whom and deleted_at is null for update;
  if found_ is null or not (
    whom = app_person() or sees_user(found_.type, found_.clinic_id, whom) and (app_superadmin() or found_.type = 'clinic')
  ) then return false; end if;
  update person set deleted_at = now(), active = false, email = null, phone = null, identity = null, password_hash = null where id = whom;
  update availability set status = 'passive' where doctor_id = whom and status = 'active';
  update doctor set active = false, hidden_at = now() where id = whom;
  update patient set hidden_at = now() where id = whom;
  return true;
end $$;

-- Who is hidden is nobody's, but for private clinics that know them (0010); whoever has closed their account is nobody's at all (rule 55).
create or replace function patient_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then new := card_of_person(new); end if;
  new.audience := case when new.hidden_at is null
    then array['patient:' || new.id] || array(select 'clinic:' || c from unnest(new.clinic_ids) c) || array(select 'doctor:' || d from unnest(new.doctor_ids) d)
    else array(select 'clinic:' || c.id from clinic c where c.id = any (new.clinic_ids) and c.private
                 and exists (select from person where id = new.id and deleted_at is null)) end;
  return new;
end $$;

-- Another address or phone is another way in: links that were sent to the one before open nothing any more, whoever changed it (TRUST R19).
create function links_end() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update password_link set used_at = now() where person_id = new.id and used_at is null;
  return null;
end $$;
create trigger links_end after update of email, phone on person for each row
  when ((old.email, old.phone) is distinct from (new.email, new.phone)) execute function links_end();

-- How the owner of an account with a password is reached, passive or not; none for one who cannot sign in. For the warning that goes to
-- the address an account had before.
create function owner_to_warn(its_id uuid) returns table (
  email text, phone text, lang text, name text, panel_url text, clinic_name text
) language sql stable security definer set search_path = public as $$
  select p.email, p.phone, p.lang, p.name, c.panel_url, c.name
    from person p
    left join doctor d on d.id = p.id
    left join patient t on t.id = p.id
    left join clinic c on c.id = coalesce(p.realm, p.clinic_id, case when cardinality(coalesce(d.clinic_ids, t.clinic_ids)) = 1
                                         then (coalesce(d.clinic_ids, t.clinic_ids))[1] end) and c.active
   where p.id = its_id and p.password_hash is not null
$$;

-- Who belongs to private clinics alone (rule 47): their users, their patients, doctors who work nowhere else.
create function is_private_person(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select coalesce((
    select case p.type
      when 'clinic' then (select private from clinic where id = p.clinic_id)
      when 'patient' then (select c.private from patient t join clinic c on c.id = t.clinic_id where t.id = p.id)
      when 'doctor' then (select d.clinic_ids <> '{}' and not exists (select from clinic where id = any (d.clinic_ids) and not private)
                            from doctor d where d.id = p.id)
    end from person p where p.id = whom), false)
$$;

-- The sight of a user, for functions that go past the policies; the same as `users` and the cards' (tests/api/rls.test.ts).
create function sees_user(its_type text, its_clinic uuid, its_id uuid) returns boolean language sql stable security definer set search_path = public as $$
  select case
    when app_superadmin() then not is_private_person(its_id)
    when its_type = 'clinic' then app_keys() @> array['clinic:' || its_clinic]
    else false end
$$;

create index person_users on person (type, name_folded, id);
create index person_by_name on person (name_folded, id);

create view user_row with (security_invoker) as
  select p.id, p.id as uuid, p.version, p.type, p.name, p.name_folded, p.email, p.phone, p.lang, p.superadmin, p.clinic_id as "clinicId",
         -- looked up row by row: a join may be planned as every person against every doctor, each pair under doctor's policies
         (select c.name from clinic c where c.id = p.clinic_id) as "clinicName",
         p.active and coalesce((select d.active from doctor d where d.id = p.id), true) as active, iso(p.last_login_at) as "signedInAt",
         iso(p.created_at) as "createdAt"
    from person p
   where p.type in ('admin', 'clinic') or (select app_is_admin());
grant select on user_row to bedside_app;

-- As `patient_search`, of users, by e-mail too.
create function user_search(words text[], digits text, typed text, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = public as $$
declare patterns text[] := array(select replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(words) w);
begin
  if typed like '%@%' then
    return query select p.id from person p where p.email_folded like replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  elsif digits <> '' then
    return query select p.id from person p where p.phone like '%' || digits || '%'
      and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  elsif words <> '{}' then
    return query select p.id from person p
      where p.name_folded like '%' || patterns[1]
        and not exists (select from unnest(patterns) w where not (p.name_folded like w or p.name_folded like '% ' || w))
        and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  end if;
end $$;

-- Whether another person of this realm has this phone or e-mail; says nothing of whose it is (TRUST R19).
create function contact_taken_by_other(whom uuid, in_realm uuid, its_email text, its_phone text) returns text
language sql stable security definer set search_path = public as $$
  select case when bool_or(email_folded = lower(its_email)) then 'email_exists' when bool_or(phone = its_phone) then 'phone_exists' end
    from person
   where realm is not distinct from in_realm and id <> whom and (phone = its_phone or email_folded = lower(its_email))
$$;

-- What is online only in the own profile: checked by the password, set in one place.
create function own_password_hash() returns text language sql stable security definer set search_path = public as $$
  select password_hash from person where id = app_person()
$$;
create function set_own_identity(its_identity text, is_no_citizen boolean, given boolean) returns void
language sql security definer set search_path = public as $$
  update person set identity = case when given then identity_kept(its_identity) else identity end, non_citizen = is_no_citizen where id = app_person()
$$;

-- The audit (rule 57, TRUST D15). `changes`: values before and after, of money, status and settings alone.
alter table audit add column changes jsonb;
create index audit_actor on audit (actor, seq);
create index audit_clinic on audit (clinic_id, seq);

-- A line belongs to the clinic its record belongs to; only where the record has none, to the one its maker stood in.
create function record_clinic(tbl text, whose uuid) returns uuid language sql stable security definer set search_path = public as $$
  select case tbl
    when 'appointment' then (select clinic_id from appointment where id = whose)
    when 'payment' then (select clinic_id from payment where id = whose)
    when 'availability' then (select clinic_id from availability where id = whose)
    when 'patient' then (select clinic_id from patient where id = whose)
    when 'person' then (select coalesce(clinic_id, realm) from person where id = whose)
    when 'clinic' then whose
  end
$$;
create function audit_belongs() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.object_id is not null then new.clinic_id := coalesce(record_clinic(new.object_table, new.object_id), new.clinic_id); end if;
  return new;
end $$;
create trigger belongs before insert on audit for each row execute function audit_belongs();

-- Whether a record is a private clinic's. A kind that is not named here counts as one, until somebody has thought about it.
create function is_private_record(tbl text, whose uuid) returns boolean language sql stable security definer set search_path = public as $$
  select case
    when tbl is null or tbl in ('setting', 'branch', 'bank', 'clinic', 'symptom', 'disease', 'treatment', 'notification') then false
    when tbl in ('appointment', 'payment', 'availability') then
      coalesce((select private from clinic where id = record_clinic(tbl, whose)), false)
    when tbl in ('person', 'doctor', 'patient') then is_private_person(whose)
    else true end
$$;

-- Whose eyes a line is for: a clinic's own users'; the superadmin's, where neither clinic, nor actor, nor record is a private one's,
-- but for what the platform's own people did to a private clinic's row, which they may see (rules 47, 48).
create function sees_audit(its_clinic uuid, its_actor uuid, its_actor_type text, tbl text, whose uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select app_keys() @> array['clinic:' || its_clinic]
    or app_superadmin() and (
      tbl = 'clinic' and its_actor_type = 'admin'
      or not coalesce((select private from clinic where id = its_clinic), false)
         and not is_private_person(its_actor) and not is_private_record(tbl, whose))
$$;

create type audit_line as (
  seq bigint, at timestamptz, made_at timestamptz, actor uuid, actor_name text, actor_type text, clinic_id uuid, clinic_name text,
  action text, object_table text, object_id uuid, object_name text, fields text[], changes jsonb, outcome text
);

create function named_lines(lines audit[]) returns setof audit_line language sql stable security definer set search_path = public as $$
  select a.seq, a.at, a.made_at, a.actor, p.name, a.actor_type, a.clinic_id, c.name, a.action, a.object_table, a.object_id,
         case a.object_table
           when 'appointment' then (select patient_name from appointment where id = a.object_id)
           when 'clinic' then (select name from clinic where id = a.object_id)
           when 'person' then o.name when 'patient' then o.name when 'doctor' then o.name end,
         a.fields, a.changes, a.outcome
    from unnest(lines) a
    left join person p on p.id = a.actor
    left join clinic c on c.id = a.clinic_id
    left join person o on o.id = a.object_id
   order by a.seq desc
$$;
revoke execute on function named_lines from public;

-- The viewer's page, newest first; applies the sight itself, so that nobody has a right on the log (TRUST D15).
create function audit_page(
  of_actor uuid, of_action text, of_table text, of_record uuid, from_at timestamptz, to_at timestamptz, before_seq bigint, most int
) returns setof audit_line language sql stable security definer set search_path = public as $$
  select * from named_lines(array(
    select a from audit a
     where (of_actor is null or a.actor = of_actor) and (of_action is null or a.action = of_action)
       and (of_table is null or a.object_table = of_table) and (of_record is null or a.object_id = of_record)
       and (from_at is null or a.at >= from_at) and (to_at is null or a.at < to_at) and (before_seq is null or a.seq < before_seq)
       and sees_audit(a.clinic_id, a.actor, a.actor_type, a.object_table, a.object_id)
     order by a.seq desc limit most))
$$;

-- The history of one record, for whoever sees the record itself (the caller has looked): without what another, private clinic's
-- people did to it.
create function record_history(of_table text, of_record uuid, before_seq bigint, most int)
returns setof audit_line language sql stable security definer set search_path = public as $$
  select * from named_lines(array(
    select a from audit a
     where a.object_table = of_table and a.object_id = of_record and (before_seq is null or a.seq < before_seq)
       and (app_keys() && array['clinic:' || a.clinic_id, 'host:' || a.clinic_id]
            or a.actor = app_person()
            or not coalesce((select private from clinic where id = a.clinic_id), false) and not is_private_person(a.actor))
     order by a.seq desc limit most))
$$;

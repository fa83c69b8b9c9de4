-- ends older builds
-- What health records say, and identity numbers, rest sealed (docs/decisions/0097). The database has no key: what it compares is sealed so that the same
-- number in one realm is always the same text; what it shows in part it marks, and the server cuts it.

-- What is sealed is as it is to be kept.
create or replace function identity_kept(typed text) returns text language sql immutable parallel safe strict
  return case when typed like '~S1.%' then typed else nullif(upper(regexp_replace(normalize(typed, NFKC), '[\s.-]', '', 'g')), '') end;

-- The last signs of a number. `~E2` before a sealed one: the server shows two of it.
create function end_shown(its text, signs int) returns text language sql immutable parallel safe strict
  return case when its like '~S1.%' then '~E' || signs || its else right(its, signs) end;

create or replace function own_identity_end() returns text language sql stable security definer set search_path = public as $$
  select end_shown(coalesce(identity_claimed, identity), 2) from person where id = app_person()
$$;

create or replace function registrations_waiting(at_ timestamptz) returns table (
  id uuid, type text, name text, email text, phone text, "birthDate" text, title text, city text, "identityEnd" text, "askedAt" text, matches jsonb
) language sql stable security definer set search_path = public as $$
  select r.id, r.type, r.data ->> 'name', r.data ->> 'email', r.data ->> 'phone', r.data ->> 'birthDate', r.data ->> 'title', r.data ->> 'city',
         end_shown(identity_kept(r.data ->> 'identity'), 4), iso(r.asked_at),
         case when r.type = 'doctor' then '[]' else (
           select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'birthDate', to_char(t.birth_date, 'YYYY-MM-DD'),
                    'signsIn', p.password_hash is not null,
                    'by', array_remove(array[case when p.identity = identity_kept(r.data ->> 'identity') then 'identity' end,
                                             case when p.phone = r.data ->> 'phone' then 'phone' end,
                                             case when p.email_folded = lower(r.data ->> 'email') then 'email' end,
                                             case when t.name_folded = fold(r.data ->> 'name') and t.birth_date = (r.data ->> 'birthDate')::date then 'name' end], null)) order by t.id), '[]')
             from patient t join person p on p.id = t.id
            where sees_patient(t) and t.hidden_at is null and recovery_clinic(t.id) = app_clinic()
              and (p.identity = identity_kept(r.data ->> 'identity') or p.phone = r.data ->> 'phone' or p.email_folded = lower(r.data ->> 'email')
                   or t.name_folded = fold(r.data ->> 'name') and t.birth_date = (r.data ->> 'birthDate')::date)) end
    from account_request r
   where r.host_clinic = app_clinic() and r.kind = 'register' and r.confirmed_at is not null and r.done_at is null and r.expires_at > at_
   order by r.confirmed_at, r.id limit 200
$$;

create or replace function stamp_version() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old); changed jsonb;
begin
  -- a start seals what an older build has written (0097): the same words, so no new version
  if current_setting('app.sealing', true) = 'on' then return new; end if;
  select jsonb_object_agg(coalesce((select grp from field_group g where g.tbl = tg_table_name and g.col = n.key), n.key), old.version + 1)
    into changed
    from jsonb_each(to_jsonb(new) - array['version', 'field_versions', 'audience', 'updated_at', 'updated_by', 'during']) n
   where n.value is distinct from was -> n.key;
  if changed is null and new.audience is not distinct from old.audience then return old; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || coalesce(changed, '{}');
  return new;
end $$;

create or replace function stamp_person() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb;
begin
  if current_setting('app.sealing', true) = 'on' then return new; end if;
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

create or replace function patient_merge_proved(stays uuid, goes uuid) returns text language plpgsql security definer set search_path = public as $$
declare
  mine uuid[] := my_clinics();
  is_admin boolean := app_type() = 'admin';
  kept patient; gone patient; was person;
  whole boolean;
  holder record;
begin
  if not is_admin and app_type() <> 'clinic' then raise exception 'not for this role' using errcode = 'insufficient_privilege'; end if;
  perform from patient t where t.id in (stays, goes) order by t.id for update;
  select * into kept from patient t where t.id = stays and sees_patient(t);
  select * into gone from patient t where t.id = goes and sees_patient(t);
  if kept.id is null or gone.id is null or stays = goes then return 'patient_not_found'; end if;
  select * into was from person where id = goes;
  -- whose account it is decides which card it is
  if was.password_hash is not null then return 'patient_signs_in'; end if;
  -- nobody else has anything of this card: it ends as a whole
  whole := gone.clinic_ids <@ mine
    and not exists (select from appointment a where a.patient_id = goes and not coalesce(a.clinic_id = any (mine), is_admin))
    and (is_admin or not exists (
      select from unnest(gone.doctor_ids) d where not exists (select from doctor where id = d and clinic_ids && mine)));

  for holder in
    select c.conrelid::regclass as tbl, a.attname as col,
           exists (select from pg_attribute k where k.attrelid = c.conrelid and k.attname = 'clinic_id' and not k.attisdropped) as placed,
           exists (select from pg_attribute k where k.attrelid = c.conrelid and k.attname = 'patient_name' and not k.attisdropped) as named
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.conrelid <> 'patient'::regclass
       and (c.confrelid = 'patient'::regclass or c.confrelid = 'person'::regclass and a.attname = 'patient_id')
     order by 1, 2
  loop
    -- the card itself is of no clinic: what stands in no clinic goes with the whole
    if not whole and not holder.placed then continue; end if;
    execute format('update %s set %I = $1%s where %I = $2%s', holder.tbl, holder.col,
      case when holder.named then ', patient_name = $4' else '' end, holder.col,
      case when whole then '' else ' and coalesce(clinic_id = any ($3), $5)' end)
      using stays, goes, mine, kept.name, is_admin;
  end loop;

  if whole then
    -- what one card lacked the other may say; nobody else could have written it
    update person set email = null, phone = null, identity = null where id = goes;
    update person p set city = coalesce(p.city, was.city) where p.id = stays;
    update person p set identity = coalesce(p.identity, was.identity) where p.id = stays and p.realm is not distinct from was.realm;
    -- an account is opened by what its owner has proved: a contact of another card, which a desk may have typed, is none of it
    update person p set email = coalesce(p.email, was.email), phone = coalesce(p.phone, was.phone)
     where p.id = stays and p.realm is not distinct from was.realm and p.password_hash is null;
  end if;
  update patient t set
      birth_date = coalesce(t.birth_date, gone.birth_date),
      gender = coalesce(t.gender, gone.gender),
      blood_type = coalesce(t.blood_type, gone.blood_type),
      -- where both say something the server adds the other's: only it can read them
      allergies = coalesce(t.allergies, gone.allergies),
      emergency_name = case when t.emergency_name is null and t.emergency_phone is null then gone.emergency_name else t.emergency_name end,
      emergency_phone = case when t.emergency_name is null and t.emergency_phone is null then gone.emergency_phone else t.emergency_phone end,
      clinic_ids = t.clinic_ids || array(select c from unnest(gone.clinic_ids) c where c = any (mine) and c <> all (t.clinic_ids)),
      doctor_ids = t.doctor_ids || array(select d from unnest(gone.doctor_ids) d where d <> all (t.doctor_ids)
        and (whole or exists (select from appointment a where a.patient_id = stays and a.doctor_id = d))),
      visits_seen = t.visits_seen + 1
   where t.id = stays;

  update patient t set merged_into = stays,
      clinic_ids = array(select c from unnest(t.clinic_ids) c where c <> all (mine)),
      doctor_ids = case when whole then '{}' else array(select d from unnest(t.doctor_ids) d
        where exists (select from appointment a where a.patient_id = goes and a.doctor_id = d)
           or exists (select from doctor o where o.id = d and not o.clinic_ids && mine)) end,
      hidden_at = case when whole or is_admin then now() else t.hidden_at end
   where t.id = goes;
  update person set active = false where id = goes and whole;
  return null;
end $$;

-- What both cards of a patient said, once they are one.
create function patient_allergies_of_both(of_patient uuid, its_text text) returns void language sql security definer set search_path = public as $$
  update patient t set allergies = its_text
   where t.id = of_patient and sees_patient(t) and exists (select from patient gone where gone.merged_into = t.id)
$$;

-- People: the order of a doctor's pictures, a search that knows who is passive, two cards of one patient made one.

-- The files place themselves (0008); their order is whoever's who may change the card.
grant update (photo_ids, diploma_ids) on doctor to bedside_app;

-- As before (0010), and of the active or the passive alone where that is asked, so that a list's search is one look at the index.
drop function patient_search(text[], text[], text, text, int);
create function patient_search(words text[], others text[], digits text, exact text, is_active boolean, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  keys text[] := app_keys();
  all_public boolean := app_is_admin();
  public_ids uuid[] := case when all_public then open_clinics() end;
  mine uuid[] := my_clinics();
  longest int := (select i from generate_subscripts(words, 1) i order by length(words[i]) desc limit 1);
  one text; other text;
begin
  if exact is not null then
    return query select t.id from person p join patient t on t.id = p.id
      where p.identity = identity_kept(exact)
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
  if digits <> '' then
    return query select t.id from patient t
      where t.phone like '%' || digits || '%'
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  elsif longest is not null then
    one := '% ' || words[longest] || '%';
    other := '% ' || others[longest] || '%';
    return query select t.id from patient t
      where (t.name_search like one or t.name_search like other) -- narrows by the index; the other words decide
        and not exists (select from unnest(words, others) w (a, b)
                         where t.name_search not like '% ' || a || '%' and t.name_search not like '% ' || b || '%')
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
end $$;

-- Where the records of a card went that was made one with another; what still comes for it goes there too.
alter table patient add column merged_into uuid references patient;

-- Two cards of one patient become one (SCREENS B7): all that the asker's side has of `goes` is of `stays` from now on, and `goes` leaves
-- their lists as when it is deleted. What others have of it, private clinics above all, stays with it and is not spoken of (rule 47).
-- Answers a refusal's name, or null. Every table that names a patient is taken by its own keys, also those of areas yet to come.
create function patient_merge(stays uuid, goes uuid) returns text language plpgsql security definer set search_path = public as $$
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
    update person p set email = coalesce(p.email, was.email), phone = coalesce(p.phone, was.phone), identity = coalesce(p.identity, was.identity)
     where p.id = stays and p.realm is not distinct from was.realm;
  end if;
  update patient t set
      birth_date = coalesce(t.birth_date, gone.birth_date),
      gender = coalesce(t.gender, gone.gender),
      blood_type = coalesce(t.blood_type, gone.blood_type),
      -- an allergy is never lost to a choice between two cards
      allergies = case when t.allergies is null then gone.allergies
                       when gone.allergies is null or position(lower(gone.allergies) in lower(t.allergies)) > 0 then t.allergies
                       else left(t.allergies || '; ' || gone.allergies, 500) end,
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

-- The card that a card has become, where the asker sees it; else the one named.
create function patient_now(of_patient uuid) returns uuid language sql stable security definer set search_path = public as $$
  with recursive steps (id, n) as (
    select of_patient, 0
    union all select t.merged_into, steps.n + 1 from steps join patient t on t.id = steps.id where t.merged_into is not null and steps.n < 20)
  select coalesce((select steps.id from steps join patient t on t.id = steps.id where steps.n > 0 and sees_patient(t) order by steps.n desc limit 1), of_patient)
$$;

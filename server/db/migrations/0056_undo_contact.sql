-- The way into an account moves by its owner's word alone (docs/decisions/0049): every change of a contact waits, the old ones are told, and one
-- press there undoes it. An account that two cards become gets no contact of the other one.

-- As before (0017), and one's own change as well: it may be somebody else at an open screen. Only what is done in nobody's name (a link that was
-- opened, the undoing of a change) holds at once.
create or replace function hold_contact() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.deleted_at is not null or old.password_hash is null or app_person() is null
     or (new.email, new.phone) is not distinct from (old.held_email, old.held_phone) then
    new.held_email := null; new.held_phone := null; new.held_until := null;
  elsif old.held_until is null or old.held_until <= now() then
    new.held_email := old.email; new.held_phone := old.phone; new.held_until := now() + interval '7 days';
  end if;
  return new;
end $$;

-- A change that its owner may undo: what they had, and the hash of the code that was sent there. Reached by the functions below alone.
create table contact_change (
  code_hash text primary key,
  person_id uuid not null references person on delete cascade,
  email text,
  phone text,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index contact_change_person on contact_change (person_id);

-- The contacts by which the owner of an account is known to be the owner: those that are held while others wait.
create function contacts_proved(its_id uuid) returns table (email text, phone text)
language sql stable security definer set search_path = public as $$
  select case when held_until > now() then held_email else p.email end, case when held_until > now() then held_phone else p.phone end
    from person p where p.id = its_id and p.password_hash is not null
$$;

create function contact_changed(of_person uuid, code text, its_email text, its_phone text, at timestamptz, until timestamptz) returns void
language sql security definer set search_path = public as $$
  insert into contact_change (code_hash, person_id, email, phone, made_at, expires_at) values (code, of_person, its_email, its_phone, at, until)
$$;

-- Undoes a change and all that may have followed from it: contacts as they were, no session, no link, no known device. Nobody, where the code
-- opens nothing.
create function contact_undo(code text, at timestamptz) returns table (person_id uuid, type text, clinic_id uuid, sessions text[])
language plpgsql security definer set search_path = public as $$
declare
  its contact_change;
  ended text[];
begin
  select * into its from contact_change c where c.code_hash = code and c.used_at is null and c.expires_at > at for update;
  if not found then return; end if;
  update person p set email = its.email, phone = its.phone where p.id = its.person_id and p.deleted_at is null;
  if not found then return; end if;
  update contact_change c set used_at = at where c.person_id = its.person_id and c.used_at is null;
  update password_link l set used_at = at where l.person_id = its.person_id and l.used_at is null;
  delete from known_device d where d.person_id = its.person_id;
  with out as (
    update session s set ended_at = at, token_hash = null where s.person_id = its.person_id and s.ended_at is null returning s.session_hash
  ) select coalesce(array_agg(session_hash), '{}') into ended from out;
  return query select p.id, p.type, p.clinic_id, ended from person p where p.id = its.person_id;
end $$;

-- With the account, forgotten or ended, go the devices it is known by and what could be undone of it.
create or replace function forget_devices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from known_device where person_id = new.id;
  delete from contact_change where person_id = new.id;
  return null;
end $$;

-- As before (0018), but for the contacts of an account.
create or replace function patient_merge(stays uuid, goes uuid) returns text language plpgsql security definer set search_path = public as $$
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

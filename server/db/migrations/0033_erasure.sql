-- A patient forgotten (issue 6, TRUST D16, G28), and the key that their files' bytes rest under.

-- One key a card, sealed under the master key, which is not in the database. `id` is the card's it was made for: no reference, since a file
-- that moves when two cards become one keeps the key it was sealed under. Reached by the functions below alone.
create table patient_key (
  id uuid primary key,
  sealed text not null,
  made_at timestamptz not null default now()
);

-- Bytes are sealed under a key of their own when they arrive, before anybody has said whose they are; with the record that key is sealed under
-- its patient's. Files from before have neither: their bytes rest under the house's key alone.
alter table file_upload add column file_key text;
alter table patient_file
  add column file_key text,
  add column key_id uuid references patient_key,
  add check ((file_key is null) = (key_id is null));

-- The key of a patient whom the asker sees: the one there is, else the one offered.
create function patient_key_of(of_patient uuid, offered text) returns text language plpgsql security definer set search_path = public as $$
declare kept text;
begin
  if not exists (select from patient t where t.id = of_patient and sees_patient(t)) then return null; end if;
  insert into patient_key (id, sealed) values (of_patient, offered) on conflict (id) do nothing;
  select sealed into kept from patient_key where id = of_patient;
  return kept;
end $$;
-- What opens a file in the asker's sight.
create function patient_file_key(of_file uuid) returns table (file_key text, sealed text)
language sql stable security definer set search_path = public as $$
  select f.file_key, k.sealed from patient_file f join patient_key k on k.id = f.key_id where f.id = of_file and f.audience && app_keys()
$$;

-- When the patient asked to be forgotten; their clinic, or the platform's superadmin, carries it out.
alter table patient add column erasure_asked_at timestamptz, add column erased_at timestamptz;
create or replace view patient_row with (security_invoker) as
  select t.id, t.version, t.name, t.phone, t.email, to_char(t.birth_date, 'YYYY-MM-DD') as "birthDate", t.gender, t.allergies,
         t.blood_type as "bloodType", t.emergency_name as "emergencyName", t.emergency_phone as "emergencyPhone", t.city,
         t.non_citizen as "nonCitizen", t.has_identity as "hasIdentity",
         t.active and not t.passive_in && (select my_clinics()) as active,
         case when t.id = (select app_person()) then t.clinic_ids
              else array(select c from unnest(t.clinic_ids) c where c = any ((select my_clinics())::uuid[])) end as "clinicIds",
         case when t.added_in = any ((select my_clinics())::uuid[]) or t.added_by = (select app_person())
                or t.added_in is null and t.added_by is not null and sees_adder(t.added_by)
              then t.added_by_name end as "addedBy",
         (select iso(max(a.starts_at)) from appointment a where a.patient_id = t.id and a.status = 'completed') as "lastVisit",
         (select count(*) from appointment a where a.patient_id = t.id and a.status = 'completed')::int as visits,
         iso(t.created_at) as "createdAt", t.field_versions, t.created_at, iso(t.erasure_asked_at) as "erasureAskedAt"
    from patient t;

-- The patient's own word; null takes it back. Answers whom to tell: the users of the clinics that have them, else the superadmins.
create function patient_ask_erasure(at_ timestamptz) returns setof uuid language plpgsql security definer set search_path = public as $$
declare met uuid[];
begin
  update patient set erasure_asked_at = at_ where id = app_person() returning clinic_ids into met;
  if at_ is null then return; end if;
  return query select p.id from person p
    where p.active and p.deleted_at is null
      and case when met = '{}' then p.superadmin else p.type = 'clinic' and p.clinic_id = any (met) end;
end $$;

-- The words of a transfer and of a wallet's line may be forgotten, while a patient is; their numbers never.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
declare words text[] := array['reason', 'by_name', 'created_by'];
begin
  if current_setting('app.forgetting', true) = 'on' and tg_op = 'UPDATE' and tg_table_name in ('ledger_transfer', 'balance_line')
     and to_jsonb(new) - words = to_jsonb(old) - words and to_jsonb(new) ->> 'reason' is null
     and coalesce(to_jsonb(new) ->> 'by_name', to_jsonb(new) ->> 'created_by')
         in ('—', coalesce(to_jsonb(old) ->> 'by_name', to_jsonb(old) ->> 'created_by')) then
    return new;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Who did something, where that is one of the house; else a dash, since it may have been the patient, under whatever name they had then.
create function actor_kept(named text, forgotten text[]) returns text language sql stable security definer set search_path = public as $$
  select case when named is null then null
              when named = 'Bedside' or named <> all (forgotten) and exists (select from person where name = named and type <> 'patient') then named
              else '—' end
$$;
-- A text without these names.
create function without_names(said text, names text[]) returns text language plpgsql immutable as $$
declare one text;
begin
  foreach one in array names loop said := replace(said, one, '—'); end loop;
  return said;
end $$;

-- Why a patient whom the asker sees cannot be forgotten by them; null where they can. Only whoever has the whole of a record may end it: a
-- desk one that no other house has anything of, a superadmin one that no private clinic has (rules 47, 51).
create function why_not_erase(cards uuid[]) returns text language plpgsql stable security definer set search_path = public as $$
declare
  mine uuid[] := case when app_superadmin() then open_clinics() else my_clinics() end;
  house boolean := app_superadmin();
begin
  if exists (select from appointment where patient_id = any (cards) and status = 'waiting') then return 'open_appointments'; end if;
  if exists (
       select from patient t where t.id = any (cards) and (not t.clinic_ids <@ mine or t.clinic_id is not null and t.clinic_id <> all (mine)))
     or not house and exists (
       select from patient t cross join unnest(t.doctor_ids) d
        where t.id = any (cards) and not exists (select from doctor o where o.id = d and o.clinic_ids && mine))
     or exists (
       select from (
         select clinic_id, false as own from appointment where patient_id = any (cards)
         union all select clinic_id, false from patient_note where patient_id = any (cards) and deleted_at is null
         union all select clinic_id, false from recipe where patient_id = any (cards) and deleted_at is null
         union all select clinic_id, false from report where patient_id = any (cards) and deleted_at is null
         union all select clinic_id, author_id = patient_id from patient_file where patient_id = any (cards) and deleted_at is null
         union all select clinic_id, false from payment where patient_id = any (cards)
         union all select clinic_id, false from payment_link where patient_id = any (cards)
       ) held where case when clinic_id is null then not (house or own) else clinic_id <> all (mine) end)
  then return 'erasure_elsewhere'; end if;
  if exists (select from ledger_account where patient_id = any (cards) and kind in ('wallet', 'reserved', 'refund_due') and balance <> 0)
     or exists (select from payment where patient_id = any (cards) and refund_status in ('pending', 'approved'))
  then return 'patient_has_money'; end if;
  return null;
end $$;

-- Forgets a patient: name, contact, identity, what was written of and by them, their files' key. Visits and money lines stay, of nobody. The
-- rows that go leave tombstones in the feed, so that devices forget with their next pull (I9). Answers a refusal's name, or the bytes to
-- remove and the sessions to close.
create function patient_erase(of_patient uuid) returns table (why text, stored text[], sessions text[])
language plpgsql security definer set search_path = public as $$
declare
  cards uuid[];
  names text[];
  contacts text[];
  one text;
begin
  stored := '{}'; sessions := '{}';
  perform from patient t where t.id = of_patient and sees_patient(t) for update;
  if not found or not (app_superadmin() or app_type() = 'clinic') then
    why := 'patient_not_found'; return next; return;
  end if;
  -- the cards that became this one are the same person's
  with recursive same (id) as (
    select of_patient union select t.id from same join patient t on t.merged_into = same.id)
  select array_agg(id) into cards from same;
  perform from patient t where t.id = any (cards) order by t.id for update;
  why := why_not_erase(cards);
  if why is not null then return next; return; end if;

  -- the longest first: a name may hold another
  select coalesce(array_agg(n order by length(n) desc), '{}') into names from (
    select distinct trim(n) as n from (
      select name from person where id = any (cards) union select patient_name from appointment where patient_id = any (cards)
      union select patient_name from payment where patient_id = any (cards) union select emergency_name from patient where id = any (cards)
    ) known (n) where length(trim(n)) > 2) longest;
  select coalesce(array_agg(distinct lower(c)), '{}') into contacts from person p
   cross join lateral unnest(array[p.email, p.phone, p.held_email, p.held_phone]) c where p.id = any (cards) and c is not null;

  -- what is written of them, with its bytes
  with gone as (
    delete from patient_file f where f.patient_id = any (cards) returning f.stored
  ), parts as (
    delete from file_part p where p.owner_id = any (cards) returning p.stored
  ), uploads as (
    delete from file_upload u where u.owner_id = any (cards) returning u.stored
  ), pictures as (
    delete from file f where f.owner_id = any (cards) or f.of_id = any (cards)
       or f.kind = 'proof' and f.of_id in (select id from payment where patient_id = any (cards))
    returning f.stored
  )
  select coalesce(array_agg(s), '{}') into stored from (
    select g.stored from gone g union select p.stored from parts p union select u.stored from uploads u union select i.stored from pictures i
  ) bytes (s) where s is not null;
  delete from patient_key k where k.id = any (cards) and not exists (select from patient_file f where f.key_id = k.id);
  delete from patient_note where patient_id = any (cards);
  delete from recipe where patient_id = any (cards);
  delete from report where patient_id = any (cards) and report_id is not null;
  delete from report where patient_id = any (cards);

  -- the person: their name leaves visits, payments, links and comments by the triggers that brought it there
  update person set name = '—', email = null, phone = null, identity = null, password_hash = null, held_email = null, held_phone = null,
         held_until = null, office_phone = null, website = null, zone = null, city = null, country = null, lat = null, lng = null,
         muted = '{}', active = false, deleted_at = coalesce(deleted_at, now())
   where id = any (cards);
  update patient set birth_date = null, gender = null, allergies = null, blood_type = null, emergency_name = null, emergency_phone = null,
         clinic_ids = '{}', doctor_ids = '{}', passive_in = '{}', added_by = null, added_by_name = null, added_in = null,
         hidden_at = coalesce(hidden_at, now()), erased_at = now()
   where id = any (cards);

  update appointment set patient_name = '—', patient_note = null, note = null, cancel_reason = null, meeting_link = null, check_in_code = null,
         created_by = actor_kept(created_by, names), updated_by = actor_kept(updated_by, names),
         cancelled_by = actor_kept(cancelled_by, names), completed_by = actor_kept(completed_by, names)
   where patient_id = any (cards);
  update payment set patient_name = '—', refund_iban = null, proof_id = null where patient_id = any (cards);
  update payment_link set patient_name = '—', description = '—', created_by = actor_kept(created_by, names),
         status = case when status = 'waiting' then 'cancelled' else status end
   where patient_id = any (cards);
  delete from payment_link_secret where link_id in (select id from payment_link where patient_id = any (cards));
  update payment_transaction set url = null where patient_id = any (cards);
  perform set_config('app.forgetting', 'on', true);
  update balance_line set reason = null, created_by = actor_kept(created_by, names) where patient_id = any (cards);
  update ledger_transfer t set reason = null, by_name = actor_kept(by_name, names)
   where (reason is not null or by_name <> actor_kept(by_name, names))
     and (payment_id in (select id from payment where patient_id = any (cards))
          or exists (select from ledger_line l join ledger_account a on a.id = l.account_id where l.transfer_id = t.id and a.patient_id = any (cards)));
  perform set_config('app.forgetting', 'off', true);
  update comment set patient_name = '—', content = '', reported_at = null, report_reason = null where patient_id = any (cards);

  -- what was said to them, and to others of them
  delete from notification where user_id = any (cards);
  update notification n set args = array(select without_names(arg, names) from unnest(n.args) with ordinality a (arg, place) order by place)
   where exists (select from unnest(n.args) arg cross join unnest(names) name where position(name in arg) > 0);
  delete from message where patient_id = any (cards) or lower(recipient) = any (contacts)
     or state = 'queued' and appointment_id in (select id from appointment where patient_id = any (cards));
  foreach one in array names loop
    update message set args = replace(args::text, trim('"' from to_json(one)::text), '—')::jsonb, subject = replace(subject, one, '—'),
           body = replace(body, one, '—')
     where position(trim('"' from to_json(one)::text) in args::text) > 0 or position(one in subject) > 0 or position(one in body) > 0;
  end loop;
  delete from push_message where appointment_id in (select id from appointment where patient_id = any (cards));

  -- the account: their own devices are told to empty themselves (0032), and nothing of where they stood is kept
  delete from push_subscription where person_id = any (cards);
  with ended as (
    update session s set wipe_hash = coalesce(s.wipe_hash, s.token_hash), token_hash = null, agent = null, ip_prefix = null,
           ended_at = coalesce(s.ended_at, now())
     where s.person_id = any (cards) returning s.session_hash
  )
  select coalesce(array_agg(e.session_hash), '{}') into sessions from ended e;
  delete from consent where person_id = any (cards);
  delete from password_link where person_id = any (cards);
  delete from second_factor where person_id = any (cards);
  delete from hold where person_id = any (cards);
  delete from idempotency where actor = any (cards);
  delete from account_request r where exists (select from unnest(contacts) c where position(c in lower(r.data::text)) > 0);
  return next;
end $$;

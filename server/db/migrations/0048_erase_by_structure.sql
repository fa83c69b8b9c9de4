-- Forgetting by structure, and account letters that fail one by one.

-- One that fails waits for its next try and holds up no other; after the last one it is settled, as failed.
alter table account_request
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  add column failed_at timestamptz;

-- As in 0033, but nothing is found by its text: a patient called "link" renamed the parts of others' letters, one called Ali cut Salih's name,
-- and an address that ends another's took that other's registration with it. Letters name nobody but their receiver, and go with them;
-- a bell names the patient in its first argument, and only some kinds of it do.
create or replace function patient_erase(of_patient uuid) returns table (why text, stored text[], sessions text[])
language plpgsql security definer set search_path = public as $$
declare
  cards uuid[];
  names text[];
  contacts text[];
  identities text[];
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

  select coalesce(array_agg(identity), '{}') into identities from person where id = any (cards) and identity is not null;

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
  update notification n set args[1] = '—'
   where n.kind in ('appointment_booked', 'appointment_cancelled', 'appointment_moved', 'patient_waiting', 'refund_asked',
                    'proof_added', 'erasure_asked')
     and n.args[1] <> '—'
     and (n.appointment_id in (select id from appointment where patient_id = any (cards))
          or n.appointment_id is null and n.args[1] = any (names));
  delete from message where patient_id = any (cards) or lower(recipient) = any (contacts)
     or state = 'queued' and appointment_id in (select id from appointment where patient_id = any (cards));
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
  delete from account_request r where lower(r.data ->> 'email') = any (contacts) or r.data ->> 'phone' = any (contacts)
     or lower(trim(r.data ->> 'username')) = any (contacts) or identity_kept(r.data ->> 'identity') = any (identities);
  return next;
end $$;

drop function without_names(text, text[]);

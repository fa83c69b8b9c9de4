-- What payers say for themselves: where a refund is to go, a picture of the transfer they made. And what is looked for by its number, or by
-- what is rare.
alter table payment
  add column refund_asked_at timestamptz,
  add column refund_iban text,
  add column proof_id uuid,
  -- the try by which its card was charged: what its provider knows it by
  add column transaction_id uuid;

-- What is rare among all payments, or asked for by one bank, one way or the day it was paid, is found as a page is: in an index that holds
-- all that sight, filters and totals ask (as 0021 has it for all, for a clinic and for a doctor).
create index payment_not_paid on payment (added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone)
  where status <> 'completed';
create index payment_back on payment (added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone)
  where refund_status <> 'none';
create index payment_at_house on payment (type, added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone)
  where type in ('cash', 'wallet');
create index payment_paid_out on payment (added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone)
  where earn_status = 'completed';
create index payment_bank on payment (bank_id, added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, zone)
  where bank_id is not null;
drop index payment_when_paid;
create index payment_when_paid on payment (paid_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, added_at, bank_id, zone)
  where paid_at is not null;

drop view payment_row;
create view payment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", patient_id as "patientId", patient_name as "patientName", doctor_id as "doctorId",
         clinic_id as "clinicId", iso(visit_at) as "visitStart", zone, type, status, refund_status as "refundStatus", refund_to as "refundTo",
         iso(refund_asked_at) as "refundAskedAt", refund_iban as "refundIban", proof_id as "proofId", transaction_id as "transactionId",
         amount, wallet_amount as "walletAmount", currency, commission, earn, earn_status as "earnStatus", bank_id as "bankId", reference,
         link_id as "linkId", iso(pay_by) as "payBy", iso(added_at) as "addedAt", iso(paid_at) as "paidAt",
         iso(cancelled_at) as "cancelledAt", iso(refunded_at) as "refundedAt", field_versions, added_at, paid_at, clinic_id, top_up
    from payment;
grant select on payment_row to bedside_app;

-- The slip of a transfer: added by its payer or the desk while it waits, seen by whoever sees the payment with its bank (not its doctor).
alter table file drop constraint file_kind_check;
alter table file add check (kind in ('photo', 'logo', 'doctor_photo', 'diploma', 'proof'));
create or replace function may_picture(its_kind text, its_of uuid) returns boolean language sql stable
  return case its_kind
    when 'photo' then its_of = app_person()
    when 'logo' then exists (select from clinic where id = its_of and deleted_at is null) and (app_is_admin() or 'clinic:' || its_of = any (app_keys()))
    when 'proof' then app_type() <> 'doctor' and exists (select from payment where id = its_of and type = 'bank_transfer' and status = 'waiting')
    else exists (select from doctor where id = its_of and (app_is_admin() or 'doctor:' || its_of = any (app_keys())
      or audience && array(select key from unnest(app_keys()) key where key like 'clinic:%')))
  end;
alter policy sight on file using (
  case kind
    when 'photo' then of_id = (select app_person()) or exists (select from patient where patient.id = of_id)
      or exists (select from doctor where doctor.id = of_id)
    when 'logo' then exists (select from clinic where clinic.id = of_id)
    when 'proof' then (select app_type()) <> 'doctor' and exists (select from payment where payment.id = of_id)
    else exists (select from doctor where doctor.id = of_id)
  end
);
create or replace function file_placed() returns trigger language plpgsql security definer set search_path = public as $$
declare f file := case when tg_op = 'DELETE' then old else new end;
begin
  if f.kind = 'photo' then
    if tg_op = 'INSERT' then update person set photo_id = f.id where id = f.of_id;
    else update person set photo_id = null where id = f.of_id and photo_id = f.id; end if;
    update doctor set person_version = person_version + 1 where id = f.of_id;
    update patient set person_version = person_version + 1 where id = f.of_id;
  elsif f.kind = 'logo' then
    if tg_op = 'INSERT' then update clinic set logo_id = f.id where id = f.of_id;
    else update clinic set logo_id = null where id = f.of_id and logo_id = f.id; end if;
  elsif f.kind = 'proof' then
    if tg_op = 'INSERT' then update payment set proof_id = f.id where id = f.of_id;
    else update payment set proof_id = null where id = f.of_id and proof_id = f.id; end if;
  elsif f.kind = 'doctor_photo' then
    update doctor set photo_ids = case when tg_op = 'INSERT' then photo_ids || f.id else array_remove(photo_ids, f.id) end where id = f.of_id;
  else
    update doctor set diploma_ids = case when tg_op = 'INSERT' then diploma_ids || f.id else array_remove(diploma_ids, f.id) end where id = f.of_id;
  end if;
  return null;
end $$;
-- A payment that is deleted takes its slip with it; the bytes go with the next tidying.
create function proof_gone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from file where of_id = old.id and kind = 'proof';
  return null;
end $$;
create trigger proof_gone after delete on payment for each row execute function proof_gone();

-- Those who decide about a payment (RULES 13): the users of its private clinic, or the admins. Asked by its payer, who may not list them.
create function deciders_of(of_payment uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select p.id from payment m left join clinic c on c.id = m.clinic_id
    join person p on p.active and case when c.private then p.type = 'clinic' and p.clinic_id = c.id else p.type = 'admin' end
   where m.id = of_payment
$$;

-- In whose language a notice of money is written.
create function lang_of(of_person uuid) returns text language sql stable security definer set search_path = public as $$
  select lang from person where id = of_person
$$;

-- As before, and what is set aside for visits that wait goes along: it is the joining card's to have back when one of them is cancelled.
create or replace function wallet_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare held ledger_account;
begin
  for held in select * from ledger_account where kind in ('wallet', 'reserved') and patient_id = new.id and balance > 0
                 and clinic_id is not distinct from house_of(app_clinic()) order by id loop
    perform ledger_post('merge:' || new.id || ':' || held.id, 'merge', null, null, held.clinic_id, null, 'Bedside', now(), 'merged', jsonb_build_array(
      jsonb_build_object('kind', held.kind, 'patient', new.id, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', -held.balance),
      jsonb_build_object('kind', held.kind, 'patient', new.merged_into, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', held.balance)));
  end loop;
  update payment set wallet_patient = new.merged_into
   where wallet_patient = new.id and status = 'waiting' and wallet_house is not distinct from house_of(app_clinic());
  return null;
end $$;

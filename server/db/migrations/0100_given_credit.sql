-- Credit that a clinic's desk gives is spent at that clinic alone (docs/decisions/0100). A wallet with a clinic is that clinic's own credit: a
-- private clinic's whole wallet, as before, and now what a public clinic's people alone vouch for. The wallet without one is spent at any
-- public clinic, and holds what came by card, by a transfer an admin saw, or from an admin.

alter table payment
  -- of wallet_amount, what came out of the credit of the payment's own clinic (wallet_house); the rest out of the wallet of all
  add column wallet_given bigint not null default 0,
  -- that it was paid is the word of the clinic's own people alone: given back to the wallet, it is that clinic's credit
  add column at_desk boolean not null default false;
update payment set wallet_given = wallet_amount where wallet_house is not null;
alter table payment
  add check (wallet_given between 0 and wallet_amount),
  add check (wallet_given = 0 or wallet_house is not null),
  -- not even the server spends one clinic's credit at another
  add constraint credit_of_its_clinic check (wallet_house is null or wallet_house is not distinct from clinic_id);

drop view payment_row;
create view payment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", patient_id as "patientId", patient_name as "patientName", doctor_id as "doctorId",
         clinic_id as "clinicId", iso(visit_at) as "visitStart", zone, type, status, refund_status as "refundStatus", refund_to as "refundTo",
         iso(refund_asked_at) as "refundAskedAt", refund_iban as "refundIban", proof_id as "proofId", transaction_id as "transactionId",
         amount, wallet_amount as "walletAmount", wallet_given as "walletGiven", currency, commission, earn, earn_status as "earnStatus",
         bank_id as "bankId", reference, link_id as "linkId", iso(pay_by) as "payBy", iso(added_at) as "addedAt", iso(paid_at) as "paidAt",
         iso(cancelled_at) as "cancelledAt", iso(refunded_at) as "refundedAt", field_versions, added_at, paid_at, clinic_id, top_up
    from payment;
grant select on payment_row to bedside_app;

-- Whether a wallet is one the public side keeps: the one of all, or a public clinic's own credit.
create function is_open_wallet(of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select of_clinic is null or not exists (select from clinic where id = of_clinic and private)
$$;

-- What can be spent at a clinic, its own credit and the rest apart, both held until the end of the transaction.
create function wallet_spendable(of_patient uuid, at_clinic uuid, of_currency text) returns table (given bigint, shared bigint)
language plpgsql security definer set search_path = public as $$
declare a record;
begin
  given := 0; shared := 0;
  for a in select clinic_id, balance from ledger_account
            where kind = 'wallet' and patient_id = of_patient and currency = of_currency
              and (clinic_id = at_clinic or clinic_id is null and house_of(at_clinic) is null)
            order by id for update loop
    if a.clinic_id is null then shared := a.balance; else given := a.balance; end if;
  end loop;
  return next;
end $$;
drop function wallet_held(uuid, uuid, text);

-- Admins read what public clinics gave, as they read their payments; another clinic's desk does not.
alter policy sight on balance_line using (
  patient_id = any ((select app_ids('patient'))::uuid[])
  or clinic_id = any ((select app_ids('clinic'))::uuid[])
  or exists (select from patient t where t.id = patient_id) and (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id is null and (select app_type()) = 'clinic'
       and not exists (select from clinic c where c.id = (select app_clinic()) and c.private)
  )
);

-- A patient's wallets as far as the asker's side keeps them: all of one's own; an admin every public one; a desk its own credit, and a public one
-- the wallet of all beside it.
create or replace function wallets_of(of_patient uuid) returns table ("clinicId" uuid, currency text, balance bigint, reserved bigint)
language sql stable security definer set search_path = public as $$
  select a.clinic_id, a.currency, coalesce(sum(a.balance) filter (where a.kind = 'wallet'), 0)::bigint,
         coalesce(sum(a.balance) filter (where a.kind = 'reserved'), 0)::bigint
    from ledger_account a join patient t on t.id = a.patient_id
   where a.patient_id = of_patient and a.kind in ('wallet', 'reserved')
     and (app_person() = of_patient
       or app_is_admin() and (a.clinic_id is null or a.clinic_id in (select c.id from clinic c where not c.private)) and sees_patient(t)
       or app_type() = 'clinic' and (a.clinic_id = app_clinic() or a.clinic_id is null and house_of(app_clinic()) is null) and sees_patient(t))
   group by a.clinic_id, a.currency order by a.clinic_id nulls first, a.currency
$$;
create or replace function wallets_held(of_patients uuid[]) returns table ("patientId" uuid, currency text, balance bigint)
language sql stable security definer set search_path = public as $$
  select a.patient_id, a.currency, sum(a.balance)::bigint
    from ledger_account a join patient t on t.id = a.patient_id
   where a.kind = 'wallet' and a.balance <> 0 and (of_patients is null or a.patient_id = any (of_patients))
     and (app_is_admin() and (a.clinic_id is null or a.clinic_id in (select c.id from clinic c where not c.private)) and sees_patient(t)
       or app_type() = 'clinic' and (a.clinic_id = app_clinic() or a.clinic_id is null and house_of(app_clinic()) is null) and sees_patient(t))
   group by 1, 2 order by 1, 2
$$;

-- Two cards of one patient become one: of what the joining side keeps, each clinic's credit stays that clinic's.
create or replace function wallet_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare held ledger_account; house uuid := house_of(app_clinic());
begin
  for held in select * from ledger_account where kind in ('wallet', 'reserved') and patient_id = new.id and balance > 0
                 and (clinic_id = house or house is null and is_open_wallet(clinic_id)) order by id loop
    perform ledger_post('merge:' || new.id || ':' || held.id, 'merge', null, null, held.clinic_id, null, 'Bedside', now(), 'merged', jsonb_build_array(
      jsonb_build_object('kind', held.kind, 'patient', new.id, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', -held.balance),
      jsonb_build_object('kind', held.kind, 'patient', new.merged_into, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', held.balance)));
  end loop;
  update payment set wallet_patient = new.merged_into
   where wallet_patient = new.id and status = 'waiting' and (clinic_id = house or house is null and is_open_wallet(clinic_id));
  return null;
end $$;

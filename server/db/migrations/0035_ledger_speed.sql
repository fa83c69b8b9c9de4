-- An account is found by whose it is, in an index: `is not distinct from` has none to go by, and every movement of money looked through all
-- accounts there are.
create function ledger_owner(patient uuid, doctor uuid, clinic uuid) returns text language sql immutable parallel safe as $$
  select coalesce(patient::text, '-') || coalesce(doctor::text, '-') || coalesce(clinic::text, '-')
$$;
create index ledger_account_owner on ledger_account (kind, currency, ledger_owner(patient_id, doctor_id, clinic_id));

create or replace function ledger_post(
  its_key text, its_kind text, of_payment uuid, of_visit uuid, at_clinic uuid, why text, by_ text, at_ timestamptz, line_kind text, lines jsonb
) returns boolean language plpgsql security definer set search_path = public as $$
declare its_id uuid := gen_random_uuid(); l record; held bigint;
begin
  insert into ledger_transfer (id, key, kind, payment_id, appointment_id, reason, by_name, at)
    values (its_id, its_key, its_kind, of_payment, of_visit, why, by_, at_) on conflict (key) do nothing;
  if not found then return false; end if;
  insert into ledger_account (kind, patient_id, doctor_id, clinic_id, currency)
    select x.kind, x.patient, x.doctor, x.clinic, x.currency
      from jsonb_to_recordset(lines) x (kind text, patient uuid, doctor uuid, clinic uuid, currency text, amount bigint)
     where x.amount <> 0
       and not exists (select from ledger_account a where a.kind = x.kind and a.currency = x.currency
                        and ledger_owner(a.patient_id, a.doctor_id, a.clinic_id) = ledger_owner(x.patient, x.doctor, x.clinic))
     order by x.kind, x.patient
    on conflict do nothing;
  for l in
    select a.id, a.kind, a.patient_id, a.clinic_id, a.currency, x.amount
      from jsonb_to_recordset(lines) x (kind text, patient uuid, doctor uuid, clinic uuid, currency text, amount bigint)
      join ledger_account a on a.kind = x.kind and a.currency = x.currency
       and ledger_owner(a.patient_id, a.doctor_id, a.clinic_id) = ledger_owner(x.patient, x.doctor, x.clinic)
     where x.amount <> 0 order by a.id
  loop
    insert into ledger_line (transfer_id, account_id, amount) values (its_id, l.id, l.amount);
    if l.patient_id is not null then
      update ledger_account set balance = balance + l.amount where id = l.id returning balance into held;
      if l.kind = 'wallet' then
        insert into balance_line (id, patient_id, clinic_id, visit_clinic, type, kind, amount, currency, balance, reason, appointment_id,
                                  payment_id, created_at, created_by)
          values (case when line_kind = 'manual' then split_part(its_key, ':', 2)::uuid else gen_random_uuid() end, l.patient_id, l.clinic_id,
                  at_clinic, case when l.amount < 0 then 'debt' else 'receivable' end, line_kind, abs(l.amount), l.currency, held, why,
                  of_visit, of_payment, at_, by_);
      end if;
    end if;
  end loop;
  return true;
end $$;

-- A clinic's payments that are not paid, as 0024 has it for the house: among a clinic's own they are as rare.
create index payment_not_paid_clinic on payment (clinic_id, added_at, id)
  include (doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone)
  where status <> 'completed';

-- Money (rules 32–46): a ledger that only grows, wallets, payment links, card payments, and the steps each state may take.

-- Which step may follow which (contract/payment/payment.rules.ts); whatever is not listed is final (TRUST D6).
create table money_step (thing text not null, was text not null, becomes text not null, primary key (thing, was, becomes));
insert into money_step values
  ('payment', 'waiting', 'completed'), ('payment', 'waiting', 'cancelled'),
  ('refund', 'none', 'pending'), ('refund', 'pending', 'approved'), ('refund', 'approved', 'refunded'),
  ('earn', 'waiting', 'completed'),
  ('link', 'waiting', 'paid'), ('link', 'waiting', 'cancelled'), ('link', 'waiting', 'expired'),
  ('transaction', 'open', 'paid'), ('transaction', 'open', 'failed'), ('transaction', 'open', 'expired'), ('transaction', 'open', 'late'),
  -- the charge was made, and word of it came after we had given up
  ('transaction', 'failed', 'paid'), ('transaction', 'failed', 'late'), ('transaction', 'expired', 'paid'), ('transaction', 'expired', 'late');

create function step_of(thing_ text, was_ text, becomes_ text) returns void language plpgsql stable security definer set search_path = public as $$
begin
  if was_ is distinct from becomes_ and not exists (select from money_step where thing = thing_ and was = was_ and becomes = becomes_) then
    raise exception '% does not go from % to %', thing_, was_, becomes_ using errcode = 'check_violation', constraint = 'money_step';
  end if;
end $$;

-- Banks are the admins' to write (RULES 13). A deleted one is nobody's; payments of the past still point at it.
alter table bank add column active boolean not null default true, add column deleted_at timestamptz;
create unique index bank_iban on bank (iban) where deleted_at is null;
create function bank_audience() returns trigger language plpgsql as $$
begin
  new.audience := case when new.deleted_at is null then '{all}'::text[] else '{}' end;
  return new;
end $$;
create trigger audience before insert or update on bank for each row execute function bank_audience();
create policy add on bank for insert to bedside_app with check ((select app_is_admin()));
create policy change on bank for update to bedside_app using ((select app_is_admin())) with check (true);
grant insert (id, name, branch, iban, currency), update (name, branch, iban, active, deleted_at) on bank to bedside_app;
drop view bank_row;
create view bank_row with (security_invoker) as
  select id, version, name, branch, iban, currency, active, field_versions from bank where deleted_at is null;
grant select on bank_row to bedside_app;
create function bank_retire(of_bank uuid) returns void language sql security definer set search_path = public as $$
  update bank set deleted_at = now() where id = of_bank and app_is_admin()
$$;
-- Counted past the asker's sight, as a number alone: a private clinic's transfer keeps its bank too.
create function bank_uses(of_bank uuid) returns table (waiting bigint, total bigint) language sql stable security definer set search_path = public as $$
  select count(*) filter (where status = 'waiting'), count(*) from payment where bank_id = of_bank
$$;

alter table payment
  alter column appointment_id drop not null,
  alter column doctor_id drop not null,
  -- copied here so that a list, its filter and its footer read one table
  add column patient_name text,
  add column visit_at timestamptz,
  add column zone text,
  -- a bank's statement names the reference or its last six letters, a receipt the payment's last twelve digits; columns, since under a sight
  -- an index over an expression is not used
  add column letters text,
  add column number text,
  add column commission bigint not null default 0,
  add column earn bigint not null default 0,
  add column earn_status text not null default 'waiting' check (earn_status in ('waiting', 'completed')),
  -- of the amount, what came out of the patient's wallet, and out of which (rule 42)
  add column wallet_amount bigint not null default 0 check (wallet_amount between 0 and amount),
  add column wallet_house uuid references clinic,
  -- whose wallet: two cards of one person may become one while it waits
  add column wallet_patient uuid,
  add column refund_to text check (refund_to in ('wallet', 'source')),
  add column link_id uuid,
  add column top_up boolean not null default false,
  add column cancelled_at timestamptz,
  add column refunded_at timestamptz,
  -- rule 45: the mail that asks for it has been written
  add column asked_at timestamptz,
  add check (appointment_id is not null or link_id is not null);
-- Resumed, never a second one (rule 19); and never paid twice.
create unique index payment_open on payment (appointment_id) where status = 'waiting';
create unique index payment_once on payment (appointment_id) where status = 'completed' and refund_status <> 'refunded';

create or replace function payment_audience() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.audience := array['patient:' || new.patient_id]
    || case when new.doctor_id is null then '{}' else array['doctor:' || new.doctor_id] end
    || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  new.letters := right(new.reference, 6);
  new.number := right(new.id::text, 12);
  if tg_op = 'INSERT' and new.patient_name is null then
    select a.patient_name, a.starts_at, a.zone, a.commission, a.earn, a.earn_status
      into new.patient_name, new.visit_at, new.zone, new.commission, new.earn, new.earn_status
      from appointment a where a.id = new.appointment_id;
    if not found then
      new.commission := 0; new.earn := 0; new.earn_status := 'waiting';
      new.patient_name := (select name from person where id = new.patient_id);
    end if;
    new.zone := coalesce(new.zone, (select zone from clinic where id = new.clinic_id), 'Europe/Istanbul');
  end if;
  return new;
end $$;
update payment p set patient_name = a.patient_name, visit_at = a.starts_at, zone = a.zone, commission = a.commission, earn = a.earn,
       earn_status = a.earn_status
  from appointment a where a.id = p.appointment_id;
alter table payment alter column patient_name set not null, alter column zone set not null;

create function payment_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update payment set patient_name = new.patient_name, visit_at = new.starts_at, zone = new.zone, commission = new.commission, earn = new.earn,
         earn_status = new.earn_status
   where appointment_id = new.id;
  return null;
end $$;
create trigger payment_follows after update on appointment for each row
  when ((old.patient_name, old.starts_at, old.zone, old.commission, old.earn, old.earn_status)
        is distinct from (new.patient_name, new.starts_at, new.zone, new.commission, new.earn, new.earn_status))
  execute function payment_follows();

-- A deleted payment leaves its visit as one that is still to be paid, or that never was; a link's payment has no visit.
create or replace function payment_shown() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update appointment set payment_status = case when status = 'cancelled' then 'none' else 'waiting' end, payment_type = null
     where id = old.appointment_id and not exists (select from payment where appointment_id = old.appointment_id);
  else
    update appointment set payment_status = new.status, payment_type = new.type
     where id = new.appointment_id and (payment_status, payment_type) is distinct from (new.status, new.type);
  end if;
  return null;
end $$;
create trigger shown_gone after delete on payment for each row execute function payment_shown();

create function payment_steps() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform step_of('payment', old.status, new.status);
  perform step_of('refund', old.refund_status, new.refund_status);
  perform step_of('earn', old.earn_status, new.earn_status);
  -- R34: what fixes the money is not changed after it is fixed
  if old.status <> 'waiting' and (old.amount, old.wallet_amount, old.currency, old.type) is distinct from (new.amount, new.wallet_amount, new.currency, new.type)
     or new.refund_status <> 'none' and new.status <> 'completed' then
    raise exception 'the money of a closed payment is fixed' using errcode = 'check_violation', constraint = 'money_step';
  end if;
  return new;
end $$;
create trigger money_steps before update on payment for each row execute function payment_steps();
create function earn_steps() returns trigger language plpgsql as $$
begin
  perform step_of('earn', old.earn_status, new.earn_status);
  return new;
end $$;
create trigger earn_steps before update of earn_status on appointment for each row execute function earn_steps();

-- The sight of a payment as before, asked of the columns its audience is made of (0015); first what those with the most rows are asked.
alter policy sight on payment
  using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[])
    or patient_id = any ((select app_ids('patient'))::uuid[])
  )
  with check (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[])
    or patient_id = any ((select app_ids('patient'))::uuid[])
  );
grant delete on payment to bedside_app;

-- A page and its footer are found in the index alone.
create index payment_added on payment (added_at, id)
  include (clinic_id, doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone);
create index payment_clinic on payment (clinic_id, added_at, id)
  include (doctor_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone);
create index payment_doctor on payment (doctor_id, added_at, id)
  include (clinic_id, patient_id, status, refund_status, type, currency, amount, commission, earn, earn_status, paid_at, bank_id, zone);
create index payment_patient on payment (patient_id, added_at);
create index payment_letters on payment (letters);
create index payment_number on payment (number);
create index payment_when_paid on payment (paid_at, id) where paid_at is not null;
create index payment_to_ask on payment (added_at) where status = 'waiting' and asked_at is null;

drop view payment_row;
create view payment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", patient_id as "patientId", patient_name as "patientName", doctor_id as "doctorId",
         clinic_id as "clinicId", iso(visit_at) as "visitStart", zone, type, status, refund_status as "refundStatus", refund_to as "refundTo",
         amount, wallet_amount as "walletAmount", currency, commission, earn, earn_status as "earnStatus", bank_id as "bankId", reference,
         link_id as "linkId", iso(pay_by) as "payBy", iso(added_at) as "addedAt", iso(paid_at) as "paidAt",
         iso(cancelled_at) as "cancelledAt", iso(refunded_at) as "refundedAt", field_versions, added_at, paid_at, clinic_id, top_up
    from payment;
grant select on payment_row to bedside_app;

-- The ledger: double entry, integer minor units. Above zero is what the house owes (to a wallet, to a doctor, to itself as fee), below zero
-- what it holds (bank, cash, the card's provider). Only guarded accounts keep a balance of their own, which can never be below zero:
-- what a patient can spend, what is set aside for an unpaid booking, what is on its way back.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'reserved', 'refund_due', 'fees', 'commission', 'earned', 'card', 'bank', 'cash', 'by_hand')),
  -- no reference: when two cards become one, a wallet moves by a transfer of its own
  patient_id uuid,
  doctor_id uuid references doctor,
  -- of a wallet the private clinic that keeps it, of other accounts the clinic whose money it is; null is the platform
  clinic_id uuid references clinic,
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  balance bigint not null default 0 constraint balance_not_below_zero check (balance >= 0),
  check ((kind in ('wallet', 'reserved', 'refund_due')) = (patient_id is not null)),
  unique nulls not distinct (kind, patient_id, doctor_id, clinic_id, currency)
);
create index ledger_account_patient on ledger_account (patient_id);
create table ledger_transfer (
  id uuid primary key,
  -- one effect each: `pay:…`, `refund:…` of one payment can be written once, whatever happens twice
  key text not null unique,
  kind text not null,
  -- no reference: a deleted payment's movements stay
  payment_id uuid,
  appointment_id uuid,
  reason text,
  by_name text not null,
  at timestamptz not null
);
create index ledger_transfer_payment on ledger_transfer (payment_id);
create table ledger_line (
  transfer_id uuid not null references ledger_transfer,
  account_id bigint not null references ledger_account,
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, account_id)
);
create index ledger_line_account on ledger_line (account_id);
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege'; end $$;
create trigger append_only before update or delete on ledger_transfer for each row execute function ledger_is_append_only();
create trigger append_only before update or delete on ledger_line for each row execute function ledger_is_append_only();
create function ledger_sums_to_zero() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from ledger_line l join ledger_account a on a.id = l.account_id where l.transfer_id = new.transfer_id
              group by a.currency having sum(l.amount) <> 0) then
    raise exception 'a transfer does not sum to zero' using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger sums_to_zero after insert on ledger_line deferrable initially deferred
  for each row execute function ledger_sums_to_zero();

-- A patient's own view of their wallets: one line for each movement, with what was left after it (SPEC §3).
create table balance_line (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null,
  -- the private clinic whose wallet it is
  clinic_id uuid references clinic,
  -- of the clinic whose visit it was, who reads what for
  visit_clinic uuid,
  type text not null check (type in ('debt', 'receivable')),
  kind text not null check (kind in ('payment', 'given_back', 'refund', 'top_up', 'late_payment', 'merged', 'manual')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  balance bigint not null check (balance >= 0),
  reason text,
  appointment_id uuid,
  payment_id uuid,
  created_at timestamptz not null,
  created_by text not null,
  -- lines of one moment keep their order
  seq bigint generated by default as identity
);
create index balance_line_patient on balance_line (patient_id, seq desc);
create function balance_line_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['patient:' || new.patient_id] || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on balance_line for each row execute function balance_line_audience();
select sync_table('balance_line');
create trigger append_only before update or delete on balance_line for each row execute function ledger_is_append_only();
-- The platform's wallet is read by its admins and by the desks of public clinics that know the patient; a private clinic's by its own.
create policy sight on balance_line for select to bedside_app using (
  patient_id = any ((select app_ids('patient'))::uuid[])
  or clinic_id = any ((select app_ids('clinic'))::uuid[])
  or clinic_id is null and (
    (select app_is_admin())
    or (select app_type()) = 'clinic' and not exists (select from clinic c where c.id = (select app_clinic()) and c.private)
  ) and exists (select from patient t where t.id = patient_id)
);
grant select on balance_line to bedside_app;
-- another clinic's desk sees that money moved, not what for (rule 51)
create view balance_line_row with (security_invoker) as
  select id, version, patient_id as "patientId", clinic_id as "clinicId", type, kind, amount, currency, balance,
         case when told then reason end as reason, case when told then appointment_id end as "appointmentId",
         case when told then payment_id end as "paymentId", iso(created_at) as "createdAt",
         case when told then created_by else '' end as "createdBy", field_versions, seq
    from balance_line cross join lateral (
      select (select app_type()) in ('patient', 'admin') or visit_clinic is not distinct from (select app_clinic()) as told offset 0) whose;
grant select on balance_line_row to bedside_app;

-- The one way into the ledger. `lines`: kind, patient, doctor, clinic, currency, amount; a wallet's line is also the patient's own. False
-- when this key has had its effect already. Guarded accounts are locked in the order of their ids, so that no two can lock each other.
create function ledger_post(
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
       and not exists (select from ledger_account a where (a.kind, a.currency) = (x.kind, x.currency)
                        and (a.patient_id, a.doctor_id, a.clinic_id) is not distinct from (x.patient, x.doctor, x.clinic))
     order by x.kind, x.patient
    on conflict do nothing;
  for l in
    select a.id, a.kind, a.patient_id, a.clinic_id, a.currency, x.amount
      from jsonb_to_recordset(lines) x (kind text, patient uuid, doctor uuid, clinic uuid, currency text, amount bigint)
      join ledger_account a on (a.kind, a.currency) = (x.kind, x.currency)
       and (a.patient_id, a.doctor_id, a.clinic_id) is not distinct from (x.patient, x.doctor, x.clinic)
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

-- The private clinic that keeps a wallet of its own for its patients; null: the platform's.
create function house_of(of_clinic uuid) returns uuid language sql stable security definer set search_path = public as $$
  select id from clinic where id = of_clinic and private
$$;

-- Two cards of one patient become one (0018): what the joining side keeps for the one that ends is the other's from then on.
create function wallet_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare held ledger_account;
begin
  for held in select * from ledger_account where kind = 'wallet' and patient_id = new.id and balance > 0
                 and clinic_id is not distinct from house_of(app_clinic()) order by id loop
    perform ledger_post('merge:' || new.id || ':' || held.id, 'merge', null, null, held.clinic_id, null, 'Bedside', now(), 'merged', jsonb_build_array(
      jsonb_build_object('kind', 'wallet', 'patient', new.id, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', -held.balance),
      jsonb_build_object('kind', 'wallet', 'patient', new.merged_into, 'clinic', held.clinic_id, 'currency', held.currency, 'amount', held.balance)));
  end loop;
  return null;
end $$;
create trigger wallet_follows after update of merged_into on patient for each row
  when (new.merged_into is not null and old.merged_into is null and new.hidden_at is not null) execute function wallet_follows();

-- What can be spent in a house, with its account locked until the end of the transaction: two bookings at once do not both count on it.
create function wallet_held(of_patient uuid, of_house uuid, of_currency text) returns bigint
language sql security definer set search_path = public as $$
  select balance from ledger_account where kind = 'wallet' and patient_id = of_patient and clinic_id is not distinct from of_house
     and currency = of_currency for update
$$;

-- A patient's wallets as far as the asker may know them: all of one's own, else the house the asker stands in.
create function wallets_of(of_patient uuid) returns table ("clinicId" uuid, currency text, balance bigint, reserved bigint)
language sql stable security definer set search_path = public as $$
  select a.clinic_id, a.currency, coalesce(sum(a.balance) filter (where a.kind = 'wallet'), 0)::bigint,
         coalesce(sum(a.balance) filter (where a.kind = 'reserved'), 0)::bigint
    from ledger_account a join patient t on t.id = a.patient_id
   where a.patient_id = of_patient and a.kind in ('wallet', 'reserved')
     and (app_person() = of_patient
       or app_is_admin() and a.clinic_id is null and sees_patient(t)
       or app_type() = 'clinic' and a.clinic_id is not distinct from house_of(app_clinic()) and sees_patient(t))
   group by a.clinic_id, a.currency order by a.currency, a.clinic_id nulls first
$$;

create table payment_link (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  patient_id uuid not null references patient,
  patient_name text not null,
  clinic_id uuid references clinic,
  appointment_id uuid references appointment,
  doctor_id uuid references doctor,
  top_up boolean not null default false,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  description text not null,
  status text not null default 'waiting' check (status in ('waiting', 'paid', 'cancelled', 'expired')),
  opened int not null default 0,
  expires_at timestamptz not null,
  paid_at timestamptz,
  payment_id uuid,
  created_at timestamptz not null,
  created_by text not null,
  check (appointment_id is null or not top_up)
);
create index payment_link_clinic on payment_link (clinic_id, created_at, id);
create index payment_link_patient on payment_link (patient_id, created_at, id);
create index payment_link_created on payment_link (created_at, id);
create index payment_link_due on payment_link (expires_at) where status = 'waiting';
create function payment_link_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['patient:' || new.patient_id] || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  if tg_op = 'UPDATE' then perform step_of('link', old.status, new.status); end if;
  return new;
end $$;
create trigger audience before insert or update on payment_link for each row execute function payment_link_audience();
select sync_table('payment_link');
create policy sight on payment_link to bedside_app
  using (
    clinic_id = any ((select app_ids('clinic'))::uuid[]) or patient_id = any ((select app_ids('patient'))::uuid[])
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  )
  with check (
    clinic_id = any ((select app_ids('clinic'))::uuid[])
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  );
grant select, insert, delete on payment_link to bedside_app;
grant update (amount, description, expires_at, status) on payment_link to bedside_app;
create view payment_link_row with (security_invoker) as
  select id, version, patient_id as "patientId", patient_name as "patientName", clinic_id as "clinicId", appointment_id as "appointmentId",
         top_up as "topUp", amount, currency, description, status, opened, iso(expires_at) as "expiresAt", iso(paid_at) as "paidAt",
         payment_id as "paymentId", iso(created_at) as "createdAt", created_by as "createdBy", field_versions, created_at, clinic_id, patient_id
    from payment_link;
grant select on payment_link_row to bedside_app;
-- A link's secret: its hash finds it, the sealed words are read only to show the address again to those who see the link (R25).
create table payment_link_secret (link_id uuid primary key references payment_link on delete cascade, hash text not null unique, sealed text not null);
create function keep_link_secret(of_link uuid, its_hash text, its_words text) returns void language sql security definer set search_path = public as $$
  insert into payment_link_secret values (of_link, its_hash, its_words)
$$;
create function link_secret(of_link uuid) returns text language sql stable security definer set search_path = public as $$
  select sealed from payment_link_secret where link_id = of_link
$$;

-- Names on papers follow the person; those of visits come by their visit.
create function money_names() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update payment set patient_name = new.name where patient_id = new.id and appointment_id is null and patient_name <> new.name;
  update payment_link set patient_name = new.name where patient_id = new.id and patient_name <> new.name;
  return null;
end $$;
create trigger money_names after update of name on person for each row when (old.name <> new.name) execute function money_names();

-- Tries to pay by card, and what their providers said. Reached by the server itself alone.
create table payment_transaction (
  id uuid primary key,
  provider text not null check (provider in ('test', 'stripe')),
  -- the provider's own name for it, once it has given one
  provider_ref text,
  url text,
  -- no references: money may come for what has been deleted since, and then it is the patient's
  payment_id uuid,
  link_id uuid,
  patient_id uuid not null references patient,
  clinic_id uuid references clinic,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  status text not null default 'open' check (status in ('open', 'paid', 'failed', 'expired', 'late')),
  -- what was charged, to give it back by
  charge text,
  refund_asked_at timestamptz,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  check (num_nonnulls(payment_id, link_id) = 1)
);
create unique index transaction_open_payment on payment_transaction (payment_id) where status = 'open';
create unique index transaction_open_link on payment_transaction (link_id) where status = 'open';
create index transaction_payment on payment_transaction (payment_id);
create index transaction_link on payment_transaction (link_id);
create function transaction_steps() returns trigger language plpgsql as $$
begin
  perform step_of('transaction', old.status, new.status);
  return new;
end $$;
create trigger money_steps before update of status on payment_transaction for each row execute function transaction_steps();

-- Notices of providers, each once. What was not believed or did not fit is parked, and shown to the operator until looked into.
create table payment_notice (
  id uuid primary key,
  provider text not null check (provider in ('test', 'stripe')),
  event_id text,
  outcome text not null check (outcome in ('applied', 'ignored', 'parked')),
  reason text,
  transaction_id uuid,
  times int not null default 1,
  received_at timestamptz not null,
  dismissed_at timestamptz,
  unique (provider, event_id)
);
create index payment_notice_parked on payment_notice (received_at) where outcome = 'parked' and dismissed_at is null;

-- The built-in provider's own books: what it has charged, whether or not its word has reached us.
create table test_charge (
  transaction_id uuid primary key references payment_transaction,
  amount bigint not null,
  currency text not null,
  state text not null check (state in ('open', 'charged', 'declined', 'refunded')),
  at timestamptz not null
);

create table money_check (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  payments int not null,
  transfers int not null,
  differences jsonb not null
);

-- The account in which a payment's refund was made due.
create function refund_due_of(of_payment uuid) returns table (patient uuid, clinic uuid) language sql stable security definer set search_path = public as $$
  select a.patient_id, a.clinic_id from ledger_transfer t join ledger_line l on l.transfer_id = t.id join ledger_account a on a.id = l.account_id
   where t.key = 'refund:' || of_payment and a.kind = 'refund_due'
$$;

-- Whether nobody was charged for it: the built-in provider's word. For papers that must say so.
create function paid_by_test(of_payment uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from payment_transaction t where t.status = 'paid' and t.provider = 'test'
    and (t.payment_id = of_payment or t.link_id = (select link_id from payment where id = of_payment)))
$$;

-- Which house notices of card payments must be for.
insert into meta values ('merchant', gen_random_uuid()::text) on conflict do nothing;

-- Above a limit a second person approves what is given, taken or sent back by hand (docs/decisions/0101).

alter table payment
  -- who began its refund; null: the server, or a build before this one
  add column refund_by uuid;

-- What somebody moved by hand with nobody else looking. The limit counts the sum of a day.
create table money_alone (
  id bigint generated always as identity primary key,
  person_id uuid not null references person,
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index money_alone_sum on money_alone (person_id, currency, at);

create table approval (
  -- of a movement of a wallet the id its line will have
  id uuid primary key,
  version int not null default 1,
  kind text not null check (kind in ('receivable', 'debt', 'refund')),
  patient_id uuid not null,
  -- of whose desk it was asked; null: an admin
  clinic_id uuid references clinic,
  payment_id uuid,
  refund_to text check (refund_to in ('wallet', 'source')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  reason text,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'lapsed')),
  asked_by uuid not null references person,
  asked_name text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references person,
  decided_name text,
  decided_at timestamptz,
  words text,
  check ((kind = 'refund') = (payment_id is not null)),
  check (status not in ('approved', 'declined') or decided_by is not null)
);
create index approval_asked on approval (asked_at, id);
create index approval_clinic on approval (clinic_id, asked_at, id);
create index approval_patient on approval (patient_id) where status = 'waiting';
-- One request of one refund at a time.
create unique index approval_of_payment on approval (payment_id) where status = 'waiting';

-- The accounts that are known to be one person's: of one phone, one identity number, or one mailbox, whatever stands behind a plus in it.
create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(email), '\+[^@]*@', '@')
$$;
create index person_mailbox on person (mailbox_of(email));
create index person_phone_any on person (phone);
create index person_identity_any on person (identity);
create function accounts_of_one(of_person uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select of_person
   union select q.id from person p join person q on q.phone = p.phone where p.id = of_person
   union select q.id from person p join person q on q.identity = p.identity where p.id = of_person
   union select q.id from person p join person q on mailbox_of(q.email) = mailbox_of(p.email) where p.id = of_person
$$;
revoke execute on function accounts_of_one from public;
create function is_one_person(a uuid, b uuid) returns boolean language sql stable security definer set search_path = public as $$
  select b in (select accounts_of_one(a))
$$;

-- What the asker, under any of their accounts, has moved alone since then. Waits for whoever of them moves money now, until the transaction ends:
-- forty small ones at once are counted one by one.
create function moved_alone(its_currency text, since timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare one uuid;
begin
  for one in select a from accounts_of_one(app_person()) a order by a loop
    perform pg_advisory_xact_lock(hashtextextended('alone:' || one, 0));
  end loop;
  return (select coalesce(sum(amount), 0) from money_alone m
           where m.person_id in (select accounts_of_one(app_person())) and m.currency = its_currency and m.at > since);
end $$;
create function moves_alone(its_currency text, its_amount bigint, at_ timestamptz) returns void
language sql security definer set search_path = public as $$
  insert into money_alone (person_id, currency, amount, at) values (app_person(), its_currency, its_amount, at_)
$$;

alter table approval enable row level security;
create policy sight on approval to bedside_app
  using (
    (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
    or (select app_type()) = 'clinic' and clinic_id = (select app_clinic())
  )
  with check (case status when 'waiting' then asked_by = (select app_person()) else decided_by is not distinct from (select app_person()) end);
grant select, insert on approval to bedside_app;
grant update (status, decided_by, decided_name, decided_at, words) on approval to bedside_app;

-- Decided once, and never by the person who asked, under whichever account. Not even the server lets one through.
create function approval_steps() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.status <> 'waiting' and old.status <> new.status then
    raise exception 'a decided request stays decided' using errcode = 'check_violation', constraint = 'approval_once';
  end if;
  if new.status = 'approved' and old.status <> 'approved' and is_one_person(old.asked_by, new.decided_by) then
    raise exception 'nobody approves what they asked for' using errcode = 'check_violation', constraint = 'approval_second_person';
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger steps before update on approval for each row execute function approval_steps();

create view approval_row with (security_invoker) as
  select a.id, a.version, a.kind, a.patient_id as "patientId", t.name as "patientName", a.clinic_id as "clinicId", a.payment_id as "paymentId",
         a.refund_to as "refundTo", a.amount, a.currency, a.reason, a.status, a.asked_name as "askedName", iso(a.asked_at) as "askedAt",
         iso(a.expires_at) as "expiresAt", a.decided_name as "decidedName", iso(a.decided_at) as "decidedAt", a.words,
         is_one_person(a.asked_by, app_person()) as own, a.asked_at
    from approval a left join patient t on t.id = a.patient_id;
grant select on approval_row to bedside_app;

-- Who may decide: the other users of the asking desk's clinic, and, but for a private one, the admins.
create function approvers_of(of_approval uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select p.id from approval a left join clinic c on c.id = a.clinic_id
    join person p on p.active and p.deleted_at is null
     and (p.type = 'clinic' and p.clinic_id = a.clinic_id or p.type = 'admin' and c.private is not true)
   where a.id = of_approval and not is_one_person(a.asked_by, p.id)
$$;

-- A card that became another takes its requests along; a patient who is forgotten ends them, with their words.
create function approval_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.erased_at is not null then
    update approval set reason = null, words = null, status = case status when 'waiting' then 'lapsed' else status end where patient_id = new.id;
  else
    update approval set patient_id = new.merged_into where patient_id = new.id and status = 'waiting';
  end if;
  return null;
end $$;
create trigger approval_follows after update of merged_into, erased_at on patient for each row
  when (new.merged_into is distinct from old.merged_into and new.hidden_at is not null or new.erased_at is distinct from old.erased_at)
  execute function approval_follows();

-- Templates of mail and SMS, what could not be sent, and push: what goes out to people and how far they want it.

-- What admins have written instead of a template's own words, which stand in contract/email.*.ts; null where those hold. One row for each
-- template, made with it: ids are the contract's.
create table email (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{admin}',
  template text not null unique,
  tr jsonb,
  en jsonb,
  de jsonb,
  ru jsonb
);
select sync_table('email');
create policy sight on email for select to bedside_app using (audience && (select app_keys()));
create policy edit on email for update to bedside_app using ((select app_is_admin())) with check ((select app_is_admin()));
grant select, update (tr, en, de, ru) on email to bedside_app;
create view email_row with (security_invoker) as select id, version, template, tr, en, de, ru, field_versions from email;
grant select on email_row to bedside_app;
insert into email (id, template) values
  ('01930000-0000-7000-8000-000000000001', 'confirm'),
  ('01930000-0000-7000-8000-000000000002', 'already_registered'),
  ('01930000-0000-7000-8000-000000000003', 'password_reset'),
  ('01930000-0000-7000-8000-000000000004', 'password_invite'),
  ('01930000-0000-7000-8000-000000000005', 'password_changed'),
  ('01930000-0000-7000-8000-000000000006', 'contact_changed'),
  ('01930000-0000-7000-8000-000000000007', 'contact_changed_for_you'),
  ('01930000-0000-7000-8000-000000000008', 'account_active'),
  ('01930000-0000-7000-8000-000000000009', 'visit_booked'),
  ('01930000-0000-7000-8000-00000000000a', 'visit_moved'),
  ('01930000-0000-7000-8000-00000000000b', 'visit_cancelled'),
  ('01930000-0000-7000-8000-00000000000c', 'visit_reminder'),
  ('01930000-0000-7000-8000-00000000000d', 'doctor_day'),
  ('01930000-0000-7000-8000-00000000000e', 'calendar_broken'),
  ('01930000-0000-7000-8000-00000000000f', 'calendar_dropped'),
  ('01930000-0000-7000-8000-000000000010', 'payment_received'),
  ('01930000-0000-7000-8000-000000000011', 'payment_awaited'),
  ('01930000-0000-7000-8000-000000000012', 'payment_awaited_transfer'),
  ('01930000-0000-7000-8000-000000000013', 'payment_to_wallet'),
  ('01930000-0000-7000-8000-000000000014', 'payment_refunded'),
  ('01930000-0000-7000-8000-000000000015', 'payment_link'),
  ('01930000-0000-7000-8000-000000000016', 'visit_comment');

-- What could not be sent keeps its words for as long as it may be sent again; somebody says that it goes again, or that it does not.
alter table message add column given_up_at timestamptz;
create index message_undelivered on message (id desc) where state = 'dead' and given_up_at is null;

-- Rule 64: what a visit's change has made void does not go out by hand either.
create or replace function visit_messages_void() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from message where appointment_id = new.id and state = 'queued';
  update message set args = '{}' where appointment_id = new.id and state = 'dead';
  return null;
end $$;

-- Whether a superadmin may know of it (rule 47): nothing of a private clinic's business, its patients or its people, by whatever address.
create function sees_message(m message) returns boolean language sql stable security definer set search_path = public as $$
  select app_superadmin()
    and not exists (select from clinic c where c.id = m.clinic_id and c.private)
    and (m.patient_id is null or exists (select from patient t where t.id = m.patient_id and sees_patient(t)))
    and not exists (select from person p where p.email_folded = lower(m.recipient) and is_private_person(p.id))
    and not exists (select from person p where p.phone = m.recipient and is_private_person(p.id))
$$;
create function messages_undelivered(before_id uuid, at_ timestamptz, most int) returns table (
  id uuid, channel text, "to" text, template text, lang text, reason text, tries int, "patientId" uuid, "madeAt" text, "endedAt" text, "canGo" boolean
) language sql stable security definer set search_path = public as $$
  select m.id, m.channel, m.recipient, m.template, m.lang, m.failure, m.tries, m.patient_id, iso(m.made_at), iso(m.ended_at),
         m.args <> '{}' and (m.not_after is null or m.not_after > at_)
    from message m
   where m.state = 'dead' and m.given_up_at is null and (before_id is null or m.id < before_id) and sees_message(m)
   order by m.id desc limit most
$$;
create function messages_undelivered_count() returns bigint language sql stable security definer set search_path = public as $$
  select count(*) from message m where m.state = 'dead' and m.given_up_at is null and sees_message(m)
$$;
create function messages_resend(ids uuid[], at_ timestamptz) returns int language plpgsql security definer set search_path = public as $$
declare n int;
begin
  update message m set state = 'queued', tries = 0, next_try_at = at_, failure = null, ended_at = null
   where m.id = any (ids) and m.state = 'dead' and m.given_up_at is null and m.args <> '{}' and (m.not_after is null or m.not_after > at_)
     and sees_message(m);
  get diagnostics n = row_count;
  return n;
end $$;
create function messages_give_up(ids uuid[], at_ timestamptz) returns int language plpgsql security definer set search_path = public as $$
declare n int;
begin
  update message m set given_up_at = at_, args = '{}' where m.id = any (ids) and m.state = 'dead' and m.given_up_at is null and sees_message(m);
  get diagnostics n = row_count;
  return n;
end $$;

-- A test letter of an admin's, in a house of invented people without a mail server: what would have gone, to be looked at.
create function put_in_outbox(its_id uuid, by_ text, whom text, in_lang text, of_template text, at_ timestamptz, its_subject text, its_body text)
returns void language plpgsql security definer set search_path = public as $$
begin
  if not app_is_admin() then raise exception 'not an admin' using errcode = 'insufficient_privilege'; end if;
  insert into message (id, channel, recipient, lang, template, state, next_try_at, made_at, ended_at, subject, body)
  values (its_id, by_, whom, in_lang, of_template, 'sent', at_, at_, at_, its_subject, its_body);
end $$;

-- Templates and messages are the platform's own business; whose a message is, the log does not say.
create or replace function is_private_record(tbl text, whose uuid) returns boolean language sql stable security definer set search_path = public as $$
  select case
    when tbl is null
      or tbl in ('setting', 'branch', 'bank', 'clinic', 'symptom', 'disease', 'treatment', 'notification', 'email', 'message') then false
    when tbl in ('appointment', 'payment', 'availability') then
      coalesce((select private from clinic where id = record_clinic(tbl, whose)), false)
    when tbl in ('person', 'doctor', 'patient') then is_private_person(whose)
    else true end
$$;

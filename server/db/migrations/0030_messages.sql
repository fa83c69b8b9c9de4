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
      or tbl in ('setting', 'branch', 'bank', 'clinic', 'symptom', 'disease', 'treatment', 'notification', 'email', 'message', 'push') then false
    when tbl in ('appointment', 'payment', 'availability') then
      coalesce((select private from clinic where id = record_clinic(tbl, whose)), false)
    when tbl in ('person', 'doctor', 'patient') then is_private_person(whose)
    else true end
$$;

-- Which events a person does not want to hear of, and how: `event:channel` (contract/notification/notification.rules.ts).
alter table person add column muted text[] not null default '{}';
grant select (muted), update (muted) on person to bedside_app;
create or replace view person_row with (security_invoker) as
  select id, version, type, name, lang, email, phone, superadmin, clinic_id as "clinicId", zone, office_phone as "officePhone", website,
         non_citizen as "nonCitizen", own_identity_end() as "identityEnd", photo_id as "photoId", active,
         field_versions, muted
    from person where id = (select app_person());

-- The devices a person hears push on (TRUST D14): one row for each, ended with its session. Endpoint and keys are nobody's to read.
create table push_subscription (
  id uuid primary key,
  person_id uuid not null references person,
  session_hash text not null references session on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null
);
create index push_of_person on push_subscription (person_id);
create index push_of_session on push_subscription (session_hash);

-- What goes to a device: of what kind and where it leads, never what it says.
create table push_message (
  id uuid primary key,
  subscription_id uuid not null references push_subscription on delete cascade,
  event text not null,
  url text not null,
  -- goes once, however often it is asked for
  key text unique,
  -- of a visit that must still stand
  appointment_id uuid references appointment on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  tries int not null default 0,
  next_try_at timestamptz not null,
  not_after timestamptz not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  failure text
);
create index push_due on push_message (next_try_at) where state = 'queued';
create index push_of_subscription on push_message (subscription_id);
create index push_of_visit on push_message (appointment_id) where appointment_id is not null;
create index push_ended on push_message (ended_at) where state <> 'queued';

-- The server's own key pair (VAPID), made once; the private one sealed under the master key, which is not in the database.
create table push_key (
  one boolean primary key default true check (one),
  public_key text not null,
  sealed text not null,
  made_at timestamptz not null
);

create function push_end() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from push_subscription where session_hash = new.session_hash;
  return null;
end $$;
create trigger push_end after update of ended_at on session for each row when (new.ended_at is not null) execute function push_end();

-- A device of the one who asks; whoever had it before hears nothing on it any more.
create function push_subscribe(its_id uuid, its_session text, at_endpoint text, its_p256dh text, its_auth text, at_ timestamptz)
returns void language sql security definer set search_path = public as $$
  delete from push_subscription where endpoint = at_endpoint and (person_id <> app_person() or session_hash <> its_session);
  insert into push_subscription (id, person_id, session_hash, endpoint, p256dh, auth, made_at)
  select its_id, app_person(), its_session, at_endpoint, its_p256dh, its_auth, at_ where app_person() is not null
  on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth;
$$;
create function push_unsubscribe(at_endpoint text) returns void language sql security definer set search_path = public as $$
  delete from push_subscription where endpoint = at_endpoint and person_id = app_person()
$$;
-- An own device's keys, for a test; another's answer as one that does not exist.
create function push_own(at_endpoint text) returns table (id uuid, endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public as $$
  select id, endpoint, p256dh, auth from push_subscription where endpoint = at_endpoint and person_id = app_person()
$$;

-- Queues a push to every device of a person, but for what they have silenced. `its_key` makes it go once to each.
create function push_to(whom uuid, its_event text, mute text, its_url text, visit uuid, its_key text, at_ timestamptz, until_ timestamptz)
returns void language sql security definer set search_path = public as $$
  insert into push_message (id, subscription_id, event, url, key, appointment_id, next_try_at, not_after, made_at)
  select gen_random_uuid(), s.id, its_event, its_url, its_key || ':' || s.id, visit, at_, until_, at_
    from push_subscription s join person p on p.id = s.person_id
   where s.person_id = whom and p.active and not (mute || ':push' = any (p.muted))
  on conflict do nothing
$$;

-- Rings a person's bell and their devices in the transaction of what it tells. What they have silenced is listed as read, and rings nowhere.
create function ring(its_id uuid, whom uuid, its_kind text, its_event text, its_args text[], visit uuid, its_url text, at_ timestamptz)
returns void language sql security definer set search_path = public as $$
  insert into notification (id, user_id, kind, args, appointment_id, created_at, read)
  values (its_id, whom, its_kind, its_args, visit, at_, coalesce((select its_event || ':bell' = any (muted) from person where id = whom), false));
  select push_to(whom, its_event, its_event, its_url, null, 'note:' || its_id, at_, at_ + interval '24 h');
$$;

-- The account's life: who asked for one, links that work once, sessions one can look at, the second factor, and the messages that go out.

alter table person
  add column last_login_at timestamptz,
  -- the e-mail address has been proved by its owner: a link in a mail was opened
  add column confirmed_at timestamptz,
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column city text,
  add column lat double precision check (lat between -90 and 90),
  add column lng double precision check (lng between -180 and 180),
  -- rule 61: `identity` then holds the passport's or another paper's number
  add column non_citizen boolean not null default false,
  add check ((lat is null) = (lng is null));
grant select (last_login_at, confirmed_at, country, city, lat, lng, non_citizen) on person to bedside_app;

-- A session as its owner sees it: an id of its own (the hash is nobody's business), from which device, from roughly where.
alter table session
  add column id uuid not null unique default gen_random_uuid(),
  add column agent text,
  add column ip_prefix text;

-- What was agreed to, whose it was and how it read (SPEC §5, rule 54). Kept as long as the person.
create table consent (
  person_id uuid not null references person,
  clinic_id uuid references clinic,
  document text not null check (document in ('terms', 'policy')),
  -- the text as it stood: the beginning of its SHA-256
  version text not null,
  lang text not null,
  given_at timestamptz not null
);
create index consent_person on consent (person_id);

-- A registration or a forgotten password, as it was asked for. The answer never waits for what becomes of it (enumeration by time).
create table account_request (
  id uuid primary key,
  kind text not null check (kind in ('register', 'forget')),
  type text not null check (type in ('admin', 'doctor', 'patient')),
  host_clinic uuid references clinic,
  lang text not null check (lang in ('tr', 'en', 'de', 'ru')),
  -- what was typed; of a registration all but the password
  data jsonb not null,
  password_hash text,
  code_hash text unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  done_at timestamptz
);
create index account_request_open on account_request (asked_at) where settled_at is null;
create index account_request_email on account_request (lower(data ->> 'email')) where done_at is null and kind = 'register';
create policy ask on account_request for insert to bedside_app with check (true);
grant insert (id, kind, type, host_clinic, lang, data, password_hash, asked_at, expires_at) on account_request to bedside_app;

-- A link that sets a password, once (TRUST D3): only its hash is kept.
create table password_link (
  code_hash text primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('reset', 'invite')),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_person on password_link (person_id) where used_at is null;
create policy make on password_link for insert to bedside_app with check (true);
grant insert on password_link to bedside_app;

-- The second factor of staff (TRUST D3). `secret` waits until its first code has come; a code's step is never taken twice.
create table second_factor (
  person_id uuid primary key references person,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  -- hashes of the codes for the day the phone is lost; each goes when it is used
  recovery text[] not null default '{}'
);

-- What goes out by mail and SMS: a template's name and its words, written in the sender's transaction, sent after it (rule 64).
create table message (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  lang text not null check (lang in ('tr', 'en', 'de', 'ru')),
  template text not null,
  -- emptied when the message has gone: it may hold a link that opens an account
  args jsonb not null default '{}',
  -- goes once, however often it is asked for
  key text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  tries int not null default 0,
  next_try_at timestamptz not null,
  -- a link that no longer works is not worth sending
  not_after timestamptz,
  made_at timestamptz not null,
  ended_at timestamptz,
  failure text,
  -- only in a house of invented people without a mail server: what would have been sent
  subject text,
  body text
);
create index message_due on message (next_try_at) where state = 'queued';
create index message_made on message (made_at);
create policy queue on message for insert to bedside_app with check (true);
grant insert (id, channel, recipient, lang, template, args, key, next_try_at, not_after, made_at) on message to bedside_app;

-- Where a message to a person goes: mail before SMS (rules 59, 62), in their language, with links to the host they belong to. Sight is the
-- caller's: whoever may cause a message to a person has been let through already, and reads none of this.
create function person_to_reach(its_id uuid) returns table (
  channel text, recipient text, lang text, name text, type text, panel_url text, clinic_name text
) language sql stable security definer set search_path = public as $$
  select case when p.email is null then 'sms' else 'mail' end, coalesce(p.email, p.phone), p.lang, p.name, p.type, c.panel_url, c.name
    from person p
    left join doctor d on d.id = p.id
    left join patient t on t.id = p.id
    left join clinic c on c.id = coalesce(p.realm, p.clinic_id, case when cardinality(coalesce(d.clinic_ids, t.clinic_ids)) = 1
                                         then (coalesce(d.clinic_ids, t.clinic_ids))[1] end) and c.active
   where p.id = its_id and p.active
$$;

-- A person's own new password: the links that could set another end with the old one, and so do all sessions but the one named. Answers
-- the sessions it has ended, so that their sockets can be closed.
create function own_password_set(its_hash text, keep_session text, at_ timestamptz) returns setof text
language plpgsql security definer set search_path = public as $$
begin
  update person set password_hash = its_hash where id = app_person();
  update password_link set used_at = at_ where person_id = app_person() and used_at is null;
  return query update session set ended_at = at_, token_hash = null
    where person_id = app_person() and ended_at is null and session_hash <> keep_session returning session_hash;
end $$;

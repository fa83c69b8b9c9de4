-- Calendars read from elsewhere, and one's own shown elsewhere (rules 96–98).

create table calendar_link (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  doctor_id uuid not null references doctor on delete cascade,
  kind text not null check (kind in ('url', 'file', 'token')),
  name text not null,
  -- what the doctor knows it by: the address' host, the file's name, the account
  account text not null,
  -- times without a zone, and whole days, are of this one
  zone text not null,
  state text not null default 'ok' check (state in ('ok', 'failing', 'broken')),
  failure text check (failure in ('address_refused', 'unreachable', 'refused', 'too_large', 'unreadable', 'revoked')),
  -- in a row since the last that went well
  failures int not null default 0,
  events int not null default 0,
  -- events that could not be understood and were left out
  skipped int not null default 0,
  -- nothing good came for a day: its times were let go (rule 96)
  dropped boolean not null default false,
  read_at timestamptz,
  good_at timestamptz,
  next_read_at timestamptz,
  created_at timestamptz not null default now(),
  -- sealed: the address with its key, or the lasting token; and the text of a file (TRUST D16)
  secret text,
  content text,
  etag text,
  modified text
);
create index calendar_link_doctor on calendar_link (doctor_id);
create index calendar_link_due on calendar_link (next_read_at) where next_read_at is not null;
create function calendar_link_audience() returns trigger language plpgsql as $$
begin new.audience := array['doctor:' || new.doctor_id]; return new; end $$;
create trigger audience before insert or update on calendar_link for each row execute function calendar_link_audience();
select sync_table('calendar_link');
alter table calendar_link enable row level security;
alter table calendar_link force row level security;
-- a calendar is its doctor's alone: not the clinic's, not the admins' (RULES 13)
create policy own on calendar_link to bedside_app
  using (doctor_id = (select app_person())) with check (doctor_id = (select app_person()));
grant select, insert, update, delete on calendar_link to bedside_app;
create view calendar_link_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", kind, name, account, state, failure, events, skipped, dropped,
         iso(read_at) as "readAt", iso(good_at) as "goodAt", iso(created_at) as "createdAt", field_versions
    from calendar_link;
grant select on calendar_link_row to bedside_app;

-- Times read from a calendar stand among those the doctor keeps, and take slots the same way; they go with their calendar.
alter table busy add column link_id uuid references calendar_link on delete cascade;
create index busy_link on busy (link_id) where link_id is not null;
-- nobody but its doctor puts in or takes out what came from a calendar
create policy imported_in on busy as restrictive for insert to bedside_app
  with check (link_id is null or doctor_id = (select app_person()));
create policy imported_out on busy as restrictive for delete to bedside_app
  using (link_id is null or doctor_id = (select app_person()));
create or replace view busy_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", iso(starts_at) as start, iso(ends_at) as "end",
         case when doctor_id = (select app_person()) then title end as title, field_versions, link_id as "linkId"
    from busy;

-- One's own calendar for others to read: the hash finds it, the sealed token lets its owner copy the address again.
create table calendar_share (
  doctor_id uuid primary key references doctor on delete cascade,
  token_hash text not null unique,
  token text not null,
  level text not null check (level in ('busy', 'initials', 'full')),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
alter table calendar_share enable row level security;
alter table calendar_share force row level security;
create policy own on calendar_share to bedside_app
  using (doctor_id = (select app_person())) with check (doctor_id = (select app_person()));
grant select, insert, update, delete on calendar_share to bedside_app;

-- A consent that is being asked for: works once, for ten minutes, in the session that asked (TRUST R30).
create table calendar_state (
  state_hash text primary key,
  session_hash text not null,
  doctor_id uuid not null references doctor on delete cascade,
  -- the calendar that is to be mended, or null for a new one
  link_id uuid references calendar_link on delete cascade,
  verifier text not null,
  redirect text not null,
  expires_at timestamptz not null
);
create index calendar_state_age on calendar_state (expires_at);
alter table calendar_state enable row level security;
alter table calendar_state force row level security;
create policy own on calendar_state to bedside_app
  using (doctor_id = (select app_person())) with check (doctor_id = (select app_person()));
grant select, insert, delete on calendar_state to bedside_app;

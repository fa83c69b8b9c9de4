-- Faults on devices (decision 0080): words of closed lists and names of our own files, nothing of a person.
create table crash (
  fingerprint text primary key check (length(fingerprint) = 43),
  build text not null check (length(build) <= 16),
  route text not null check (length(route) <= 120),
  place text not null check (place in ('page', 'worker')),
  name text not null check (length(name) <= 40),
  code text check (length(code) <= 40),
  stack text[] not null check (cardinality(stack) <= 12 and length(array_to_string(stack, '')) <= 2400),
  -- somebody who was signed in has met it
  known boolean not null,
  count int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  seen_at timestamptz
);
create index crash_last on crash (known, last_at);
alter table crash enable row level security;
alter table crash force row level security;
create policy crash_read on crash for select to bedside_app using ((select app_superadmin()));
create policy crash_mark on crash for update to bedside_app using ((select app_superadmin()));
grant select on crash to bedside_app;
grant update (seen_at) on crash to bedside_app;

-- Which backups were made and tried (decision 0105): figures and places, nothing of a person. One line each, kept for a year.
create table backup (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'drill')),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- null: it went well; else a short name of what stood in the way
  fault text check (length(fault) <= 40),
  rows bigint not null default 0 check (rows >= 0),
  files bigint not null default 0 check (files >= 0),
  bytes bigint not null default 0 check (bytes >= 0)
);
create index backup_last on backup (kind, ended_at desc);
alter table backup enable row level security;
alter table backup force row level security;
create policy backup_read on backup for select to bedside_app using ((select app_superadmin()));
grant select on backup to bedside_app;

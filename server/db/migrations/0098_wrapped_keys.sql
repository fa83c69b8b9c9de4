-- The server's own keys, wrapped under the master key, which is a file (docs/decisions/0098). While the master key is changed there are two wraps of each.
create table wrapped_key (
  name text not null check (name in ('secrets', 'records')),
  -- which master key it is wrapped under; says nothing of it
  under text not null,
  wrapped text not null,
  made_at timestamptz not null default now(),
  primary key (name, under)
);

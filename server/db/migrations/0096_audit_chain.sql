-- The audit is chained by a job (docs/decisions/0096). Each line gets a place in the chain and a hash over the line and the hash before it; no
-- request waits for it. People have no right on any of these tables, and the server's own login adds links but changes none.
create table audit_link (
  n bigint primary key,
  seq bigint not null unique,
  hash bytea not null
);

-- Where the chain ends. `settled`: no line up to this `seq` can still come by itself. `mac` is made with a key that the database does not hold.
create table audit_head (
  one boolean primary key default true check (one),
  n bigint not null,
  hash bytea not null,
  settled bigint not null,
  newest timestamptz,
  mac text not null
);

-- What each look at the chain has found.
create table audit_check (
  at timestamptz primary key,
  lines bigint not null,
  faults jsonb not null
);

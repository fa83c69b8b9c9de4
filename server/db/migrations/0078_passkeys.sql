-- Passkeys (WebAuthn) beside passwords and the second factor (TRUST D3, decision 0078). As with `second_factor` no login but the owner's reads
-- them: the calls of the person themself, and the sign-in.
create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- the relying party: a passkey opens the host it was made on and no other
  host text not null,
  -- as the browser names it, base64url
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- What a browser has to sign: of one session, for one purpose, on one host, once and for a short time. In the row of its session, so that it
-- is there for every process and ends with it.
alter table session
  add column challenge text,
  add column challenge_for text check (challenge_for in ('enrol', 'signIn')),
  add column challenge_host text,
  add column challenge_until timestamptz;

-- With the account, forgotten or ended, go its passkeys.
create function forget_passkeys() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from passkey where person_id = new.id;
  return null;
end $$;
create trigger forget_passkeys after update of deleted_at on person for each row
  when (new.deleted_at is not null) execute function forget_passkeys();

-- As before (0056), and whoever had the account made no way back in.
create or replace function contact_undo(code text, at timestamptz) returns table (person_id uuid, type text, clinic_id uuid, sessions text[])
language plpgsql security definer set search_path = public as $$
declare
  its contact_change;
  ended text[];
begin
  select * into its from contact_change c where c.code_hash = code and c.used_at is null and c.expires_at > at for update;
  if not found then return; end if;
  update person p set email = its.email, phone = its.phone where p.id = its.person_id and p.deleted_at is null;
  if not found then return; end if;
  update contact_change c set used_at = at where c.person_id = its.person_id and c.used_at is null;
  update password_link l set used_at = at where l.person_id = its.person_id and l.used_at is null;
  delete from known_device d where d.person_id = its.person_id;
  delete from passkey k where k.person_id = its.person_id;
  with out as (
    update session s set ended_at = at, token_hash = null where s.person_id = its.person_id and s.ended_at is null returning s.session_hash
  ) select coalesce(array_agg(session_hash), '{}') into ended from out;
  return query select p.id, p.type, p.clinic_id, ended from person p where p.id = its.person_id;
end $$;

-- The letter that tells of a new one stands in the list of templates like every other (0030).
insert into email (id, template) values ('01930000-0000-7000-8000-000000000078', 'passkey_added');

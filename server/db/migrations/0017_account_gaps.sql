-- Another's word does not move the way into an account (TRUST R19, rule 48). When somebody else changes the e-mail or phone of a person
-- who has a password, messages go to the new one at once, links that set a password still to the one the owner had: for seven days, in
-- which the owner, who has been told there, can object. Their own change, with their password, holds at once.
alter table person add column held_email text, add column held_phone text, add column held_until timestamptz;

create function hold_contact() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.deleted_at is not null or old.password_hash is null or app_person() is null or app_person() = new.id
     or (new.email, new.phone) is not distinct from (old.held_email, old.held_phone) then
    new.held_email := null; new.held_phone := null; new.held_until := null;
  elsif old.held_until is null or old.held_until <= now() then
    new.held_email := old.email; new.held_phone := old.phone; new.held_until := now() + interval '7 days';
  end if;
  return new;
end $$;
create trigger hold_contact before update of email, phone on person for each row
  when ((old.email, old.phone) is distinct from (new.email, new.phone)) execute function hold_contact();

-- As `person_to_reach`, for what opens the account: as long as a contact is held, that one.
create function person_to_prove(its_id uuid) returns table (
  channel text, recipient text, lang text, name text, type text, panel_url text, clinic_name text
) language sql stable security definer set search_path = public as $$
  select case when own.email is null then 'sms' else 'mail' end, coalesce(own.email, own.phone), r.lang, r.name, r.type, r.panel_url, r.clinic_name
    from person_to_reach(its_id) r
    cross join person p
    cross join lateral (select case when p.held_until > now() then p.held_email else p.email end as email,
                               case when p.held_until > now() then p.held_phone else p.phone end as phone) own
   where p.id = its_id
$$;

-- Who had their contact changed is still found by the one they know.
create or replace function person_to_sign_in(login text, types text[], host uuid) returns table (
  id uuid, type text, name text, lang text, email text, phone text, superadmin boolean, clinic_id uuid, active boolean, password_hash text
) language sql stable security definer set search_path = public as $$
  select id, type, name, lang, email, phone, superadmin, clinic_id, active, password_hash
    from person
   where (email_folded = lower(login) or phone = login
          or lower(held_email) = lower(login) and held_until > now() or held_phone = login and held_until > now())
     and type = any (types) and (realm is null or realm = host)
   order by realm is null, (email_folded = lower(login) or phone = login) is true desc limit 1
$$;
create index person_held_email on person (lower(held_email));
create index person_held_phone on person (held_phone);

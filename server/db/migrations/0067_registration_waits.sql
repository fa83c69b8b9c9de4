-- Registering on a private clinic's host tells nobody who is known there (rules 47, 49; docs/decisions/0067): the mail goes to whoever asks, and
-- what was asked for waits until a user of the clinic decides.

-- The link of its mail was opened: from now on the clinic sees it.
alter table account_request add column confirmed_at timestamptz;
create index account_request_waiting on account_request (host_clinic, confirmed_at) where confirmed_at is not null and done_at is null;

-- The person of a registration, with their card and their consents. Raises `unique_violation` where e-mail, phone or identity are somebody's in
-- the realm (TRUST R19). A doctor is passive unless somebody has said yes already (TRUST R32).
create function person_of_request(of_request uuid, new_id uuid, said_yes boolean, at_ timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  r account_request;
  realm_ uuid;
  clinics uuid[];
begin
  select * into strict r from account_request where id = of_request and kind = 'register' and done_at is null;
  select id into realm_ from clinic where id = r.host_clinic and private;
  clinics := array_remove(array[r.host_clinic], null);
  insert into person (id, type, realm, name, email, phone, identity, non_citizen, lang, country, city, lat, lng, password_hash, confirmed_at, created_at)
  values (new_id, r.type, realm_, r.data ->> 'name', r.data ->> 'email', r.data ->> 'phone', identity_kept(r.data ->> 'identity'),
          (r.data ->> 'nonCitizen')::boolean, r.lang, r.data ->> 'country', r.data ->> 'city', (r.data ->> 'lat')::float8, (r.data ->> 'lng')::float8,
          r.password_hash, at_, at_);
  if r.type = 'doctor' then
    insert into doctor (id, title, branch_id, clinic_ids, city, active)
    values (new_id, r.data ->> 'title', (r.data ->> 'branch')::uuid, clinics, r.data ->> 'city', said_yes);
  else
    insert into patient (id, birth_date, clinic_id, clinic_ids, created_at)
    values (new_id, (r.data ->> 'birthDate')::date, realm_, clinics, at_);
  end if;
  perform request_done(of_request, new_id, at_);
end $$;
revoke execute on function person_of_request from public;

-- What was agreed to becomes the person's, and nothing else of the request is kept. With nobody, nothing is.
create function request_done(of_request uuid, whose uuid, at_ timestamptz) returns void
language plpgsql security definer set search_path = public as $$
begin
  insert into consent (person_id, clinic_id, document, version, lang, given_at)
  select whose, r.host_clinic, l ->> 'document', l ->> 'version', r.lang, r.asked_at
    from account_request r cross join jsonb_array_elements(r.data -> 'legal') l where r.id = of_request and whose is not null;
  update account_request set done_at = at_, data = '{}', password_hash = null where id = of_request;
end $$;
revoke execute on function request_done from public;

-- Those that wait for the asker's clinic, the oldest first, each with the clinic's own patients it may be. Of the number only its end is told:
-- enough to hold against a paper, and no reason to write down who looked (rule 56).
create function registrations_waiting(at_ timestamptz) returns table (
  id uuid, type text, name text, email text, phone text, "birthDate" text, title text, city text, "identityEnd" text, "askedAt" text, matches jsonb
) language sql stable security definer set search_path = public as $$
  select r.id, r.type, r.data ->> 'name', r.data ->> 'email', r.data ->> 'phone', r.data ->> 'birthDate', r.data ->> 'title', r.data ->> 'city',
         right(identity_kept(r.data ->> 'identity'), 4), iso(r.asked_at),
         case when r.type = 'doctor' then '[]' else (
           select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'birthDate', to_char(t.birth_date, 'YYYY-MM-DD'),
                    'signsIn', p.password_hash is not null,
                    'by', array_remove(array[case when p.identity = identity_kept(r.data ->> 'identity') then 'identity' end,
                                             case when p.phone = r.data ->> 'phone' then 'phone' end,
                                             case when p.email_folded = lower(r.data ->> 'email') then 'email' end,
                                             case when t.name_folded = fold(r.data ->> 'name') and t.birth_date = (r.data ->> 'birthDate')::date then 'name' end], null)) order by t.id), '[]')
             from patient t join person p on p.id = t.id
            where sees_patient(t) and t.hidden_at is null and recovery_clinic(t.id) = app_clinic()
              and (p.identity = identity_kept(r.data ->> 'identity') or p.phone = r.data ->> 'phone' or p.email_folded = lower(r.data ->> 'email')
                   or t.name_folded = fold(r.data ->> 'name') and t.birth_date = (r.data ->> 'birthDate')::date)) end
    from account_request r
   where r.host_clinic = app_clinic() and r.kind = 'register' and r.confirmed_at is not null and r.done_at is null and r.expires_at > at_
   order by r.confirmed_at, r.id limit 200
$$;

-- One that waits for the asker's clinic, held until the end of the transaction.
create function request_to_decide(of_request uuid, at_ timestamptz) returns account_request
language plpgsql security definer set search_path = public as $$
declare r account_request;
begin
  select * into r from account_request
   where id = of_request and host_clinic = app_clinic() and kind = 'register' and confirmed_at is not null and done_at is null and expires_at > at_
     for update;
  return r;
end $$;
revoke execute on function request_to_decide from public;

-- The clinic's yes: somebody new, or the patient they are. That is the desk's to know, by seeing them; only a card that is the clinic's own and that
-- nobody signs in with is opened. Answers why not.
create function registration_accept(of_request uuid, as_patient uuid, new_id uuid, at_ timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare
  r account_request := request_to_decide(of_request, at_);
  p person;
begin
  if r.id is null then return 'registration_not_found'; end if;
  if as_patient is null then
    perform person_of_request(r.id, new_id, true, at_);
    return null;
  end if;
  select p_.* into p from person p_ join patient t on t.id = p_.id
   where p_.id = as_patient and r.type = 'patient' and sees_patient(t) and t.hidden_at is null and recovery_clinic(p_.id) = app_clinic() for update of p_;
  if p.id is null then return 'patient_not_found'; end if;
  if p.password_hash is not null then return 'patient_signs_in'; end if;
  update person set email = r.data ->> 'email', password_hash = r.password_hash, confirmed_at = at_, lang = r.lang, active = true where id = p.id;
  perform request_done(r.id, p.id, at_);
  return null;
exception when unique_violation then return 'registration_taken';
end $$;

create function registration_decline(of_request uuid, at_ timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare r account_request := request_to_decide(of_request, at_);
begin
  if r.id is null then return 'registration_not_found'; end if;
  perform request_done(r.id, null, at_);
  return null;
end $$;

-- Who hears that one waits. The owner's to ask: whoever opens the link is nobody yet.
create function users_of_clinic(of_clinic uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select id from person where type = 'clinic' and clinic_id = of_clinic and active and deleted_at is null
$$;
revoke execute on function users_of_clinic from public;

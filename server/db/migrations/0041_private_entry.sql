-- A private clinic's host is entered by its own people alone, and nothing that is counted for the platform's people counts a private row
-- (rules 47, 48, 54).

-- Who belongs to a clinic: its users, people of its realm, doctors who work there, patients it knows.
create function belongs_to_clinic(whom uuid, of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (
    select from person p left join doctor d on d.id = p.id left join patient t on t.id = p.id
     where p.id = whom and (p.clinic_id = of_clinic or p.realm = of_clinic or of_clinic = any (d.clinic_ids) or of_clinic = any (t.clinic_ids)))
$$;
-- Whether somebody may stand on this host at all; any public one is everybody's.
create function may_stand_on(whom uuid, host uuid) returns boolean language sql stable security definer set search_path = public as $$
  select host is null or not exists (select from clinic where id = host and private) or belongs_to_clinic(whom, host)
$$;

-- On a private host a stranger is nobody: not found, whatever the password, so that words and time are those of a name nobody has.
create or replace function person_to_sign_in(login text, types text[], host uuid) returns table (
  id uuid, type text, name text, lang text, email text, phone text, superadmin boolean, clinic_id uuid, active boolean, password_hash text
) language sql stable security definer set search_path = public as $$
  select id, type, name, lang, email, phone, superadmin, clinic_id, active, password_hash
    from person
   where (email_folded = lower(login) or phone = login
          or lower(held_email) = lower(login) and held_until > now() or held_phone = login and held_until > now())
     and type = any (types) and (realm is null or realm = host) and may_stand_on(id, host)
   order by realm is null, (email_folded = lower(login) or phone = login) is true desc limit 1
$$;

-- How much a bank is used: for the platform's people without private clinics, whose payments no figure and no refusal may tell of.
create or replace function bank_uses(of_bank uuid) returns table (waiting bigint, total bigint) language sql stable security definer set search_path = public as $$
  select count(*) filter (where status = 'waiting'), count(*) from payment p
   where bank_id = of_bank and not (app_is_admin() and exists (select from clinic c where c.id = p.clinic_id and c.private))
$$;

-- Whether a transfer of the ledger is a private clinic's: by its payment, or by the wallet it moves.
create function is_private_transfer(whose uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from ledger_transfer t join payment p on p.id = t.payment_id join clinic c on c.id = p.clinic_id where t.id = whose and c.private)
      or exists (select from ledger_line l join ledger_account a on a.id = l.account_id
                   left join clinic c on c.id = a.clinic_id left join patient t on t.id = a.patient_id left join clinic h on h.id = t.clinic_id
                  where l.transfer_id = whose and (c.private or h.private))
$$;

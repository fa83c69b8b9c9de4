-- Indexes that nothing read, by the statements of every call and job (decision 0111); tests/faults/index-readers.test.ts holds it.

-- A doctor's words are asked for as `x = any (words)`, which such an index does not answer.
drop index doctor_branches, doctor_diseases, doctor_treatments;
-- The log is read by the person, by the record and from its end; messages by when they are due or ended, and by whose they are; the ledger's movements by
-- their key, or all of them.
drop index audit_clinic, message_made, ledger_transfer_payment;
-- The words' own lists are ordered by the word.
drop index disease_created, symptom_created, treatment_created;

-- The name of a sign-in was looked for among all people: the indexes of addresses and phones begin with the clinic that a person is of alone, and the
-- question named it in another way, so that the indexes of what somebody was called before were read by nobody, too.
create or replace function person_to_sign_in(login text, types text[], host uuid) returns table (
  id uuid, type text, name text, lang text, email text, phone text, superadmin boolean, clinic_id uuid, active boolean, password_hash text
) language sql stable security definer set search_path = public as $$
  select id, type, name, lang, email, phone, superadmin, clinic_id, active, password_hash
    from person
   where (coalesce(realm, '00000000-0000-0000-0000-000000000000') = any (array['00000000-0000-0000-0000-000000000000', host])
            and email_folded = lower(login)
          or coalesce(realm, '00000000-0000-0000-0000-000000000000') = any (array['00000000-0000-0000-0000-000000000000', host])
            and phone = login
          or lower(held_email) = lower(login) and held_until > now() or held_phone = login and held_until > now())
     and type = any (types) and (realm is null or realm = host) and may_stand_on(id, host)
   order by realm is null, (email_folded = lower(login) or phone = login) is true desc limit 1
$$;

-- A private clinic is closed to the platform's own people, whatever they configure (rules 47, 48): its addresses change by its own users
-- alone, links in messages lead only to addresses they have confirmed, and who has once had a user is nobody else's to fill.

-- The addresses a user of the clinic has set or stood by. What stands in private clinics today counts as theirs.
alter table clinic add column confirmed_hosts text[] not null default '{}';
update clinic set confirmed_hosts = array_remove(array[panel_url, web_url, payment_url], null) where private;

-- Not `app_is_admin()` but that the asker is no user of the clinic: whoever the platform lets act on a clinic's row besides its own people.
create function clinic_guard_hosts() returns trigger language plpgsql security definer set search_path = public as $$
declare own boolean := 'clinic:' || new.id = any (app_keys());
        moved boolean := tg_op = 'UPDATE' and (new.panel_url, new.web_url, new.payment_url, new.slug)
                           is distinct from (old.panel_url, old.web_url, old.payment_url, old.slug);
begin
  -- the owner of the database plants and migrates; nobody is signed in then
  if app_person() is null then
    if tg_op = 'INSERT' then new.confirmed_hosts := array_remove(array[new.panel_url, new.web_url, new.payment_url], null); end if;
    return new;
  end if;
  if moved and old.private and not own and clinic_has_users(new.id) then
    raise exception 'a private clinic''s addresses are its own' using errcode = 'insufficient_privilege';
  end if;
  if own then
    new.confirmed_hosts := array_remove(array[new.panel_url, new.web_url, new.payment_url], null);
  elsif tg_op = 'UPDATE' then
    new.confirmed_hosts := old.confirmed_hosts;
  end if;
  return new;
end $$;

-- Ever, not now: the last user's leaving opens a private clinic to nobody (rule 48).
create or replace function clinic_has_users(of_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from person where type = 'clinic' and clinic_id = of_clinic)
$$;
drop function clinic_had_users(uuid);

-- The trigger fires for the columns of a host, and where private use is switched on: a user who does that stands by the addresses of then.
create trigger guard_hosts before insert or update of panel_url, web_url, payment_url, slug, private on clinic
  for each row execute function clinic_guard_hosts();

-- The address of a clinic that a message may lead to: any of a public clinic, of a private one what its own people have confirmed; null is
-- the platform's own.
create function clinic_link_host(of_clinic uuid) returns text language sql stable security definer set search_path = public as $$
  select panel_url from clinic where id = of_clinic and active and (not private or panel_url = any (confirmed_hosts))
$$;

create or replace function person_to_reach(its_id uuid) returns table (
  channel text, recipient text, lang text, name text, type text, panel_url text, clinic_name text
) language sql stable security definer set search_path = public as $$
  select case when p.email is null then 'sms' else 'mail' end, coalesce(p.email, p.phone), p.lang, p.name, p.type, clinic_link_host(c.id), c.name
    from person p
    left join doctor d on d.id = p.id
    left join patient t on t.id = p.id
    left join clinic c on c.id = coalesce(p.realm, p.clinic_id, case when cardinality(coalesce(d.clinic_ids, t.clinic_ids)) = 1
                                         then (coalesce(d.clinic_ids, t.clinic_ids))[1] end) and c.active
   where p.id = its_id and p.active
$$;
create or replace function owner_to_warn(its_id uuid) returns table (
  email text, phone text, lang text, name text, panel_url text, clinic_name text
) language sql stable security definer set search_path = public as $$
  select p.email, p.phone, p.lang, p.name, clinic_link_host(c.id), c.name
    from person p
    left join doctor d on d.id = p.id
    left join patient t on t.id = p.id
    left join clinic c on c.id = coalesce(p.realm, p.clinic_id, case when cardinality(coalesce(d.clinic_ids, t.clinic_ids)) = 1
                                         then (coalesce(d.clinic_ids, t.clinic_ids))[1] end) and c.active
   where p.id = its_id and p.password_hash is not null
$$;

-- Nobody moves in where a private clinic has lived: its addresses stay its own after it is closed.
create or replace function host_in_use(host text, except_clinic uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from clinic where id is distinct from except_clinic and (deleted_at is null or private)
                   and host in (panel_url, web_url, payment_url))
$$;

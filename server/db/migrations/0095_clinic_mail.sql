-- A private clinic's own mail, by which its people recover their accounts together with a second factor (docs/decisions/0095). Nobody but the
-- clinic's own users reads or sets it; the password is sealed and given to nobody.
create table clinic_mail (
  clinic_id uuid primary key references clinic,
  host text not null,
  port int not null,
  username text,
  sender text not null,
  sealed text,
  has_password boolean generated always as (sealed is not null) stored,
  updated_at timestamptz not null
);
alter table clinic_mail enable row level security;
create policy own on clinic_mail to bedside_app
  using (app_type() = 'clinic' and clinic_id = app_clinic() and exists (select from clinic c where c.id = clinic_id and c.private))
  with check (app_type() = 'clinic' and clinic_id = app_clinic() and exists (select from clinic c where c.id = clinic_id and c.private));
grant insert, delete, select (clinic_id, host, port, username, sender, has_password, updated_at) on clinic_mail to bedside_app;

-- The clinic whose own mail carries a message; null: the platform's.
alter table message add column through uuid references clinic;
grant insert (through) on message to bedside_app;

-- Whether somebody's links go by their private clinic's own mail.
create function mails_itself(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from clinic_mail m where m.clinic_id = recovery_clinic(whom))
     and exists (select from second_factor f where f.person_id = whom and f.confirmed_at is not null)
$$;

-- As 0061, and where the clinic has mail of its own to somebody with a second factor: whoever reads the mail alone opens nothing.
create or replace function link_goes_by_mail(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select recovery_clinic(whom) is null or exists (
    select from person p
     where p.id = whom and p.type = 'clinic' and p.deleted_at is null
       and p.password_hash is null and p.confirmed_at is null and p.last_login_at is null
       and not exists (select from person other where other.type = 'clinic' and other.clinic_id = p.clinic_id and other.id <> p.id))
    or mails_itself(whom)
$$;


-- A clinic that closes itself: what has gone through the platform's mail opens nothing any more, whatever mail it has kept from before.
create or replace function end_mailed_links() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update password_link set used_at = now()
   where used_at is null and kind <> 'recover' and (not link_goes_by_mail(person_id) or recovery_clinic(person_id) = new.id and mails_itself(person_id));
  return null;
end $$;

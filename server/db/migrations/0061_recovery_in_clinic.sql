-- What opens the account of a private clinic's people never goes through the platform's mail or SMS, which its own admins configure (rules 47, 48,
-- docs/decisions/0061). Another user of the clinic makes a code for them instead.

-- The private clinic that answers for an account: its users, the people of its realm, patients and doctors who are its alone. Null: the platform's.
create function recovery_clinic(whom uuid) returns uuid language sql stable security definer set search_path = public as $$
  select c.id from person p
    left join doctor d on d.id = p.id
    left join patient t on t.id = p.id
    join clinic c on c.private and c.id = coalesce(p.realm, case p.type
      when 'clinic' then p.clinic_id
      when 'patient' then t.clinic_id
      when 'doctor' then case when cardinality(d.clinic_ids) = 1 then d.clinic_ids[1] end
    end)
   where p.id = whom
$$;

-- Whether a link that sets somebody's password may go out by mail or SMS. Of a private clinic only the invitation of its first user, as long as
-- nobody but them has ever been one and they have never come in: there is nothing to take over yet, and nobody who could hand over a code.
create function link_goes_by_mail(whom uuid) returns boolean language sql stable security definer set search_path = public as $$
  select recovery_clinic(whom) is null or exists (
    select from person p
     where p.id = whom and p.type = 'clinic' and p.deleted_at is null
       and p.password_hash is null and p.confirmed_at is null and p.last_login_at is null
       and not exists (select from person other where other.type = 'clinic' and other.clinic_id = p.clinic_id and other.id <> p.id))
$$;

alter table password_link drop constraint password_link_kind_check;
alter table password_link add constraint password_link_kind_check check (kind in ('reset', 'invite', 'recover'));

-- Whatever code forgets to ask: no such link is made.
create function guard_password_link() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.kind <> 'recover' and not link_goes_by_mail(new.person_id) then
    raise exception 'no link by mail for people of a private clinic' using errcode = 'insufficient_privilege';
  end if;
  if new.kind = 'recover' and (app_clinic() is null or app_clinic() is distinct from recovery_clinic(new.person_id)) then
    raise exception 'only the person''s own private clinic makes a code' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_password_link before insert on password_link for each row execute function guard_password_link();

-- A new code for somebody of the asker's clinic; an older one ends. False where the clinic does not answer for the account.
create function recovery_start(whom uuid, code text, at_ timestamptz, until timestamptz) returns boolean
language plpgsql security definer set search_path = public as $$
begin
  if app_clinic() is null or app_clinic() is distinct from recovery_clinic(whom) then return false; end if;
  update password_link set used_at = at_ where person_id = whom and kind = 'recover' and used_at is null;
  insert into password_link (code_hash, person_id, kind, made_at, expires_at) values (code, whom, 'recover', at_, until);
  return true;
end $$;

-- A clinic that closes itself to the platform: links that have gone through the platform's mail open nothing any more.
create function end_mailed_links() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update password_link set used_at = now() where used_at is null and kind <> 'recover' and not link_goes_by_mail(person_id);
  return null;
end $$;
create trigger end_mailed_links after update of private on clinic for each row when (new.private and not old.private)
  execute function end_mailed_links();
update password_link set used_at = now() where used_at is null and not link_goes_by_mail(person_id);

-- Every address an account is known by, those held for its owner too: all of them hear that it was recovered.
create function contacts_of_owner(whom uuid) returns table (channel text, recipient text)
language sql stable security definer set search_path = public as $$
  select distinct its.channel, its.recipient from person p
    cross join lateral (values ('mail', p.email), ('sms', p.phone),
      ('mail', case when p.held_until > now() then p.held_email end), ('sms', case when p.held_until > now() then p.held_phone end)) its (channel, recipient)
   where p.id = whom and its.recipient is not null
$$;

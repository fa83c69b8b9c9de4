-- A doctor belongs to themself (decision 0043): a clinic invites, the doctor decides; what a clinic and a doctor have agreed is theirs alone.

-- An invitation names a contact, never a person: whether anybody has it is told by nothing but the doctor's own answer (rules 49, 53).
create table invitation (
  id uuid primary key,
  clinic_id uuid not null references clinic,
  -- of whom it can be read (rule 49): null is the platform
  realm uuid references clinic,
  email text,
  email_folded text generated always as (lower(email)) stored,
  phone text,
  -- whose contact it is, once somebody has it; no grant to people, since it would tell
  doctor_id uuid references doctor on delete cascade,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  told_at timestamptz,
  check (email is not null or phone is not null)
);
create unique index invitation_open on invitation (clinic_id, coalesce(email_folded, ''), coalesce(phone, '')) where status = 'open';
create index invitation_clinic on invitation (clinic_id, created_at);
create index invitation_doctor on invitation (doctor_id) where status = 'open';
create index invitation_untold on invitation (created_at) where status = 'open' and told_at is null and doctor_id is not null;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy sight on invitation for select to bedside_app using (clinic_id = (select app_clinic()));
create policy withdraw on invitation for update to bedside_app
  using (clinic_id = (select app_clinic()) and status = 'open') with check (clinic_id = (select app_clinic()) and status = 'withdrawn');
grant select (id, clinic_id, email, phone, status, invited_by, created_at, expires_at, answered_at), update (status, answered_at) on invitation to bedside_app;

create view invitation_row with (security_invoker) as
  select id, email, phone, status, invited_by as "invitedBy", iso(created_at) as "createdAt", iso(expires_at) as "expiresAt",
         iso(answered_at) as "answeredAt", created_at, expires_at
    from invitation;
grant select on invitation_row to bedside_app;

-- The doctor of a realm who has this contact; one contact that fits is enough, none that is given may be somebody else's.
create function invited_doctor(in_realm uuid, its_email text, its_phone text) returns uuid
language sql stable security definer set search_path = public as $$
  select d.id from doctor d join person p on p.id = d.id
   where p.realm is not distinct from in_realm and p.active and d.hidden_at is null
     and case when its_phone is null then p.email_folded = lower(its_email)
              else p.phone = its_phone and (its_email is null or p.email is null or p.email_folded = lower(its_email)) end
   limit 1
$$;
revoke execute on function invited_doctor from public;

-- Invites a contact into the asker's clinic. The same while one is open is that one. Answers which, and nothing of whom it reaches;
-- `is_here` names a doctor the clinic has already.
create function invite(its_id uuid, its_email text, its_phone text, by_name text, at_ timestamptz, until timestamptz)
returns table (id uuid, is_here uuid) language plpgsql security definer set search_path = public as $$
declare here uuid := app_clinic(); its_realm uuid; whom uuid; known uuid;
begin
  if here is null then raise exception 'not a clinic’s user' using errcode = 'insufficient_privilege'; end if;
  its_realm := (select c.id from clinic c where c.id = here and c.private);
  whom := invited_doctor(its_realm, its_email, its_phone);
  if exists (select from doctor d where d.id = whom and here = any (d.clinic_ids)) then return query select null::uuid, whom; return; end if;
  update invitation i set status = 'withdrawn' where i.clinic_id = here and i.status = 'open' and i.expires_at <= at_;
  insert into invitation (id, clinic_id, realm, email, phone, doctor_id, invited_by, created_at, expires_at)
  values (its_id, here, its_realm, its_email, its_phone, whom, by_name, at_, until) on conflict do nothing;
  select i.id into known from invitation i where i.clinic_id = here and i.status = 'open'
     and i.email_folded is not distinct from lower(its_email) and i.phone is not distinct from its_phone;
  return query select known, null::uuid;
end $$;

-- Who comes to have an invited contact finds the invitation waiting.
create function invitation_finds_doctor() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invitation i set doctor_id = new.id
   where i.status = 'open' and i.doctor_id is null and (i.email_folded = lower(
           (select p.email from person p where p.id = new.id)) or i.phone = (select p.phone from person p where p.id = new.id))
     and invited_doctor(i.realm, i.email, i.phone) = new.id;
  return null;
end $$;
create trigger finds_invitation after insert on doctor for each row execute function invitation_finds_doctor();
create trigger finds_invitation after update on person for each row
  when (new.type = 'doctor' and (old.email, old.phone) is distinct from (new.email, new.phone)) execute function invitation_finds_doctor();

-- What is open for the asking doctor: with the clinic's name, which a private one tells nobody else.
create function my_invitations(at_ timestamptz)
returns table (id uuid, "clinicId" uuid, clinic text, city text, "invitedBy" text, "createdAt" text, "expiresAt" text)
language sql stable security definer set search_path = public as $$
  select i.id, c.id, c.name, c.city, i.invited_by, iso(i.created_at), iso(i.expires_at)
    from invitation i join clinic c on c.id = i.clinic_id and c.active
   where app_type() = 'doctor' and i.doctor_id = app_person() and i.status = 'open' and i.expires_at > at_ order by i.created_at, i.id
$$;

-- The doctor's answer. Yes makes the membership; the clinic's users are named so that they can be told, the doctor only with a yes.
create function answer_invitation(its_id uuid, yes boolean, share_contact boolean, at_ timestamptz)
returns table (clinic_id uuid, contact text, users uuid[]) language plpgsql security definer set search_path = public as $$
declare i invitation;
begin
  if app_type() <> 'doctor' then raise exception 'not a doctor' using errcode = 'insufficient_privilege'; end if;
  select * into i from invitation v where v.id = its_id and v.doctor_id = app_person() and v.status = 'open' and v.expires_at > at_ for update;
  if i.id is null or not exists (select from clinic c where c.id = i.clinic_id and c.active) then return; end if;
  update invitation set status = case when yes then 'accepted' else 'declined' end, answered_at = at_ where id = i.id;
  if yes then
    update doctor d set clinic_ids = d.clinic_ids || i.clinic_id where d.id = app_person() and i.clinic_id <> all (d.clinic_ids);
    update membership m set shares_contact = share_contact, since = at_ where m.doctor_id = app_person() and m.clinic_id = i.clinic_id;
  end if;
  return query select i.clinic_id, coalesce(i.email, i.phone),
    array(select p.id from person p where p.type = 'clinic' and p.clinic_id = i.clinic_id and p.active);
end $$;
drop function doctor_join(uuid, text, text);

-- What a doctor and one clinic have agreed. That it is there, and whether it is passive, stands in `doctor.clinic_ids` and `passive_in`
-- too, by which policies and lists find it; a trigger keeps the two alike. The price is that of the hours, and hours are of one clinic.
create table membership (
  doctor_id uuid not null references doctor on delete cascade,
  clinic_id uuid not null references clinic,
  status text not null default 'active' check (status in ('active', 'passive')),
  commission_type text check (commission_type in ('ratio', 'amount')),
  commission_value bigint not null default 0 check (commission_value >= 0),
  -- the doctor's phone and e-mail are the clinic's to see
  shares_contact boolean not null default true,
  since timestamptz not null default now(),
  -- the doctor's version when the commission was last changed here: another clinic's change is no conflict with this one's (rule 83)
  at_version int not null default 1,
  primary key (doctor_id, clinic_id)
);
create index membership_clinic on membership (clinic_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy sight on membership for select to bedside_app using (
  clinic_id = (select app_clinic())
  or doctor_id = (select app_person())
  or (select app_is_admin()) and clinic_id in (select id from clinic where not private)
);
grant select on membership to bedside_app;

-- So far every clinic had the one commission of the card: each keeps it, and from here on it is its own.
insert into membership (doctor_id, clinic_id, status, commission_type, commission_value)
  select d.id, c, case when c = any (d.passive_in) then 'passive' else 'active' end, d.commission_type, d.commission_value
    from doctor d cross join lateral (select distinct unnest(d.clinic_ids)) m (c) where exists (select from clinic where id = m.c);

create function membership_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from membership where doctor_id = new.id and clinic_id <> all (new.clinic_ids);
  -- terms are copied with a new card alone: a clinic that joins later begins with none
  insert into membership (doctor_id, clinic_id, status, commission_type, commission_value)
    select new.id, c, case when c = any (new.passive_in) then 'passive' else 'active' end,
           case when tg_op = 'INSERT' then new.commission_type end, case when tg_op = 'INSERT' then new.commission_value else 0 end
      from (select distinct unnest(new.clinic_ids)) m (c)
  on conflict (doctor_id, clinic_id) do update set status = excluded.status where membership.status <> excluded.status;
  return null;
end $$;
create trigger membership_made after insert on doctor for each row execute function membership_follows();
create trigger membership_moved after update on doctor for each row
  when ((old.clinic_ids, old.passive_in) is distinct from (new.clinic_ids, new.passive_in)) execute function membership_follows();

-- A card shows the terms, so a change of them is a change of the card; each clinic's is a fact of its own.
alter table doctor add column membership_version int not null default 0;
create function membership_changed() returns trigger language plpgsql security definer set search_path = public as $$
declare now_ int;
begin
  update doctor set membership_version = membership_version + 1 where id = new.doctor_id returning version into now_;
  if (old.commission_type, old.commission_value) is distinct from (new.commission_type, new.commission_value) then
    update membership set at_version = now_ where doctor_id = new.doctor_id and clinic_id = new.clinic_id;
  end if;
  return null;
end $$;
create trigger changed after update on membership for each row
  when ((old.commission_type, old.commission_value, old.shares_contact) is distinct from (new.commission_type, new.commission_value, new.shares_contact))
  execute function membership_changed();

-- Sets the terms of one clinic: its own users, and admins those of public ones (rules 47, 100). Null names the platform itself, for hours in no clinic.
create function set_commission(of_doctor uuid, of_clinic uuid, its_type text, its_value bigint) returns void
language plpgsql security definer set search_path = public as $$
begin
  perform must_run_doctor(of_doctor);
  if not (of_clinic is not null and of_clinic is not distinct from app_clinic()
          or app_is_admin() and not exists (select from clinic where id = of_clinic and private)) then
    raise exception 'not one’s own clinic' using errcode = 'insufficient_privilege';
  end if;
  if of_clinic is null then
    update doctor set commission_type = its_type, commission_value = its_value where id = of_doctor;
  else
    update membership set commission_type = its_type, commission_value = its_value where doctor_id = of_doctor and clinic_id = of_clinic;
  end if;
end $$;
revoke insert (commission_type, commission_value), update (commission_type, commission_value, passive_in) on doctor from bedside_app;

-- Which contact a clinic sees is the doctor's to say.
create function share_contact(of_clinic uuid, yes boolean) returns boolean language plpgsql security definer set search_path = public as $$
begin
  update membership set shares_contact = yes where app_type() = 'doctor' and doctor_id = app_person() and clinic_id = of_clinic;
  return found;
end $$;

-- Rules 21, 33: a booking copies the commission of its own clinic.
drop function commission_of(uuid);
create function commission_of(of_doctor uuid, in_clinic uuid) returns table (type text, value bigint)
language sql stable security definer set search_path = public as $$
  select commission_type, commission_value from membership where doctor_id = of_doctor and clinic_id = in_clinic
  union all
  select commission_type, commission_value from doctor where id = of_doctor and in_clinic is null
$$;

-- Rule 100: passive in the asker's clinic, however few others there are; a doctor with an account stays signed in, and their other work is
-- not the clinic's. A card without an account, and a clinic's yes to whoever registered with it, are the clinic's as a whole.
create or replace function doctor_set_active(of_doctor uuid, to_active boolean) returns boolean language plpgsql security definer set search_path = public as $$
declare d doctor; here uuid := app_clinic();
begin
  perform must_run_doctor(of_doctor);
  select * into d from doctor where id = of_doctor for update;
  if here is null or d.clinic_ids = '{}' then
    update doctor set active = to_active where id = of_doctor;
    return not to_active;
  end if;
  update doctor set passive_in = case when to_active then array_remove(passive_in, here) else array_remove(passive_in, here) || here end,
         active = active or to_active and clinic_ids = array[here]
   where id = of_doctor;
  return false;
end $$;

create or replace view doctor_row with (security_invoker) as
  select d.id, d.version, d.title, p.name, d.branch_id as "branchId", d.branch_ids as "branchIds",
         -- a private clinic's own membership is its own business (rule 47), and so is who is passive where
         array(select c.id from unnest(d.clinic_ids) with ordinality m (id, place) join clinic c on c.id = m.id
                where (mine or c.id <> all (d.passive_in))
                  and (not c.private or c.audience && (select array_remove(app_keys(), 'admin'))) order by place) as "clinicIds",
         d.city, d.languages, case when mine and coalesce(terms.shows, true) then p.phone end as phone,
         case when mine and coalesce(terms.shows, true) then p.email end as email,
         d.short_description as "shortDescription", d.description, d.expertise, d.diploma, d.specialization,
         to_char(d.service_start, 'YYYY-MM-DD') as "serviceStart", d.disease_ids as "diseaseIds", d.treatment_ids as "treatmentIds",
         d.certificates, p.photo_id as "photoId", d.photo_ids as "photoIds", d.diploma_ids as "diplomaIds",
         case when mine then terms.type end as "commissionType",
         case when mine and terms.type = 'ratio' then terms.value end as "commissionRatio",
         case when mine and terms.type = 'amount' then terms.value end as "commissionAmount",
         case when mine then signs_in(d.id) end as "signsIn",
         d.active and case when (select app_clinic()) is not null and mine then (select app_clinic()) <> all (d.passive_in)
                           else d.clinic_ids = '{}' or not d.clinic_ids <@ d.passive_in end as active,
         mine, d.field_versions || jsonb_build_object('commission', coalesce(terms.at, (d.field_versions ->> 'commission')::int, 1)) as field_versions,
         rated.rating, coalesce(rated.votes, 0) as "ratings", coalesce(terms.memberships, '[]') as memberships
    from doctor d join person p using (id)
   cross join lateral (select is_my_doctor(d.id, d.clinic_ids, d.home_clinic) as mine offset 0) whose
    -- the memberships the asker may see, in the card's order: a clinic its own, the doctor all, an admin those of public clinics
    left join lateral (
      select case when d.clinic_ids = '{}' then d.commission_type else (array_agg(m.commission_type order by place))[1] end as type,
             case when d.clinic_ids = '{}' then d.commission_value else (array_agg(m.commission_value order by place))[1] end as value,
             case when (select app_type()) = 'clinic' then bool_or(m.shares_contact) end as shows, max(m.at_version) as at,
             jsonb_agg(jsonb_build_object('clinicId', m.clinic_id, 'active', m.status = 'active', 'commissionType', m.commission_type,
               'commissionRatio', case m.commission_type when 'ratio' then m.commission_value end,
               'commissionAmount', case m.commission_type when 'amount' then m.commission_value end,
               'sharesContact', m.shares_contact, 'since', iso(m.since)) order by place) filter (where m.clinic_id is not null) as memberships
        from unnest(d.clinic_ids) with ordinality k (id, place) join membership m on m.doctor_id = d.id and m.clinic_id = k.id
       where mine
    ) terms on mine
    left join lateral (
      select sum(r.votes)::int as votes, round(sum(r.points)::numeric / nullif(sum(r.votes), 0), 1)::float8 as rating
        from doctor_rating r where r.doctor_id = d.id
    ) rated on true;

-- Devices hear of the memberships that are there already.
update doctor set membership_version = 1 where clinic_ids <> '{}';

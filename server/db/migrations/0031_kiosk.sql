-- Tablets for check-in, and the codes people show them (rules 69–74).

create table kiosk (
  id uuid primary key,
  clinic_id uuid not null references clinic,
  name text not null check (name <> ''),
  area text not null default '',
  doctor_ids uuid[] not null default '{}',
  token_hash text not null unique,
  enrolled_at timestamptz not null,
  enrolled_by text not null,
  seen_at timestamptz,
  revoked_at timestamptz
);
create index kiosk_clinic on kiosk (clinic_id, enrolled_at) where revoked_at is null;
alter table kiosk enable row level security;
alter table kiosk force row level security;
create policy sight on kiosk to bedside_app
  using (clinic_id = any ((select app_ids('clinic'))::uuid[])) with check (clinic_id = any ((select app_ids('clinic'))::uuid[]));
grant select (id, clinic_id, name, area, doctor_ids, enrolled_at, enrolled_by, seen_at, revoked_at), insert, update (revoked_at) on kiosk to bedside_app;
create view kiosk_row with (security_invoker) as
  select id, name, area, doctor_ids as "doctorIds", iso(enrolled_at) as "enrolledAt", enrolled_by as "enrolledBy", iso(seen_at) as "seenAt",
         enrolled_at
    from kiosk where revoked_at is null;
grant select on kiosk_row to bedside_app;

-- Six digits that no other visit of the clinic has on that day (rule 71); a visit that goes to another day gets another.
alter table appointment add column check_in_code text check (check_in_code ~ '^\d{6}$');
create unique index appointment_check_in on appointment (clinic_id, ((starts_at at time zone zone)::date), check_in_code) where check_in_code is not null;
create function give_check_in_code() returns trigger language plpgsql security definer set search_path = public as $$
declare its_day date := (new.starts_at at time zone new.zone)::date;
begin
  if new.clinic_id is null or new.type <> 'face-to-face' then
    new.check_in_code := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.check_in_code is not null and new.clinic_id = old.clinic_id
     and its_day = (old.starts_at at time zone old.zone)::date then
    return new;
  end if;
  loop
    -- of a random uuid, which nobody can foretell
    new.check_in_code := lpad((('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint % 1000000)::text, 6, '0');
    exit when not exists (
      select from appointment where clinic_id = new.clinic_id and (starts_at at time zone zone)::date = its_day
         and check_in_code = new.check_in_code and id <> new.id);
  end loop;
  return new;
end $$;
create trigger check_in_code before insert or update of starts_at, clinic_id, type on appointment
  for each row execute function give_check_in_code();
update appointment set clinic_id = clinic_id where status = 'waiting' and starts_at > now() - interval '1 day';
create or replace view appointment_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", doctor_id as "doctorId", patient_id as "patientId", patient_name as "patientName",
         iso(starts_at) as start, iso(ends_at) as "end", zone,
         to_char(starts_at at time zone zone, 'YYYYMMDD')::int as date, to_char(starts_at at time zone zone, 'HH24MI')::int as time,
         (extract(epoch from ends_at - starts_at) / 60)::int as duration,
         type, price, currency, commission, earn, earn_status as "earnStatus", status,
         cancel_reason as "cancelReason", cancelled_by as "cancelledBy", iso(cancelled_at) as "cancelledAt",
         completed_by as "completedBy", iso(completed_at) as "completedAt", iso(arrived_at) as "arrivedAt", iso(no_show_at) as "noShowAt",
         patient_note as "patientNote", note,
         meeting_link as "meetingLink",
         payment_status as "paymentStatus", payment_type as "paymentType", moves,
         iso(created_at) as "createdAt", created_by as "createdBy", iso(updated_at) as "updatedAt", updated_by as "updatedBy",
         field_versions, starts_at, ends_at, clinic_id, doctor_id, patient_id, check_in_code as "checkInCode"
    from appointment;

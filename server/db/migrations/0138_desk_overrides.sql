-- Times that the clinic's staff or the doctor take knowing that they break a rule (decision 0138). The mark is on the row, and the constraint that
-- forbids double booking knows it: it is never taken away.
alter table appointment
  add column overrides text[] not null default '{}'
    constraint appointment_overrides check (overrides <@ '{off_hours,longer,squeeze_in,past,walk_in}'::text[]);

-- I4, rule 14: two appointments of a doctor overlap only where one was squeezed in beside the other …
alter table appointment
  drop constraint appointment_no_overlap,
  add constraint appointment_no_overlap exclude using gist (doctor_id with =, during with &&)
    where (status <> 'cancelled' and not overrides @> '{squeeze_in}'::text[]),
  -- … and nobody is with one doctor twice at one time, squeezed in or not.
  add constraint appointment_patient_once exclude using gist (doctor_id with =, patient_id with =, during with &&)
    where (status <> 'cancelled');

-- Who may: the clinic's staff and the doctor. What the server does by itself has another role.
create function appointment_override() returns trigger language plpgsql as $$
begin
  if current_user = 'bedside_app' and new.overrides <> '{}' and not coalesce(
       app_type() = 'clinic' and new.clinic_id = app_clinic() or app_type() = 'doctor' and new.doctor_id = app_person(), false) then
    raise insufficient_privilege using message = 'only the clinic’s staff and the doctor override a time';
  end if;
  return new;
end $$;
create trigger override before insert or update of overrides, starts_at, ends_at, doctor_id on appointment
  for each row execute function appointment_override();

-- The constraint leaves out who was squeezed in, so that they may come beside others; others do not come beside them. Seen by the owner: in the
-- way stands also what the asker may not see.
create function appointment_beside() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from appointment where doctor_id = new.doctor_id and id <> new.id and status <> 'cancelled'
               and during && tstzrange(new.starts_at, new.ends_at, '[)') and overrides @> '{squeeze_in}') then
    raise exclusion_violation using constraint = 'appointment_no_overlap', message = 'an appointment was squeezed in at this time';
  end if;
  return new;
end $$;
create trigger beside before insert on appointment
  for each row when (new.status <> 'cancelled' and not new.overrides @> '{squeeze_in}'::text[]) execute function appointment_beside();
create trigger beside_moved before update of overrides, starts_at, ends_at, doctor_id on appointment
  for each row when (new.status <> 'cancelled' and not new.overrides @> '{squeeze_in}'::text[]
    and (old.overrides, old.starts_at, old.ends_at, old.doctor_id) is distinct from (new.overrides, new.starts_at, new.ends_at, new.doctor_id))
  execute function appointment_beside();

-- How a time of somebody's own stands with the doctor: in which hours of this kind and place it lies (else the nearest, whose price it has), and
-- what is in the way; only whether, never whose. Nothing where the doctor has no hours there or does not work there.
create function time_facts(of_doctor uuid, in_clinic uuid, of_type text, begins timestamptz, ends timestamptz, except_visit uuid, at_ timestamptz)
returns table (availability_id uuid, zone text, price bigint, currency text, period int, open boolean, taken boolean)
language sql stable security definer set search_path = public as $$
  select a.id, a.zone, a.price, a.currency, a.period,
         c.covers and not exists (
           select from busy where doctor_id = of_doctor and during && tstzrange(begins, ends, '[)')
              and (of_clinic is null and not public_only or of_clinic = in_clinic
                or public_only and not exists (select from clinic where id = in_clinic and private))),
         exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                    and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
           or exists (select from hold where doctor_id = of_doctor and expires_at > at_ and during && tstzrange(begins, ends, '[)')
                       and person_id is distinct from app_person())
    from availability a
    join doctor d on d.id = a.doctor_id
    cross join lateral (select begins at time zone a.zone as from_wall, ends at time zone a.zone as to_wall) w
    cross join lateral (
      -- of the day it begins on, and of the evening before where hours pass midnight (0136)
      select a.status = 'active' and exists (
        select from (values (from_wall::date), (case when a.end_time <= a.start_time then from_wall::date - 1 end)) of_day (began)
         where began between a.start_date and a.end_date and extract(isodow from began) = any (a.days) and not a.off @> began
           and from_wall >= began + a.start_time and to_wall <= began + a.start_time + hours_length(a.start_time, a.end_time)) as covers) c
   where a.doctor_id = of_doctor and a.clinic_id is not distinct from in_clinic and a.type = of_type
     and (in_clinic is null or in_clinic = any (d.clinic_ids) and in_clinic <> all (coalesce(d.passive_in, '{}')))
     and not exists (select from clinic where id = in_clinic and not active)
   order by c.covers desc, a.status = 'active' desc,
            greatest(a.start_date - from_wall::date, from_wall::date - a.end_date, 0), abs(extract(epoch from from_wall::time - a.start_time)), a.id
   limit 1
$$;

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
         field_versions, starts_at, ends_at, clinic_id, doctor_id, patient_id, check_in_code as "checkInCode", iso(heard_at) as "heardAt", overrides
    from appointment;

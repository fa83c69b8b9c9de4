-- Hours, visits, what is owed for them, and the free slots between (rules 1–31).

create table bank (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{all}',
  name text not null,
  branch text not null,
  iban text not null,
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp'))
);
select sync_table('bank');
create policy sight on bank for select to bedside_app using (audience && (select app_keys()));
grant select on bank to bedside_app;
create view bank_row with (security_invoker) as select id, version, name, branch, iban, currency, field_versions from bank;
grant select on bank_row to bedside_app;

create table availability (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  doctor_id uuid not null references doctor,
  clinic_id uuid references clinic,
  start_date date not null,
  end_date date not null,
  start_time time not null,
  end_time time not null,
  period int not null check (period between 5 and 480),
  type text not null check (type in ('online', 'physical')),
  days smallint[] not null,
  price bigint not null check (price >= 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  status text not null default 'active' check (status in ('active', 'passive')),
  check (end_date >= start_date),
  check (end_time > start_time)
);
create index availability_doctor on availability (doctor_id, status);
create function availability_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['doctor:' || new.doctor_id] || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on availability for each row execute function availability_audience();
select sync_table('availability');
create policy sight on availability for select to bedside_app using (
  audience && (select app_keys())
  or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
);
grant select on availability to bedside_app;
create view availability_row with (security_invoker) as
  select id, version, doctor_id as "doctorId", clinic_id as "clinicId",
         to_char(start_date, 'YYYYMMDD')::int as "startDate", to_char(end_date, 'YYYYMMDD')::int as "endDate",
         to_char(start_time, 'HH24MI')::int as "startTime", to_char(end_time, 'HH24MI')::int as "endTime",
         period, type, days, price, currency, status, field_versions
    from availability;
grant select on availability_row to bedside_app;

create table appointment (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  clinic_id uuid references clinic,
  doctor_id uuid not null references doctor,
  patient_id uuid not null references patient,
  patient_name text not null,
  availability_id uuid references availability,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored,
  zone text not null,
  type text not null check (type in ('online', 'face-to-face')),
  price bigint not null check (price >= 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  commission bigint not null default 0 check (commission between 0 and price),
  earn bigint not null default 0,
  earn_status text not null default 'waiting' check (earn_status in ('waiting', 'completed')),
  status text not null default 'waiting' check (status in ('waiting', 'completed', 'cancelled')),
  cancel_reason text,
  cancelled_by text,
  cancelled_at timestamptz,
  completed_by text,
  completed_at timestamptz,
  arrived_at timestamptz,
  no_show_at timestamptz,
  patient_note text,
  note text,
  meeting_link text,
  payment_status text not null default 'none' check (payment_status in ('none', 'waiting', 'completed', 'cancelled')),
  payment_type text check (payment_type in ('credit_card', 'bank_transfer', 'wallet', 'cash')),
  moves int not null default 0,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  check (ends_at > starts_at),
  -- I4, rule 14: the one place that decides. An advisory lock of the doctor stands before it (TRUST D11).
  constraint appointment_no_overlap exclude using gist (doctor_id with =, during with &&) where (status <> 'cancelled')
);
create index appointment_doctor on appointment (doctor_id, starts_at, id);
create index appointment_clinic on appointment (clinic_id, starts_at, id);
create index appointment_patient on appointment (patient_id, starts_at, id);
create index appointment_start on appointment (starts_at, id);

create function appointment_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['patient:' || new.patient_id, 'doctor:' || new.doctor_id]
    || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on appointment for each row execute function appointment_audience();
select sync_table('appointment');
create policy sight on appointment to bedside_app
  using (
    audience && (select app_keys())
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  )
  with check (
    audience && (select app_keys())
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  );
grant select, insert, update on appointment to bedside_app;

-- Who has a visit together knows each other's card (rules 50, 51).
create function appointment_meets() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient set
      clinic_ids = case when new.clinic_id is null or new.clinic_id = any (clinic_ids) then clinic_ids else clinic_ids || new.clinic_id end,
      doctor_ids = case when new.doctor_id = any (doctor_ids) then doctor_ids else doctor_ids || new.doctor_id end
   where id = new.patient_id
     and not (new.doctor_id = any (doctor_ids) and (new.clinic_id is null or new.clinic_id = any (clinic_ids)));
  return null;
end $$;
create trigger meets after insert or update of doctor_id, clinic_id, patient_id on appointment
  for each row execute function appointment_meets();

create view appointment_row with (security_invoker) as
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
         field_versions, starts_at, ends_at, clinic_id, doctor_id, patient_id
    from appointment;
grant select on appointment_row to bedside_app;

create table payment (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  appointment_id uuid not null references appointment,
  patient_id uuid not null references patient,
  doctor_id uuid not null references doctor,
  clinic_id uuid references clinic,
  type text not null check (type in ('credit_card', 'bank_transfer', 'wallet', 'cash')),
  status text not null default 'waiting' check (status in ('waiting', 'completed', 'cancelled')),
  refund_status text not null default 'none' check (refund_status in ('none', 'pending', 'approved', 'refunded')),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency in ('try', 'usd', 'eur', 'gbp')),
  bank_id uuid references bank,
  reference text unique,
  pay_by timestamptz,
  added_at timestamptz not null default now(),
  paid_at timestamptz
);
create index payment_appointment on payment (appointment_id);
create index payment_due on payment (pay_by) where status = 'waiting';
create function payment_audience() returns trigger language plpgsql as $$
begin
  new.audience := array['patient:' || new.patient_id, 'doctor:' || new.doctor_id]
    || case when new.clinic_id is null then '{}' else array['clinic:' || new.clinic_id] end;
  return new;
end $$;
create trigger audience before insert or update on payment for each row execute function payment_audience();
select sync_table('payment');
create policy sight on payment to bedside_app
  using (
    audience && (select app_keys())
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  )
  with check (
    audience && (select app_keys())
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  );
grant select, insert, update on payment to bedside_app;
create view payment_row with (security_invoker) as
  select id, version, appointment_id as "appointmentId", patient_id as "patientId", doctor_id as "doctorId", clinic_id as "clinicId",
         type, status, refund_status as "refundStatus", amount, currency, bank_id as "bankId", reference, iso(pay_by) as "payBy",
         iso(added_at) as "addedAt", iso(paid_at) as "paidAt", field_versions
    from payment;
grant select on payment_row to bedside_app;

-- A visit shows how its payment stands.
create function payment_shown() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update appointment set payment_status = new.status, payment_type = new.type
   where id = new.appointment_id and (payment_status, payment_type) is distinct from (new.status, new.type);
  return null;
end $$;
create trigger shown after insert or update of status, type on payment for each row execute function payment_shown();

create table notification (
  id uuid primary key,
  version int not null default 1,
  field_versions jsonb not null default '{}',
  audience text[] not null default '{}',
  user_id uuid not null references person,
  kind text not null,
  args text[] not null default '{}',
  appointment_id uuid references appointment,
  read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notification_user on notification (user_id, created_at desc, id);
create function notification_audience() returns trigger language plpgsql as $$
begin new.audience := array['user:' || new.user_id]; return new; end $$;
create trigger audience before insert or update on notification for each row execute function notification_audience();
select sync_table('notification');
create policy own on notification for all to bedside_app using (audience && (select app_keys())) with check (true);
grant select, insert, update (read) on notification to bedside_app;
create view notification_row with (security_invoker) as
  select id, version, user_id as "userId", kind, args, appointment_id as "appointmentId", read, iso(created_at) as "createdAt", field_versions
    from notification;
grant select on notification_row to bedside_app;

create table setting (id text primary key, data jsonb not null);
create policy sight on setting for select to bedside_app using (id = 'setting' or (select app_is_admin()));
grant select on setting to bedside_app;
insert into setting values ('setting', '{"bookingSiteUrl": null, "languages": "tr,en,de,ru"}'), ('mail', '{}'), ('sms', '{}');

-- The free slots of a doctor on the days asked (rules 5–9): from active hours, minus every live visit in any clinic, minus what has
-- ended. `except_visit`: a visit being moved does not stand in its own way. Sight of the doctor is the caller's (`doctor` under policy).
create function free_slots(of_doctor uuid, from_day date, to_day date, of_type text, at_ timestamptz, except_visit uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language sql stable security definer set search_path = public as $$
  with hours as (
    select a.*, coalesce(c.zone, 'Europe/Istanbul') as zone_
      from availability a
      left join clinic c on c.id = a.clinic_id
     where a.doctor_id = of_doctor and a.status = 'active' and (of_type is null or a.type = of_type) and coalesce(c.active, true)
       and a.start_date <= to_day and a.end_date >= from_day
       -- a private clinic's hours are its own people's and its host's (rules 47, 76)
       and (c.id is null or not c.private or c.audience && array_remove(app_keys(), 'admin') or a.audience && app_keys())
  ), busy as materialized (
    select during from appointment
     where doctor_id = of_doctor and status <> 'cancelled' and id is distinct from except_visit
       and during && tstzrange((from_day - 1)::timestamptz, (to_day + 2)::timestamptz)
  ), wall as (
    select h.*, day + h.start_time + make_interval(mins => h.period * n) as at_wall
      from hours h
      cross join lateral generate_series(greatest(h.start_date, from_day)::timestamp, least(h.end_date, to_day)::timestamp, interval '1 day') day
      cross join lateral generate_series(0, (extract(epoch from h.end_time - h.start_time) / 60 / h.period)::int - 1) n
     where extract(isodow from day) = any (h.days)
       and make_interval(mins => h.period * (n + 1)) <= h.end_time - h.start_time
  ), slot as (
    -- rule 5: of a repeated wall time the first, of a skipped one none; PostgreSQL itself takes the second and moves on
    select w.*, case when (later - interval '1 hour') at time zone zone_ = at_wall then later - interval '1 hour'
                     when later at time zone zone_ = at_wall then later end as begins
      from wall w cross join lateral (select w.at_wall at time zone w.zone_ as later offset 0) t
  )
  select begins, begins + make_interval(mins => period), id, s.clinic_id, zone_,
         case s.type when 'online' then 'online' else 'face-to-face' end, s.price, s.currency
    from slot s
   where begins is not null and begins + make_interval(mins => period) > at_
     and not exists (select from busy b where b.during && tstzrange(begins, begins + make_interval(mins => period), '[)'))
   order by begins, id
$$;

-- What stands in the way of a time, beyond what the asker may see: only whether, never whose.
create function doctor_is_busy(of_doctor uuid, begins timestamptz, ends timestamptz, except_visit uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status <> 'cancelled'
                  and id is distinct from except_visit and during && tstzrange(begins, ends, '[)'))
$$;
create function patient_is_busy(of_patient uuid, begins timestamptz, ends timestamptz, except_visit uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from appointment where patient_id = of_patient and status <> 'cancelled'
                  and id is distinct from except_visit and starts_at < ends and ends_at > begins)
$$;

-- The doctor's commission at booking: copied to the visit, never shown to those who may not see it (rules 21, 33).
create function commission_of(of_doctor uuid) returns table (type text, value bigint)
language sql stable security definer set search_path = public as $$
  select commission_type, commission_value from doctor where id = of_doctor
$$;

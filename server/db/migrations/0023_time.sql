-- A calendar that is being read at this moment, so that no other process reads it too; the reading itself holds no transaction. Beside
-- calendar_link, since each change of that one goes to its doctor's devices. Reached by the server itself, never under a person's role.
create table calendar_reading (
  link_id uuid primary key references calendar_link on delete cascade,
  claimed_at timestamptz not null
);
alter table calendar_reading enable row level security;
alter table calendar_reading force row level security;

-- As before, and on whose clock hours stand: those of two clinics can meet although their walls say otherwise (rule 8).
drop function hours_of(uuid);
create function hours_of(of_doctor uuid) returns table (
  id uuid, "clinicId" uuid, "startDate" int, "endDate" int, "startTime" int, "endTime" int, period int, type text, days smallint[], status text,
  zone text, seen boolean
) language sql stable security definer set search_path = public as $$
  select a.id, a.clinic_id, to_char(start_date, 'YYYYMMDD')::int, to_char(end_date, 'YYYYMMDD')::int,
         to_char(start_time, 'HH24MI')::int, to_char(end_time, 'HH24MI')::int, period, type, days, a.status,
         a.zone,
         a.audience && app_keys() or app_is_admin() and (a.clinic_id is null or not c.private)
    from availability a left join clinic c on c.id = a.clinic_id where a.doctor_id = of_doctor and a.status = 'active'
$$;

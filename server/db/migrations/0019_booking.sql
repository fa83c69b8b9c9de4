-- The earliest free times of several doctors, and who is in the room of an online visit (rules 6–9, 31).

-- One time a doctor, the earliest first, at most `most`. The hours of each doctor give the first time they could have, found by an index;
-- doctors are asked in that order until no other can be earlier than those found, so that the answer costs as many doctors as it names,
-- not as many as there are. Whose doctors may be asked is the caller's sight (`doctor` under policy); the law of slots is free_slots'.
create function next_free(of_doctors uuid[], of_type text, of_clinic uuid, at_ timestamptz, not_before timestamptz, not_after timestamptz, most int)
returns table (doctor_id uuid, starts_at timestamptz, ends_at timestamptz, availability_id uuid, clinic_id uuid, zone text, type text, price bigint, currency text)
language plpgsql stable security definer set search_path = public as $$
declare
  -- no wall is further behind UTC than 12 hours, none further ahead than 14
  day date := (not_before at time zone 'UTC' - interval '12 hours')::date;
  last date := (not_after at time zone 'UTC' + interval '14 hours')::date;
  known uuid[] := '{}';
  begins timestamptz[] := '{}';
  latest timestamptz;
  one record;
  slot record;
begin
  while day <= last and not (cardinality(known) >= most and latest <= day::timestamp at time zone 'UTC' - interval '14 hours') loop
    for one in
      select h.id, min(greatest(h.opens, h.opens + ceil(extract(epoch from not_before - h.opens) / h.step) * h.step * interval '1 second')) as earliest
        from (select a.doctor_id as id, (day + a.start_time) at time zone a.zone as opens,
                     (day + a.end_time) at time zone a.zone as closes, a.period * 60 as step
                from availability a left join clinic c on c.id = a.clinic_id
               where a.doctor_id = any (of_doctors) and a.status = 'active' and coalesce(c.active, true)
                 and (of_type is null or a.type = of_type) and (of_clinic is null or a.clinic_id = of_clinic)
                 and day between a.start_date and a.end_date and extract(isodow from day) = any (a.days)) h
       where h.closes > not_before and h.opens <= not_after and not h.id = any (known)
       group by h.id order by earliest, h.id
    loop
      exit when cardinality(known) >= most and one.earliest >= latest;
      select s.* into slot from free_slots(one.id, day, day, of_type, at_) s
       where s.starts_at between not_before and not_after and (of_clinic is null or s.clinic_id = of_clinic)
       order by s.starts_at limit 1;
      continue when slot.starts_at is null;
      known := known || one.id;
      begins := begins || slot.starts_at;
      latest := (select b from unnest(begins) b order by b offset most - 1 limit 1);
      doctor_id := one.id;
      starts_at := slot.starts_at; ends_at := slot.ends_at; availability_id := slot.availability_id; clinic_id := slot.clinic_id;
      zone := slot.zone; type := slot.type; price := slot.price; currency := slot.currency;
      return next;
    end loop;
    day := day + 1;
  end loop;
end $$;

-- Who has come into the meeting of an online visit and when, by side. A visit that is moved begins anew.
create table meeting_presence (
  appointment_id uuid not null references appointment on delete cascade,
  side text not null check (side in ('patient', 'staff')),
  joined_at timestamptz not null,
  primary key (appointment_id, side)
);
alter table meeting_presence enable row level security;
alter table meeting_presence force row level security;
create policy sight on meeting_presence to bedside_app
  using (appointment_id in (select id from appointment)) with check (appointment_id in (select id from appointment));
grant select, insert on meeting_presence to bedside_app;
create function meeting_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from meeting_presence where appointment_id = new.id;
  return null;
end $$;
create trigger meeting_moved after update of starts_at on appointment
  for each row when (old.starts_at is distinct from new.starts_at) execute function meeting_moved();

-- On whose clock somebody reads, also of one whom the sender does not see (rule 3); null where they have not said.
create function person_zone(of_person uuid) returns text language sql stable security definer set search_path = public as $$
  select zone from person where id = of_person
$$;

-- Figures of a clinic's work (issue 32, 14; decision 0160): what was offered, and what of it was booked.

-- When hours were passive, so that a month that is over keeps its figures when they are switched off or on later. Null: not switched since this migration; hours
-- that were passive then count as passive all along, since no one wrote down since when.
alter table availability add column paused tstzmultirange;
create function availability_paused() returns trigger language plpgsql as $$
begin
  new.paused := coalesce(old.paused, case old.status when 'passive' then '{(,)}' else '{}' end::tstzmultirange);
  if new.status = 'passive' then
    new.paused := new.paused + tstzmultirange(tstzrange(now(), null));
  else
    new.paused := new.paused - tstzmultirange(tstzrange(now(), null));
  end if;
  return new;
end $$;
create trigger paused before update of status on availability for each row when (old.status is distinct from new.status) execute function availability_paused();

-- What takes a doctor's hours in a clinic: its closures, and the doctor's absences and calendars, as free_slots counts them. Who sees the hours may know when
-- they are not offered, but not why.
create function shut_times(of_doctor uuid, in_clinic uuid, begins timestamptz, ends timestamptz) returns tstzmultirange
language sql stable security definer set search_path = public as $$
  select coalesce(range_agg(during), '{}') from (
    select during from busy
     where doctor_id = of_doctor and during && tstzrange(begins, ends)
       and (of_clinic is null and not public_only or of_clinic = in_clinic
         or public_only and not exists (select from clinic where id = in_clinic and private))
    union all
    select during from closure where clinic_id = in_clinic and during && tstzrange(begins, ends)
  ) shut
$$;

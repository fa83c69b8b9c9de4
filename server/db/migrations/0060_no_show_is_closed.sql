-- A no-show is closed by its mark (decision 0060): it holds up nobody who leaves.
create or replace function has_open_visits(of_person uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from appointment
                  where status = 'waiting' and no_show_at is null and (doctor_id = of_person or patient_id = of_person))
$$;

create or replace function clinic_holds(of_clinic uuid) returns table (doctors boolean, visits boolean)
language sql stable security definer set search_path = public as $$
  select exists (select from doctor where clinic_ids @> array[of_clinic]),
         exists (select from appointment where clinic_id = of_clinic and status = 'waiting' and no_show_at is null)
   where app_is_admin()
$$;

create or replace function doctor_awaited(of_doctor uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from appointment where doctor_id = of_doctor and status = 'waiting' and no_show_at is null)
$$;

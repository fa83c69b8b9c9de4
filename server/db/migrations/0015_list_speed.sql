-- Lists in one indexed query, flat to a million visits (DONE.md "API").

-- The ids of the asker's keys of one kind: `clinic` of {all,clinic:018c…} is {018c…}.
create function app_ids(kind text) returns uuid[] language sql stable parallel safe
  return (select coalesce(array_agg(substr(key, length(kind) + 2)::uuid), '{}')
            from unnest(app_keys()) key
           where key ~ ('^' || kind || ':[0-9a-f-]{36}$'));

-- The sight of a visit as before, asked of the columns its audience is made of (appointment_audience, always). An index holds these,
-- and a count over ten thousand rows then reads no row; comparing ids is also cheaper than comparing lists of texts.
alter policy sight on appointment
  using (
    clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[])
    or patient_id = any ((select app_ids('patient'))::uuid[])
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  )
  with check (
    clinic_id = any ((select app_ids('clinic'))::uuid[])
    or doctor_id = any ((select app_ids('doctor'))::uuid[])
    or patient_id = any ((select app_ids('patient'))::uuid[])
    or (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  );

-- A page is found in the index alone: all that sight and filters ask stands beside the order. Its rows are then read by their ids.
drop index appointment_start, appointment_clinic, appointment_doctor;
create index appointment_start on appointment (starts_at, id)
  include (clinic_id, doctor_id, patient_id, status, type, payment_status, ends_at, arrived_at, zone);
create index appointment_clinic on appointment (clinic_id, starts_at, id)
  include (doctor_id, patient_id, status, type, payment_status, ends_at, arrived_at, zone);
create index appointment_doctor on appointment (doctor_id, starts_at, id)
  include (clinic_id, patient_id, status, type, payment_status, ends_at, arrived_at, zone);
-- What is rare among all visits, for those who see all of them.
create index appointment_status on appointment (status, starts_at, id)
  include (clinic_id, doctor_id, patient_id, type, payment_status, ends_at, arrived_at, zone);
create index appointment_payment on appointment (payment_status, starts_at, id)
  include (clinic_id, doctor_id, patient_id, status, type, ends_at, arrived_at, zone);

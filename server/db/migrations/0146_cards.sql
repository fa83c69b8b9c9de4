-- A patient of a large platform holds the cards of their own clinics and of the doctors they have met, and not everyone's (decision 0145).

-- Nobody writes what the feed is told of between the old function and the new.
lock table clinic, doctor, branch, symptom, disease, treatment, bank, feed in share row exclusive mode;

-- Beside `all`, which holds everything that everyone may see: each public clinic and doctor in a bucket of its own, and what is no card in `common`. `all` stays:
-- small platforms, staff and builds before this hold it.
create function parts_of_all(tbl text, r jsonb, audience text[]) returns text[] language sql immutable parallel safe
  return case when not audience @> '{all}' then '{}'
              when tbl in ('clinic', 'doctor') then array['card:' || (r ->> 'id')]
              else array['common'] end;

create or replace function feed_buckets(tbl text, r jsonb, audience text[]) returns text[] language sql immutable parallel safe
  return buckets_of(
    audience || parts_of_all(tbl, r, audience),
    (r ->> 'clinic_id')::uuid,
    r ? 'clinic_id' and tbl <> all (array['patient', 'person']),
    (case tbl when 'appointment' then r ->> 'starts_at' when 'payment' then r ->> 'added_at'
              when 'notification' then r ->> 'created_at' end)::timestamptz
  );

insert into feed (bucket, tbl, id, version, xid, op)
  select case when tbl in ('clinic', 'doctor') then 'card:' || id else 'common' end, tbl, id, version, pg_current_xact_id(), 'put'
    from feed where bucket = 'all' and op = 'put'
  on conflict do nothing;

-- A platform of so few public clinics is on every device whole, and can be booked from without a network.
create function is_small_platform() returns boolean language sql stable security definer set search_path = public as $$
  select count(*) <= 20 from (select from clinic where not private and deleted_at is null limit 21) few
$$;

-- What a patient's device holds of everyone's, and the months of their own. `opened`: doctors whose cards were opened there; null where the device is of a
-- build that knows only `all`. Cards are of the doctors of their visits, also of those who have left the clinic, of their clinics, and of those in which
-- these doctors can be booked. That a card is public is the feed's to say: what is not has no entry under its name.
create function patient_buckets(key text, opened uuid[]) returns table (bucket text, is_month boolean)
language sql stable security definer set search_path = public as $$
  with me as (select substr(key, 9)::uuid as id where opened is not null and app_keys() @> array[key] and not is_small_platform()),
  met as (select distinct a.doctor_id, a.clinic_id from appointment a where a.patient_id = (select id from me)),
  doctors as (select doctor_id as id from met union select unnest(opened) from me),
  clinics as (
    select clinic_id as id from met
    union select unnest(p.clinic_ids) from patient p where p.id = (select id from me)
    union select unnest(d.clinic_ids) from doctor d join doctors using (id) where d.audience @> '{all}'
  )
  select its.bucket, its.is_month from (
    select 1 as place, case when exists (select from me) then 'common' else 'all' end as bucket, false as is_month
    union all select 2, 'card:' || id, false from (select id from clinics union select id from doctors) cards where id is not null
    union all select 3, m.bucket, true from own_months(key) m
  ) its
  -- a fill is resumed by its place in this order
  order by its.place, its.bucket
$$;

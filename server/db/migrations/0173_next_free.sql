-- The public list of doctors also says when each is next free, and can begin with the earliest (issue 35, 1; decision 0168). A time changes with every
-- booking and with the clock, so a job counts them (server/jobs/count-next-free.ts) and the list reads them with their age.

-- One row for each public doctor. `times`: [{clinicId, type, start, zone}], the next of each clinic with public pages, or of none, and kind of hours.
create table site_next_free (
  doctor_id uuid primary key references doctor on delete cascade,
  counted_at timestamptz not null,
  times jsonb not null
);
alter table site_next_free enable row level security;

-- The next free times of a doctor within four weeks. Goes week by week until each kind of hours has one: most have one in the first.
create function site_next_times(of_doctor uuid, at_ timestamptz, earliest timestamptz, latest timestamptz) returns jsonb
language plpgsql stable security definer set search_path = public as $$
declare
  wanted int := (select count(*) from (select distinct clinic_id, type from site_hours where doctor_id = of_doctor and end_date >= at_::date - 1) h);
  found jsonb := '[]';
  week int[];
begin
  foreach week slice 1 in array array[[-1, 6], [7, 13], [14, 20], [21, 28]] loop
    exit when jsonb_array_length(found) >= wanted or at_ + make_interval(days => week[1]) > latest;
    found := found || coalesce((
      select jsonb_agg(jsonb_build_object('clinicId', s.clinic_id, 'type', s.type, 'start', iso(s.starts_at), 'zone', s.zone))
        from (select distinct on (f.clinic_id, a.type) f.clinic_id, a.type, f.starts_at, f.zone
                from free_slots(of_doctor, at_::date + week[1], at_::date + week[2], null, at_) f join availability a on a.id = f.availability_id
               where f.starts_at between earliest and latest and (f.clinic_id is null or f.clinic_id in (select id from site_clinic))
                 and not exists (select from jsonb_to_recordset(found) k ("clinicId" uuid, type text)
                                  where k."clinicId" is not distinct from f.clinic_id and k.type = a.type)
               order by f.clinic_id, a.type, f.starts_at) s), '[]');
  end loop;
  return found;
end $$;

-- Counts the times of the doctors whose count is the oldest, at most `most` of them; whoever is no longer public loses theirs. Returns how many.
create function site_count_next_free(at_ timestamptz, earliest timestamptz, latest timestamptz, most int) returns int
language plpgsql security definer set search_path = public as $$
declare counted int;
begin
  delete from site_next_free n where not exists (select from doctor d where d.id = n.doctor_id and d.audience @> array['all']);
  insert into site_next_free (doctor_id, counted_at, times)
    select due.id, at_, site_next_times(due.id, at_, earliest, latest)
      from (select d.id from doctor d left join site_next_free n on n.doctor_id = d.id
             where d.audience @> array['all'] order by n.counted_at nulls first, d.id limit most) due
    on conflict (doctor_id) do update set counted_at = excluded.counted_at, times = excluded.times;
  get diagnostics counted = row_count;
  return counted;
end $$;

-- As in 0172; also by the next free time, and with it. What was counted more than half an hour ago is not shown: better nothing than what was true once.
drop function site_doctor_list(uuid, uuid, text, text, uuid, uuid, uuid, text, boolean, date, int, int);
create function site_doctor_list(of_clinic uuid, by_branch uuid, by_city text, by_language text, by_clinic uuid, by_disease uuid, by_treatment uuid,
  by_type text, sort_by text, at_ timestamptz, beyond int, most int) returns jsonb
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  total int; cards jsonb; at_clinic uuid := coalesce(of_clinic, by_clinic);
  today date := (at_ at time zone 'UTC')::date;
  not_before timestamptz := at_ - interval '30 minutes';
begin
  with those as materialized (
    select d.id, p.name from doctor d join person p using (id)
     where d.audience @> array['all']
       and (of_clinic is null or d.clinic_ids @> array[of_clinic] and of_clinic <> all (d.passive_in))
       and (by_clinic is null or d.clinic_ids @> array[by_clinic] and by_clinic <> all (d.passive_in) and by_clinic in (select id from site_clinic))
       and (by_branch is null or d.branch_ids @> array[by_branch])
       and (by_disease is null or d.disease_ids @> array[by_disease])
       and (by_treatment is null or d.treatment_ids @> array[by_treatment])
       and (by_city is null or d.city = by_city)
       and (by_language is null or d.languages @> array[by_language])
  ), cost as materialized (
    select distinct on (h.doctor_id) h.doctor_id, h.currency, h.price from those join site_hours h on h.doctor_id = those.id
     where (sort_by = 'price' or by_type is not null) and h.end_date >= today
       and (at_clinic is null or h.clinic_id = at_clinic) and (by_type is null or h.type = by_type)
     order by h.doctor_id, h.currency, h.price
  ), soonest as materialized (
    select n.doctor_id, min(t.start) as start
      from site_next_free n cross join jsonb_to_recordset(n.times) t ("clinicId" uuid, type text, start text)
     where sort_by = 'soonest' and n.counted_at > not_before and t.start > iso(at_)
       and (at_clinic is null or t."clinicId" = at_clinic) and (by_type is null or t.type = by_type)
     group by n.doctor_id
  ), found as materialized (
    -- one key: PostgreSQL sorts quickly by the first key alone. Who has no price, or no time, comes last.
    select those.id, case sort_by when 'price' then coalesce(cost.currency || lpad(cost.price::text, 19, '0'), 'zzz') || those.name
                                  when 'soonest' then coalesce(soonest.start, 'zzz') || those.name
                                  else those.name end as key
      from those left join cost on cost.doctor_id = those.id left join soonest on soonest.doctor_id = those.id
     where by_type is null or cost.doctor_id is not null
  ), page as materialized (select id, key from found order by key, id offset beyond limit most)
  select (select count(*) from found),
         coalesce((select jsonb_agg(site_card(d, of_clinic) || jsonb_build_object('prices', (
             select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'currency', c.currency, 'amount', c.price) order by c.type desc, c.currency), '[]')
               from (select h.type, h.currency, min(h.price) as price from site_hours h
                      where h.doctor_id = d.id and h.end_date >= today and (at_clinic is null or h.clinic_id = at_clinic)
                      group by h.type, h.currency) c), 'next', (
             select jsonb_build_object('start', t.start, 'zone', t.zone, 'countedAt', iso(n.counted_at))
               from site_next_free n cross join jsonb_to_recordset(n.times) t ("clinicId" uuid, type text, start text, zone text)
              where n.doctor_id = d.id and n.counted_at > not_before and t.start > iso(at_)
                and (at_clinic is null or t."clinicId" = at_clinic) and (by_type is null or t.type = by_type)
              order by t.start limit 1)) order by page.key, page.id)
           from page join site_doctor d using (id)), '[]')
    into total, cards;
  return jsonb_build_object('total', total, 'doctors', cards);
end $$;
revoke all on function site_next_times(uuid, timestamptz, timestamptz, timestamptz), site_count_next_free(timestamptz, timestamptz, timestamptz, int),
  site_doctor_list(uuid, uuid, text, text, uuid, uuid, uuid, text, text, timestamptz, int, int) from public;
grant execute on function site_count_next_free(timestamptz, timestamptz, timestamptz, int),
  site_doctor_list(uuid, uuid, text, text, uuid, uuid, uuid, text, text, timestamptz, int, int) to bedside_app;

-- The public list of doctors is also filtered by the kind of appointment, shows what one costs, and can begin with the lowest price (issue 35,
-- decision 0166). `site_doctors` of 0137 stays for a server of the previous build.

-- Hours whose price strangers may read: a public clinic's in which the doctor is active, or no clinic's. It has no grant.
create view site_hours with (security_invoker) as
  select a.doctor_id, a.clinic_id, a.type, a.currency, a.price, a.end_date
    from availability a join doctor d on d.id = a.doctor_id
   where a.status = 'active'
     and (a.clinic_id is null
       or a.clinic_id = any (d.clinic_ids) and a.clinic_id <> all (d.passive_in) and a.clinic_id in (select id from site_clinic));

-- The doctors of a list, by name or by the lowest price, currency by currency. A filter that is null does not filter. `prices` are the lowest of
-- each kind of appointment and currency that can be had from `today` on.
create function site_doctor_list(of_clinic uuid, by_branch uuid, by_city text, by_language text, by_clinic uuid, by_disease uuid, by_treatment uuid,
  by_type text, by_price boolean, today date, beyond int, most int) returns jsonb
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare total int; cards jsonb; at_clinic uuid := coalesce(of_clinic, by_clinic);
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
     where (by_price or by_type is not null) and h.end_date >= today
       and (at_clinic is null or h.clinic_id = at_clinic) and (by_type is null or h.type = by_type)
     order by h.doctor_id, h.currency, h.price
  ), found as materialized (
    -- one key: PostgreSQL sorts quickly by the first key alone. Who has no price comes last.
    select those.id, case when by_price then coalesce(cost.currency || lpad(cost.price::text, 19, '0'), 'zzz') || those.name else those.name end as key
      from those left join cost on cost.doctor_id = those.id
     where by_type is null or cost.doctor_id is not null
  ), page as materialized (select id, key from found order by key, id offset beyond limit most)
  select (select count(*) from found),
         coalesce((select jsonb_agg(site_card(d, of_clinic) || jsonb_build_object('prices', (
             select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'currency', c.currency, 'amount', c.price) order by c.type desc, c.currency), '[]')
               from (select h.type, h.currency, min(h.price) as price from site_hours h
                      where h.doctor_id = d.id and h.end_date >= today and (at_clinic is null or h.clinic_id = at_clinic)
                      group by h.type, h.currency) c)) order by page.key, page.id)
           from page join site_doctor d using (id)), '[]')
    into total, cards;
  return jsonb_build_object('total', total, 'doctors', cards);
end $$;
revoke all on function site_doctor_list(uuid, uuid, text, text, uuid, uuid, uuid, text, boolean, date, int, int) from public;
grant execute on function site_doctor_list(uuid, uuid, text, text, uuid, uuid, uuid, text, boolean, date, int, int) to bedside_app;

-- What a change asks of the database, by the functions that every change runs through: a quarter less of its time (decision 0012). All of them
-- answer as before. A function in SQL is set up, and often planned, anew each time a trigger calls it; one in PL/pgSQL keeps its plans.

-- Each changed value is looked up in the row before, instead of both rows joined.
create or replace function stamp_version() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old); changed jsonb;
begin
  select jsonb_object_agg(coalesce((select grp from field_group g where g.tbl = tg_table_name and g.col = n.key), n.key), old.version + 1)
    into changed
    from jsonb_each(to_jsonb(new) - array['version', 'field_versions', 'audience', 'updated_at', 'updated_by', 'during']) n
   where n.value is distinct from was -> n.key;
  if changed is null and new.audience is not distinct from old.audience then return old; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || coalesce(changed, '{}');
  return new;
end $$;

-- A visit that keeps its people and its time is in the buckets it was in: their entries are stamped as they stand. One that has not all
-- of its entries is stamped as any other.
create or replace function stamp_feed() returns trigger language plpgsql security definer set search_path = public as $$
declare was text[] := '{}'; is_ text[] := '{}'; record_id uuid; record_version int; stamped int;
begin
  if tg_op = 'UPDATE' then
    if new.version = old.version then return null; end if;
    if tg_table_name = 'appointment' then
      if (new.audience, new.clinic_id, new.starts_at) is not distinct from (old.audience, old.clinic_id, old.starts_at) then
        update feed set version = new.version, xid = pg_current_xact_id(), at = clock_timestamp()
         where tbl = 'appointment' and id = new.id and op = 'put';
        get diagnostics stamped = row_count;
        if stamped = cardinality(new.audience) + (new.clinic_id is null)::int then return null; end if;
      end if;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    was := feed_buckets(tg_table_name::text, to_jsonb(old), old.audience);
    record_id := old.id; record_version := old.version + 1;
  end if;
  if tg_op <> 'DELETE' then
    is_ := feed_buckets(tg_table_name::text, to_jsonb(new), new.audience);
    record_id := new.id; record_version := new.version;
  end if;
  insert into feed (bucket, tbl, id, version, xid, op)
    select bucket, tg_table_name, record_id, record_version, pg_current_xact_id(),
           case when bucket = any (is_) then 'put' else 'remove' end
      from (select unnest(was) union select unnest(is_)) all_of (bucket)
     order by bucket
  on conflict (bucket, tbl, id) do update
    set version = excluded.version, xid = excluded.xid, op = excluded.op, at = clock_timestamp();
  return null;
end $$;

create or replace function record_clinic(tbl text, whose uuid) returns uuid language plpgsql stable security definer set search_path = public as $$
begin
  case tbl
    when 'appointment' then return (select clinic_id from appointment where id = whose);
    when 'payment' then return (select clinic_id from payment where id = whose);
    when 'availability' then return (select clinic_id from availability where id = whose);
    when 'patient' then return (select clinic_id from patient where id = whose);
    when 'person' then return (select coalesce(clinic_id, realm) from person where id = whose);
    when 'clinic' then return whose;
    else return null;
  end case;
end $$;

create or replace function app_ids(kind text) returns uuid[] language plpgsql stable parallel safe as $$
declare ids uuid[] := '{}'; key text;
begin
  foreach key in array app_keys() loop
    if key ~ ('^' || kind || ':[0-9a-f-]{36}$') then ids := ids || substr(key, length(kind) + 2)::uuid; end if;
  end loop;
  return ids;
end $$;

create or replace function admin_hears(r jsonb) returns boolean language plpgsql stable parallel safe as $$
begin
  if r ->> 'clinic_id' is not null and not exists (select from clinic where id = (r ->> 'clinic_id')::uuid and not private) then
    return false;
  end if;
  return not r ? 'clinic_ids'
    or exists (select from clinic where id in (select (jsonb_array_elements_text(r -> 'clinic_ids'))::uuid) and not private)
    or r -> 'clinic_ids' = '[]' and (r ->> 'home_clinic' is null
      or exists (select from clinic where id = (r ->> 'home_clinic')::uuid and not private));
end $$;

-- A visit is written several times: room beside it on its page lets a new version go there, and none of its nine indexes is written.
alter table appointment set (fillfactor = 80);

-- A visit is locked and read in one statement (store.ts). Whoever may change a visit may lock it; the view adds no right, its rows are its asker's.
grant update (id) on appointment_row to bedside_app;

-- What `to_char` says is stable at most, and a function that promises more than its body is called for each value instead of being read into the
-- query: eight calls for every visit.
create or replace function iso(value timestamptz) returns text language sql stable parallel safe strict
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

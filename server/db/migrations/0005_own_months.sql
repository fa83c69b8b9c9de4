-- The months in which a patient has anything. Bounds that hold in every collation: where root order is used (ICU), ';' comes before
-- ':', and a range that ended in ';' was empty, so that a patient never got a month outside the window.
create or replace function own_months(key text) returns table (bucket text) language sql stable security definer set search_path = public as $$
  with recursive months as (
    (select f.bucket from feed f where f.bucket > key || ':' and f.bucket < key || ':9999' order by f.bucket limit 1)
    union all
    (select (select f.bucket from feed f where f.bucket > m.bucket and f.bucket < key || ':9999' order by f.bucket limit 1) from months m where m.bucket is not null)
  )
  select m.bucket from months m where m.bucket is not null and app_keys() @> array[key]
$$;

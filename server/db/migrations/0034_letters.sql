-- What a person does not want to hear of, for whoever writes to them; sight is the caller's, as with `person_to_reach`.
create function person_muted(its_id uuid) returns text[] language sql stable security definer set search_path = public as $$
  select coalesce((select muted from person where id = its_id), '{}')
$$;

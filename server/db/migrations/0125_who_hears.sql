-- Who hears of a change among ten thousand clinics (decision 0125): those who hold the record, and not everybody who may see it.

-- Rooms of a record. A public clinic and a doctor's card are everybody's to see, and most will never look: their own clinics' people are poked, all others
-- find it with the pull of the minute. Where admins' devices hold the table, they hear in a room of each clinic, which those join who hold it; of what has no
-- clinic, all of them.
create function rooms_of(tbl text, r jsonb, audience text[], admins_hold boolean) returns text[] language plpgsql stable parallel safe as $$
declare rooms text[] := audience; theirs text[];
begin
  if tbl = 'doctor' then rooms := array_remove(rooms, 'all');
  elsif tbl = 'clinic' and rooms @> '{all}' then rooms := array['clinic:' || (r ->> 'id'), 'host:' || (r ->> 'id')];
  end if;
  if not admins_hold or not admin_hears(r) then return rooms; end if;
  theirs := array(select 'admins:' || substr(key, 8) from unnest(rooms) key where key like 'clinic:%' and key <> 'clinic:none');
  return rooms || case when theirs = '{}' then '{admin}' else theirs end;
end $$;

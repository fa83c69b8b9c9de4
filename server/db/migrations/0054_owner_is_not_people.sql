-- Where the owner is no superuser it may act as people do, but must not count as one of them: a membership that is inherited put the
-- restrictive policies for people on the owner as well. Times read from doctors' calendars were refused in silence, whoever is deleted
-- was out of the house's sight, and dumps lacked them. `checkRole` refuses a start where this could not be done here.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    if current_setting('server_version_num')::int >= 160000 then
      execute format('grant bedside_app to %I with inherit false, set true', current_user);
    else
      execute format('alter role %I noinherit', current_user);
    end if;
  end if;
exception when insufficient_privilege then null; end $$;

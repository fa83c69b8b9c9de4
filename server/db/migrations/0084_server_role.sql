-- The server's own work (sessions, limits, jobs, mail) logs in as a role of its own: it sees every row, as nobody asks, but owns nothing, changes
-- no table, rule or trigger, and is no superuser (docs/decisions/0084). Roles belong to the cluster: another database may have made it. An owner
-- that may make no role leaves it to the operator (docs/database-logins.sql); the owner's login serves until then.
do $$ begin
  if not exists (select from pg_roles where rolname = 'bedside_server') then
    create role bedside_server nologin noinherit nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$;

-- it acts as people do where somebody asks it to, but is not bound by what is meant for people
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    grant bedside_app to bedside_server with inherit false, set true;
  else
    grant bedside_app to bedside_server;
  end if;
exception when insufficient_privilege or undefined_object then null; end $$;

-- The two logins that Bedside uses on a database of your own beside the owner's. Run it once, as the owner that DATABASE_URL names, after the first
-- start has made the roles:
--
--   psql "$DATABASE_URL" -v request_password="…" -v server_password="…" -f docs/database-logins.sql
--
-- The owner migrates at a start and does nothing else. A request logs in as bedside_app (DATABASE_REQUEST_URL), which owns nothing, is a member of
-- nothing and sees no row until it has said for whom it asks. The server's own work (sessions, limits, jobs, mail) logs in as bedside_server
-- (DATABASE_SERVER_URL), which sees all rows, owns nothing and changes no table or rule.
--
-- A login that comes through a pooler (DATABASE_POOLER) is given its settings by its role; a straight one brings the same at its start.
--
-- An owner that may make no roles finds none here: have an administrator run, and start Bedside once more, which gives them their rights:
--
--   create role bedside_server nologin noinherit;
--   grant bedside_app to bedside_server with inherit false, set true;
alter role bedside_app login noinherit password :'request_password';
alter role bedside_server login noinherit password :'server_password';
alter role bedside_app set statement_timeout = '10s';
alter role bedside_app set lock_timeout = '3s';
alter role bedside_app set idle_in_transaction_session_timeout = '15s';
alter role bedside_app set synchronous_commit = 'on';
alter role bedside_app set timezone = 'UTC';
alter role bedside_app set client_connection_check_interval = '250ms';
alter role bedside_server set statement_timeout = '10s';
alter role bedside_server set lock_timeout = '3s';
alter role bedside_server set idle_in_transaction_session_timeout = '15s';
alter role bedside_server set synchronous_commit = 'on';
alter role bedside_server set timezone = 'UTC';
alter role bedside_server set client_connection_check_interval = '250ms';

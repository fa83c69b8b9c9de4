-- Whether this session has been written down as reading this record lately: a device that keeps a patient asks for their visits every hour, and
-- a line for each would bury the others (TRUST D15). Whoever asks has no right on the log itself, and learns of their own session alone.
create function audit_read_lately(its_action text, of_table text, of_record uuid, by_session text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from audit where object_table = of_table and object_id = of_record and action = its_action and session_hash = by_session
       and at > clock_timestamp() - interval '12 hours')
$$;

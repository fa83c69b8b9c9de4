-- What patients hear of a visit by mail and SMS (rules 63–66). Whatever has not gone when the visit is cancelled, moved or completed is
-- void, in the same transaction (rule 64); the notice of it is queued after.
alter table message add column appointment_id uuid references appointment on delete cascade;
create index message_of_visit on message (appointment_id) where state = 'queued';
grant insert (appointment_id) on message to bedside_app;

create function visit_messages_void() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from message where appointment_id = new.id and state = 'queued';
  return null;
end $$;
create trigger messages_void after update on appointment for each row
  when ((old.status, old.starts_at) is distinct from (new.status, new.starts_at)) execute function visit_messages_void();

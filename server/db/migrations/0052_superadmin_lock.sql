-- The trigger that keeps one superadmin took the key that a running server holds for life (server/db/advisory.ts): nobody could lose the
-- flag, be switched off or be deleted while Bedside ran. It has a key of its own now.
create or replace function keep_superadmin() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.superadmin and old.active and old.deleted_at is null
     and (tg_op = 'DELETE' or not (new.superadmin and new.active and new.deleted_at is null)) then
    perform pg_advisory_xact_lock(hashtextextended('superadmin', 0));
    if not exists (select from person where superadmin and active and deleted_at is null and id <> old.id) then
      raise exception 'the last superadmin' using errcode = 'check_violation', constraint = 'last_superadmin';
    end if;
  end if;
  return coalesce(new, old);
end $$;

-- As in 0167, and an endpoint that is deleted meanwhile fails nobody's change: it is held until the event is written, or passed over.
create or replace function webhook_event() returns trigger language plpgsql security definer set search_path = public as $$
declare was uuid[] := '{}'; is_ uuid[] := '{}'; whose uuid; its_version int; its_status text;
begin
  if not exists (select from webhook where active) then return null; end if;
  if tg_op <> 'INSERT' then
    was := webhook_clinics(old.audience); whose := old.id; its_version := old.version + 1; its_status := to_jsonb(old) ->> 'status';
  end if;
  if tg_op <> 'DELETE' then
    is_ := webhook_clinics(new.audience); whose := new.id; its_version := new.version; its_status := to_jsonb(new) ->> 'status';
  end if;
  insert into webhook_delivery (webhook_id, clinic_id, type, record_id, version, status)
    select w.id, w.clinic_id,
           tg_table_name || case when w.clinic_id <> all (is_) then '.deleted' when w.clinic_id = any (was) then '.updated' else '.created' end,
           whose, its_version, its_status
      from webhook w
     where w.clinic_id = any (was || is_) and w.active and tg_table_name = any (w.kinds)
     order by w.id for key share of w;
  return null;
end $$;

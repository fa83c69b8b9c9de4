-- Work that finds out, keeps or forgets is paused by nobody (decision 0113): the names are those of `isGuard` in contract/job/job.rules.ts.
update job set paused_at = null where kind in ('checkMoney', 'guardAudit', 'tendBackups', 'cleanUp', 'cleanUpFiles', 'forgetOld');
alter table job add constraint job_guard_goes_on check (
  paused_at is null or kind not in ('checkMoney', 'guardAudit', 'tendBackups', 'cleanUp', 'cleanUpFiles', 'forgetOld'));

-- A round that is put off for a hundred years is paused by another name: people bring one forward, and give up no row.
create function job_by_people() returns trigger language plpgsql set search_path = public as $$
begin
  if current_user = 'bedside_app' and (
    new.due_at > greatest(old.due_at, clock_timestamp()) or new.tries > old.tries
    or (new.dead_at is not null and new.dead_at is distinct from old.dead_at)
  ) then
    raise exception 'people only bring a round forward' using errcode = 'check_violation', constraint = 'job_by_people';
  end if;
  return new;
end $$;
create trigger job_by_people before update on job for each row execute function job_by_people();

-- What guards (`UNMUTED` in contract/notification/notification.rules.ts) rings also for those who have silenced its row of the grid.
drop function ring(uuid, uuid, text, text, text[], uuid, text, timestamptz);
create function ring(
  its_id uuid, whom uuid, its_kind text, its_event text, its_args text[], visit uuid, its_url text, at_ timestamptz, may_mute boolean default true)
returns void language sql security definer set search_path = public as $$
  insert into notification (id, user_id, kind, args, appointment_id, created_at, read)
  values (its_id, whom, its_kind, its_args, visit, at_,
          coalesce((select may_mute and its_event || ':bell' = any (muted) from person where id = whom), false));
  -- no row of the grid is called so
  select push_to(whom, its_event, case when may_mute then its_event else 'guard' end, its_url, null, 'note:' || its_id, at_, at_ + interval '24 h');
$$;

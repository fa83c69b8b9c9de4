-- Patients from a file (decision 0154): an import and its lines, seen by its clinic's desk alone.
create table import (
  id uuid primary key,
  clinic_id uuid not null references clinic,
  state text not null default 'reading' check (state in ('reading', 'running', 'done', 'undoing', 'undone', 'dropped')),
  columns jsonb not null,
  total int not null check (total between 1 and 20000),
  -- once it has ended: the lines are deleted later, and what came of them stays known
  counts jsonb,
  made_by uuid not null references person,
  made_by_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- one at a time
create unique index import_open on import (clinic_id) where state in ('reading', 'running', 'undoing');
create index import_clinic on import (clinic_id, created_at);
create index import_ended on import (ended_at);

-- A line, with what it says sealed. A card that it became has its id.
create table import_line (
  id uuid primary key,
  import_id uuid not null references import on delete cascade,
  clinic_id uuid not null references clinic,
  line int not null,
  state text not null check (state in ('new', 'same', 'bad', 'done', 'kept', 'gone')),
  cells text not null,
  -- as cards have them, to find lines that repeat an earlier one, and to erase them with their person
  phone text,
  email text,
  faults jsonb not null default '[]',
  patient_id uuid references patient,
  -- `import_card_version` when the card was made
  card_version int
);
create unique index import_line_once on import_line (import_id, line);
create index import_line_state on import_line (import_id, state, line);
create index import_line_patient on import_line (patient_id) where patient_id is not null;
create index import_line_phone on import_line (phone) where phone is not null;

alter table import enable row level security;
alter table import force row level security;
alter table import_line enable row level security;
alter table import_line force row level security;
create policy sight on import for select to bedside_app using (clinic_id = (select app_clinic()));
create policy write on import for insert to bedside_app
  with check (clinic_id = (select app_clinic()) and made_by = (select app_person()) and state = 'reading');
create policy edit on import for update to bedside_app
  using (clinic_id = (select app_clinic())) with check (clinic_id = (select app_clinic()));
create policy sight on import_line for select to bedside_app using (clinic_id = (select app_clinic()));
create policy write on import_line for insert to bedside_app
  with check (clinic_id = (select app_clinic()) and exists (select from import i where i.id = import_id and i.state = 'reading'));
create policy remove on import_line for delete to bedside_app
  using (clinic_id = (select app_clinic()) and exists (select from import i where i.id = import_id and i.state = 'reading'));
create policy edit on import_line for update to bedside_app
  using (clinic_id = (select app_clinic())) with check (clinic_id = (select app_clinic()));
grant select, insert on import to bedside_app;
grant update (state, counts, ended_at) on import to bedside_app;
grant select, insert, delete on import_line to bedside_app;
grant update (state, faults, patient_id, card_version) on import_line to bedside_app;

create view import_row with (security_invoker) as
  select i.id, i.state, i.columns, i.total,
         coalesce((i.counts ->> 'arrived')::int, n.arrived) as arrived,
         coalesce(i.counts - 'arrived', jsonb_build_object('new', n.fresh, 'same', n.same, 'bad', n.bad, 'done', n.done, 'kept', n.kept, 'gone', n.gone)) as counts,
         exists (select from import_line l where l.import_id = i.id) as "linesKept",
         i.made_by_name as "madeBy", iso(i.created_at) as "createdAt", iso(i.ended_at) as "endedAt", i.created_at
    from import i
    left join lateral (
      select count(*)::int as arrived, count(*) filter (where state = 'new')::int as fresh, count(*) filter (where state = 'same')::int as same,
             count(*) filter (where state = 'bad')::int as bad, count(*) filter (where state = 'done')::int as done,
             count(*) filter (where state = 'kept')::int as kept, count(*) filter (where state = 'gone')::int as gone
        from import_line l where l.import_id = i.id and i.counts is null) n on true
   where i.state <> 'dropped';
grant select on import_row to bedside_app;

-- One that was not started ends, and its lines are deleted. It stays known how many there were.
create function import_dropped(of_import uuid, at_ timestamptz) returns void language sql set search_path = public as $$
  delete from import_line where import_id = of_import;
  update import set state = 'dropped', ended_at = at_, counts = '{}' where id = of_import and state = 'reading';
$$;

-- Its job looks now, and not at its next minute.
create function import_wake() returns void language sql security definer set search_path = public as $$
  update job set due_at = clock_timestamp() where kind = 'runImports' and item = ''
$$;

-- Another number means that somebody has changed the card or its person; both versions only grow.
create function import_card_version(of_patient uuid) returns int language sql stable security definer set search_path = public as $$
  select t.version + p.version from patient t join person p on p.id = t.id where t.id = of_patient and sees_patient(t)
$$;

-- Undoes up to so many lines of an import; answers how many it has settled. A card goes if it is as the import made it and nothing names it; what may not
-- go is for the foreign keys of all other tables to say.
create function import_take_back(of_import uuid, most int) returns int language plpgsql set search_path = public as $$
declare one record; n int := 0; why text;
begin
  for one in select id, patient_id, card_version from import_line
              where import_id = of_import and state = 'done' order by line limit most for update loop
    n := n + 1;
    why := null;
    perform from patient where id = one.id for update;
    if one.patient_id is distinct from one.id
       or (select t.version + p.version from patient t join person p on p.id = t.id where t.id = one.id) is distinct from one.card_version
       or exists (select from person where id = one.id and password_hash is not null) then
      why := 'changed';
    else
      begin
        update import_line set patient_id = null where patient_id = one.id;
        delete from patient where id = one.id;
        delete from person where id = one.id;
      exception when foreign_key_violation then
        why := 'used';
      end;
    end if;
    update import_line set state = case when why is null then 'gone' else 'kept' end,
        faults = case when why is null then '[]' else jsonb_build_array(jsonb_build_object('field', null, 'reason', why)) end
     where id = one.id;
  end loop;
  return n;
end $$;
revoke execute on function import_take_back from public;

-- Who is erased leaves no line behind, neither the one that made their card nor one with their phone.
create function import_forgets() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from import_line where patient_id = new.id;
  delete from import_line where phone = old.phone;
  return null;
end $$;
create trigger import_forgets after update on person for each row
  when (new.type = 'patient' and new.deleted_at is not null and (old.name, old.phone) is distinct from (new.name, new.phone))
  execute function import_forgets();

-- What the areas of people stand on: the superadmin's flag in the sight, and who of the admins hears of a change.

create function app_superadmin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.superadmin', true), '') = 'true';

-- Whether the platform's admins may know that this record changed: not where it belongs to private clinics alone (rule 47).
create function admin_hears(r jsonb) returns boolean language sql stable parallel safe
  return case
    when r ->> 'clinic_id' is not null then exists (select from clinic where id = (r ->> 'clinic_id')::uuid and not private)
    when r ? 'clinic_ids' and not r ? 'birth_date' and r -> 'clinic_ids' <> '[]' then exists (
      select from clinic where id in (select (jsonb_array_elements_text(r -> 'clinic_ids'))::uuid) and not private)
    else true
  end;

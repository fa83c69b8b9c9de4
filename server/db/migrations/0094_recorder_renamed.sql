-- A card names who recorded the allergies (0059). That name is of the person's own row, and shown to colleagues: when it or where they work
-- changes, the cards go to their devices again.
create index patient_allergies_by on patient (allergies_by) where allergies_by is not null;
create function recorder_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update patient set visits_seen = visits_seen + 1 where allergies_by = new.id;
  return null;
end $$;
create trigger recorder_changed after update of name, clinic_id, type on person for each row
  when (new.name is distinct from old.name or new.clinic_id is distinct from old.clinic_id or new.type <> old.type)
  execute function recorder_changed();
create trigger recorder_changed after update of clinic_ids on doctor for each row
  when (new.clinic_ids is distinct from old.clinic_ids) execute function recorder_changed();

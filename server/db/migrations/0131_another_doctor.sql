-- An appointment that is given to another doctor takes along what is kept by its doctor (decision 0131).

-- Its payments are that doctor's from then on, with the share as that doctor's terms make it.
drop trigger payment_follows on appointment;
create or replace function payment_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update payment set patient_name = new.patient_name, visit_at = new.starts_at, zone = new.zone, commission = new.commission, earn = new.earn,
         earn_status = new.earn_status, doctor_id = new.doctor_id
   where appointment_id = new.id;
  return null;
end $$;
create trigger payment_follows after update on appointment for each row
  when ((old.patient_name, old.starts_at, old.zone, old.commission, old.earn, old.earn_status, old.doctor_id)
        is distinct from (new.patient_name, new.starts_at, new.zone, new.commission, new.earn, new.earn_status, new.doctor_id))
  execute function payment_follows();

-- A link pays for the appointment of whoever has it when it is paid; who sat in the meeting was the doctor before; and that doctor knows the patient no
-- longer, unless from another appointment or as the one who added them (rule 50).
create function appointment_given() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update payment_link set doctor_id = new.doctor_id where appointment_id = new.id;
  delete from meeting_presence where appointment_id = new.id;
  update patient t set doctor_ids = array_remove(t.doctor_ids, old.doctor_id)
   where t.id = new.patient_id and old.doctor_id = any (t.doctor_ids) and t.added_by is distinct from old.doctor_id
     and not exists (select from appointment a where a.patient_id = t.id and a.doctor_id = old.doctor_id);
  return null;
end $$;
create trigger given after update of doctor_id on appointment for each row
  when (old.doctor_id is distinct from new.doctor_id) execute function appointment_given();

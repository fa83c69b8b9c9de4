-- A visit that is completed, or is so no longer since the completing was taken back (0060), changes what the card says of visits.
drop trigger counts on appointment;
create trigger counts after update of status on appointment for each row
  when ((new.status = 'completed') <> (old.status = 'completed')) execute function visit_counts();

-- Cards that devices hold with a visit too many: they come again.
update patient set visits_seen = visits_seen + 1
 where id in (select patient_id from appointment where id in (select object_id from audit where action = 'appointment.reopen' and outcome = 'done'));

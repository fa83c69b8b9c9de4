-- What a change leaves behind: less of the log that is written before it, and tables that are tidied before they have grown (decision 0089).

-- Checking in changes one column that stood in five indexes, so that every index of the visit was written anew, with the pages' images after each
-- checkpoint. No screen asks for it without a day, and of a day's visits it is read from their rows: without it in an index a visit's new
-- version lies beside the old one (0037), and no index is written.
drop index appointment_start, appointment_clinic, appointment_doctor, appointment_status, appointment_payment;
create index appointment_start on appointment (starts_at, id)
  include (clinic_id, doctor_id, patient_id, status, type, payment_status, ends_at, zone);
create index appointment_clinic on appointment (clinic_id, starts_at, id)
  include (doctor_id, patient_id, status, type, payment_status, ends_at, zone);
create index appointment_doctor on appointment (doctor_id, starts_at, id)
  include (clinic_id, patient_id, status, type, payment_status, ends_at, zone);
create index appointment_status on appointment (status, starts_at, id)
  include (clinic_id, doctor_id, patient_id, type, payment_status, ends_at, zone);
create index appointment_payment on appointment (payment_status, starts_at, id)
  include (clinic_id, doctor_id, patient_id, status, type, ends_at, zone);

-- The visits of a patient in the index alone, as lists of others have them: "no visit since", a card's last visit and its count are asked for
-- each patient of a list.
drop index appointment_patient;
create index appointment_patient on appointment (patient_id, starts_at, id) include (status, clinic_id, doctor_id);

-- What is written again and again leaves room beside itself, so that a new version goes there and no index is written: a session's last use, a
-- queue's state, a balance.
alter table session set (fillfactor = 70);
alter table message set (fillfactor = 80);
alter table push_message set (fillfactor = 80);
alter table ledger_account set (fillfactor = 80);
alter table rate_limit set (fillfactor = 70);

-- Tidied when a fiftieth has changed, not a fifth: of two million entries of the feed that is 40,000 and not 400,000, and the tail that every
-- device reads stays short. Small and busy tables are tidied by number.
alter table feed set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table appointment set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table payment set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table idempotency set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table session set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table message set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table push_message set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table rate_limit set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- What has had its time is found each minute by when it ended, not by reading all there is (jobs/clean-up.ts).
create index session_ended on session (ended_at) where ended_at is not null;
create index message_ended on message (ended_at) where state <> 'queued';
create index message_unsaid on message (not_after) where state = 'dead' and args <> '{}';
create index rate_limit_expiry on rate_limit (expire);
create index known_device_age on known_device (used_at);
create index password_link_expiry on password_link (expires_at);
create index account_request_expiry on account_request (expires_at);
create index invitation_over on invitation ((coalesce(answered_at, expires_at)));
create index crash_age on crash (last_at);

-- A session that is only started has no row any more (session/started.ts). What it was called stays with the row that a sign-in makes of it, so
-- that it makes one alone.
alter table session add column started_hash text;
create unique index session_started on session (started_hash) where started_hash is not null;

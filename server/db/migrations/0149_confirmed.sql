-- That a patient means to come, and whose word that is (decision 0149): the patient's own, or of whoever asked them. Null until it is said, and again
-- once the time is another.
alter table appointment add column confirmed_at timestamptz, add column confirmed_by text;

create or replace view appointment_row with (security_invoker) as
  select id, version, clinic_id as "clinicId", doctor_id as "doctorId", patient_id as "patientId", patient_name as "patientName",
         iso(starts_at) as start, iso(ends_at) as "end", zone,
         to_char(starts_at at time zone zone, 'YYYYMMDD')::int as date, to_char(starts_at at time zone zone, 'HH24MI')::int as time,
         (extract(epoch from ends_at - starts_at) / 60)::int as duration,
         type, price, currency, commission, earn, earn_status as "earnStatus", status,
         cancel_reason as "cancelReason", cancelled_by as "cancelledBy", iso(cancelled_at) as "cancelledAt",
         completed_by as "completedBy", iso(completed_at) as "completedAt", iso(arrived_at) as "arrivedAt", iso(no_show_at) as "noShowAt",
         patient_note as "patientNote", note,
         meeting_link as "meetingLink",
         payment_status as "paymentStatus", payment_type as "paymentType", moves,
         iso(created_at) as "createdAt", created_by as "createdBy", iso(updated_at) as "updatedAt", updated_by as "updatedBy",
         field_versions, starts_at, ends_at, clinic_id, doctor_id, patient_id, check_in_code as "checkInCode", iso(heard_at) as "heardAt", overrides,
         iso(confirmed_at) as "confirmedAt", confirmed_by as "confirmedBy"
    from appointment;

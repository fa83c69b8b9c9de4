-- The contact log of a patient's card (SCREENS B7): what a clinic has sent them by mail and SMS. A message in a clinic's own business names
-- clinic and patient; what concerns an account alone (passwords, links to sign in) names neither and is in nobody's log. The column is
-- called as everywhere, so that two cards made one take their messages along (patient_merge).
alter table message
  add column patient_id uuid references patient,
  add column clinic_id uuid references clinic;
create index message_of_patient on message (patient_id, id desc) where patient_id is not null;

-- The desk reads its own clinic's, an admin those of clinics that are not private (rules 47, 51); both only of patients they see.
create policy sight on message for select to bedside_app using (
  patient_id is not null
  and case (select app_type())
        when 'clinic' then clinic_id = any ((select app_ids('clinic'))::uuid[])
        when 'admin' then not exists (select from clinic c where c.id = clinic_id and c.private)
        else false
      end
  and exists (select from patient t where t.id = patient_id)
);
grant insert (patient_id, clinic_id), select (id, patient_id, clinic_id, channel, recipient, template, state, made_at, next_try_at, ended_at) on message to bedside_app;

-- Who has something in their wallet (SCREENS B7 "balance", "has balance"), under the sight of wallets_of; of these patients, or of all.
create function wallets_held(of_patients uuid[]) returns table ("patientId" uuid, currency text, balance bigint)
language sql stable security definer set search_path = public as $$
  select a.patient_id, a.currency, sum(a.balance)::bigint
    from ledger_account a join patient t on t.id = a.patient_id
   where a.kind = 'wallet' and a.balance <> 0 and (of_patients is null or a.patient_id = any (of_patients))
     and (app_is_admin() and a.clinic_id is null and sees_patient(t)
       or app_type() = 'clinic' and a.clinic_id is not distinct from house_of(app_clinic()) and sees_patient(t))
   group by 1, 2 order by 1, 2
$$;

-- Lines of text that were taken before the contract refused characters nobody sees (issue 38): they leave without those, and in NFC. What is
-- copied of a name (a card, a visit, a payment) follows by its trigger; the copies are named all the same, for those whose source is gone.
do $$
declare
  place record;
begin
  for place in
    select * from (values
      ('person', 'name'), ('person', 'city'), ('clinic', 'name'), ('clinic', 'city'), ('clinic', 'app_name'), ('doctor', 'title'), ('doctor', 'city'),
      ('patient', 'emergency_name'), ('appointment', 'patient_name'), ('payment', 'patient_name'), ('payment_link', 'patient_name'),
      ('payment_link', 'description'), ('comment', 'patient_name'), ('recipe', 'doctor_name'), ('report', 'doctor_name'), ('report', 'title'),
      ('patient_file', 'title'), ('busy', 'title'), ('article', 'title'), ('video', 'title'), ('kiosk', 'name'), ('calendar_link', 'name')
    ) as places (of_table, of_column)
  loop
    execute format(
      $sql$update %1$I set %2$I = coalesce(nullif(btrim(regexp_replace(normalize(%2$I, nfc), %3$L, '', 'g')), ''), '—')
            where %2$I ~ %3$L or %2$I is not nfc normalized$sql$,
      place.of_table, place.of_column, '[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]');
  end loop;
end $$;

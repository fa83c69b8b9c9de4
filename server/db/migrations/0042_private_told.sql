-- What the platform's people change that reaches into private clinics is told to those clinics' users at once (rule 48,
-- docs/decisions/0040): of one clinic, or of all of them. Whom a note goes to is nobody's to read.
create function private_clinic_users(of_clinic uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select p.id from person p join clinic c on c.id = p.clinic_id
   where p.type = 'clinic' and p.deleted_at is null and c.private and (of_clinic is null or c.id = of_clinic) and app_is_admin()
$$;

-- The panel of the clinic whose payment address this was and still is by name, while it is switched off: links that were sent
-- with it lead there (decision 0157).
create function clinic_former_payment(host text) returns table (panel text, private boolean) language sql stable security definer set search_path = public as $$
  select case when c.panel_url_status then c.panel_url end, c.private
    from clinic c
   where c.payment_url = host and not c.payment_url_status and c.active and c.deleted_at is null
   limit 1
$$;
revoke all on function clinic_former_payment(text) from public;
grant execute on function clinic_former_payment(text) to bedside_app;

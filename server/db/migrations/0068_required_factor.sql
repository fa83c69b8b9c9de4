-- Who works with a second factor that is required and has none is signed in only to set one up (TRUST D3, decision 0068).
alter table session add column must_enrol boolean not null default false;

-- Whether a clinic asks it of its users and doctors; its own users say so.
alter table clinic add column factor_required boolean not null default false;
grant update (factor_required) on clinic to bedside_app;
create or replace view clinic_row with (security_invoker) as
  select id, version, name, slug, panel_url as "panelUrl", panel_url_status as "panelUrlStatus", web_url as "webUrl",
         web_url_status as "webUrlStatus", payment_url as "paymentUrl", payment_url_status as "paymentUrlStatus",
         zone, currency, brand, app_name as "appName", logo_id as "logoId", country, city, address, location, phone, email,
         seo_title as "seoTitle", seo_description as "seoDescription", css, terms, data_policy as "dataPolicy",
         to_char(legal_date, 'YYYY-MM-DD') as "legalDate", private, active, iso(deleted_at) as "deletedAt",
         iso(updated_at) as "updatedAt", updated_by as "updatedBy", field_versions, factor_required as "factorRequired"
    from clinic;

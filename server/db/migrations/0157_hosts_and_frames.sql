-- Each address of a clinic does what its switch says, and other websites may show booking in a frame (issue 35, 8 and 3; decision 0157).

-- Host names whose pages may frame /embed of this clinic, and the colour there; null is the clinic's own.
alter table clinic
  add column embed_hosts jsonb not null default '[]' check (jsonb_typeof(embed_hosts) = 'array' and jsonb_array_length(embed_hosts) <= 10),
  add column embed_colour text check (embed_colour ~ '^#[0-9a-f]{6}$');
grant update (embed_hosts, embed_colour) on clinic to bedside_app;
create or replace view clinic_row with (security_invoker) as
  select id, version, name, slug, panel_url as "panelUrl", panel_url_status as "panelUrlStatus", web_url as "webUrl",
         web_url_status as "webUrlStatus", payment_url as "paymentUrl", payment_url_status as "paymentUrlStatus",
         zone, currency, brand, app_name as "appName", logo_id as "logoId", country, city, address, location, phone, email,
         seo_title as "seoTitle", seo_description as "seoDescription", css, terms, data_policy as "dataPolicy",
         to_char(legal_date, 'YYYY-MM-DD') as "legalDate", private, active, iso(deleted_at) as "deletedAt",
         iso(updated_at) as "updatedAt", updated_by as "updatedBy", field_versions, factor_required as "factorRequired",
         embed_hosts as "embedHosts", embed_colour as "embedColour"
    from clinic;

create index clinic_payment on clinic (payment_url) where payment_url is not null;

-- As before (0040), and a panel that is switched off is not written to people: null leads to the platform's own host.
create or replace function clinic_link_host(of_clinic uuid) returns text language sql stable security definer set search_path = public as $$
  select panel_url from clinic where id = of_clinic and panel_url_status and active and (not private or panel_url = any (confirmed_hosts))
$$;

-- The host of a clinic's payment links; null if it has none of its own that is switched on.
create function clinic_pay_host(of_clinic uuid) returns text language sql stable security definer set search_path = public as $$
  select payment_url from clinic where id = of_clinic and payment_url_status and active and (not private or payment_url = any (confirmed_hosts))
$$;

-- The clinic of a host that is not its panel: of its payment page, or of its website, each while it is switched on.
create function clinic_beside(host text) returns table (slug text, panel text, pays boolean) language sql stable security definer set search_path = public as $$
  select c.slug, case when c.panel_url_status then c.panel_url end, c.payment_url = host and c.payment_url_status
    from clinic c
   where c.id in (select id from clinic where payment_url = host union all select id from clinic where web_url = host)
     and c.active and c.deleted_at is null
     and (c.payment_url = host and c.payment_url_status or c.web_url = host and c.web_url_status and not c.private)
   limit 1
$$;

-- The clinic that may be framed by this short name; `gone` while it is passive. A private one is no one here.
create function site_embed(by_slug text) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('gone', not c.active, 'hosts', c.embed_hosts, 'colour', c.embed_colour, 'slug', c.slug,
           'at', array_remove(array[case when c.panel_url_status then c.panel_url end, case when c.web_url_status then c.web_url end], null),
           'clinic', (select to_jsonb(s) from site_clinic s where s.id = c.id))
    from clinic c where c.slug = by_slug and not c.private and c.deleted_at is null
$$;

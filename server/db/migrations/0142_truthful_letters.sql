-- Letters for what patients were not told: a visit that lapsed unpaid, and money that came when there was nothing left to pay for (decision 0142).
insert into email (id, template) values
  ('01930000-0000-7000-8000-000000000142', 'visit_lapsed'),
  ('01930000-0000-7000-8000-000000000143', 'payment_late');

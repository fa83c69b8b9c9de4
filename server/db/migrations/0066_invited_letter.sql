-- The letter that tells a doctor of an invitation stands in the list of templates like every other (0030).
insert into email (id, template) values ('01930000-0000-7000-8000-000000000043', 'doctor_invited');

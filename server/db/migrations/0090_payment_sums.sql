-- What pictures of payments are made of, by day, kept in the transaction that changes a payment (decision 0090). Nobody waits for another's: a
-- change adds a line that takes away what was and one that adds what is, and a job folds lines of one kind together. A line says nothing of a
-- patient, and is seen by whoever sees all payments in it.
create table payment_sum (
  -- by days without the doctor, or by months (their first day) with the doctor: both in one would be as long as the payments themselves
  by_doctor boolean not null,
  day date not null,
  clinic_id uuid,
  doctor_id uuid,
  currency text not null,
  type text not null,
  status text not null,
  refund_status text not null,
  earn_status text not null,
  -- its visit has taken place: the share is due (rule 34)
  is_done boolean not null,
  -- of a share that was paid out and is to come back: the day it counts against (rule 35)
  given_back date,
  n bigint not null,
  amount bigint not null,
  earn bigint not null,
  folded boolean not null default false
);
create index payment_sum_clinic on payment_sum (clinic_id, by_doctor, day);
create index payment_sum_doctor on payment_sum (doctor_id, day) where by_doctor;
create index payment_sum_fresh on payment_sum (by_doctor) where not folded;
alter table payment_sum set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);

-- The same condition as the sight of the payments themselves (0021), but for patients, who have no pictures; a doctor's are the lines of theirs
-- alone.
create policy sight on payment_sum for select to bedside_app using (
  (select app_is_admin()) and (clinic_id is null or clinic_id in (select id from clinic where not private))
  or clinic_id = any ((select app_ids('clinic'))::uuid[])
  or by_doctor and doctor_id = any ((select app_ids('doctor'))::uuid[])
);
grant select on payment_sum to bedside_app;

create function payment_given_back(p payment) returns date language sql stable parallel safe as $$
  select case when p.earn_status = 'completed' and p.refund_status in ('approved', 'refunded')
              then (coalesce(p.refunded_at, p.added_at) at time zone p.zone)::date end
$$;

-- One payment's two lines, added or taken away.
create function payment_sum_add(p payment, is_done boolean, sign int) returns void language plpgsql security definer set search_path = public as $$
declare its_day date := (p.added_at at time zone p.zone)::date;
begin
  insert into payment_sum (by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back, n, amount, earn)
    select b, case when b then date_trunc('month', its_day)::date else its_day end, p.clinic_id, case when b then p.doctor_id end, p.currency,
           p.type, p.status, p.refund_status, p.earn_status, payment_sum_add.is_done, payment_given_back(p), sign, sign * p.amount, sign * p.earn
      from unnest(array[false, true]) b;
end $$;
revoke execute on function payment_sum_add(payment, boolean, int) from public;

create function payment_summed() returns trigger language plpgsql security definer set search_path = public as $$
declare done boolean := exists (select from appointment a
  where a.id = case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end and a.status = 'completed');
begin
  if tg_op <> 'INSERT' then perform payment_sum_add(old, done, -1); end if;
  if tg_op <> 'DELETE' then perform payment_sum_add(new, done, 1); end if;
  return null;
end $$;
create trigger summed after insert or delete on payment for each row execute function payment_summed();
create trigger summed_anew after update on payment for each row
  when ((old.added_at, old.zone, old.clinic_id, old.doctor_id, old.currency, old.type, old.status, old.refund_status, old.earn_status,
         old.refunded_at, old.amount, old.earn)
        is distinct from (new.added_at, new.zone, new.clinic_id, new.doctor_id, new.currency, new.type, new.status, new.refund_status,
         new.earn_status, new.refunded_at, new.amount, new.earn))
  execute function payment_summed();

-- Its name puts it before `payment_follows`, which changes the payments themselves and finds the lines as they are by then.
create function visit_summed() returns trigger language plpgsql security definer set search_path = public as $$
declare p payment;
begin
  for p in select * from payment where appointment_id = new.id loop
    perform payment_sum_add(p, old.status = 'completed', -1);
    perform payment_sum_add(p, new.status = 'completed', 1);
  end loop;
  return null;
end $$;
create trigger payment_done after update on appointment for each row
  when ((old.status = 'completed') <> (new.status = 'completed')) execute function visit_summed();

-- Lines that came since, with those of the same days, are made one of each kind. At any moment the sums are the same.
create function payment_sums_fold() returns void language sql security definer set search_path = public as $$
  with fresh as (
    delete from payment_sum where not folded returning *
  ), were as (
    delete from payment_sum s using (select distinct by_doctor, day, clinic_id from fresh) d
     where s.folded and s.by_doctor = d.by_doctor and s.day = d.day and s.clinic_id is not distinct from d.clinic_id returning s.*
  )
  insert into payment_sum
    select by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back,
           sum(n), sum(amount), sum(earn), true
      from (select * from fresh union all select * from were) lines
     group by by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back
    having sum(n) <> 0 or sum(amount) <> 0 or sum(earn) <> 0
$$;
revoke execute on function payment_sums_fold() from public;

-- From the payments themselves: for the first time, and where they were written past their triggers.
create function payment_sums_rebuild() returns void language plpgsql security definer set search_path = public as $$
begin
  lock table payment, appointment in share row exclusive mode;
  delete from payment_sum;
  insert into payment_sum
    select b, case when b then date_trunc('month', day)::date else day end, clinic_id, case when b then doctor_id end, currency, type, status,
           refund_status, earn_status, is_done, given_back, count(*), sum(amount), sum(earn), true
      from (select p.*, (p.added_at at time zone p.zone)::date as day, payment_given_back(p) as given_back,
                   coalesce(a.status = 'completed', false) as is_done
              from payment p left join appointment a on a.id = p.appointment_id) p, unnest(array[false, true]) b
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
end $$;
revoke execute on function payment_sums_rebuild() from public;
select payment_sums_rebuild();

-- The totals under a list of payments read every payment of the filter. The sums know all of them but the commissions (decision 0111).
alter table payment_sum add column commission bigint not null default 0;

create or replace function payment_sum_add(p payment, is_done boolean, sign int) returns void language plpgsql security definer set search_path = public as $$
declare its_day date := (p.added_at at time zone p.zone)::date;
begin
  insert into payment_sum (by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back, n, amount, earn,
                           commission)
    select b, case when b then date_trunc('month', its_day)::date else its_day end, p.clinic_id, case when b then p.doctor_id end, p.currency,
           p.type, p.status, p.refund_status, p.earn_status, payment_sum_add.is_done, payment_given_back(p), sign, sign * p.amount, sign * p.earn,
           sign * p.commission
      from unnest(array[false, true]) b;
end $$;

drop trigger summed_anew on payment;
create trigger summed_anew after update on payment for each row
  when ((old.added_at, old.zone, old.clinic_id, old.doctor_id, old.currency, old.type, old.status, old.refund_status, old.earn_status,
         old.refunded_at, old.amount, old.earn, old.commission)
        is distinct from (new.added_at, new.zone, new.clinic_id, new.doctor_id, new.currency, new.type, new.status, new.refund_status,
         new.earn_status, new.refunded_at, new.amount, new.earn, new.commission))
  execute function payment_summed();

create or replace function payment_sums_fold() returns void language sql security definer set search_path = public as $$
  with fresh as (
    delete from payment_sum where not folded returning *
  ), were as (
    delete from payment_sum s using (select distinct by_doctor, day, clinic_id from fresh) d
     where s.folded and s.by_doctor = d.by_doctor and s.day = d.day and s.clinic_id is not distinct from d.clinic_id returning s.*
  )
  insert into payment_sum (by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back,
                           n, amount, earn, commission, folded)
    select by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back,
           sum(n), sum(amount), sum(earn), sum(commission), true
      from (select * from fresh union all select * from were) lines
     group by by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back
    having sum(n) <> 0 or sum(amount) <> 0 or sum(earn) <> 0 or sum(commission) <> 0
$$;

create or replace function payment_sums_rebuild() returns void language plpgsql security definer set search_path = public as $$
begin
  lock table payment, appointment in share row exclusive mode;
  delete from payment_sum;
  insert into payment_sum (by_doctor, day, clinic_id, doctor_id, currency, type, status, refund_status, earn_status, is_done, given_back,
                           n, amount, earn, commission, folded)
    select b, case when b then date_trunc('month', day)::date else day end, clinic_id, case when b then doctor_id end, currency, type, status,
           refund_status, earn_status, is_done, given_back, count(*), sum(amount), sum(earn), sum(commission), true
      from (select p.*, (p.added_at at time zone p.zone)::date as day, payment_given_back(p) as given_back,
                   coalesce(a.status = 'completed', false) as is_done
              from payment p left join appointment a on a.id = p.appointment_id) p, unnest(array[false, true]) b
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
end $$;
select payment_sums_rebuild();

import { FIGURE_GROUPS, LEAD_STEPS } from '../../../contract/figures/figures.lists.ts'
import { betweenDays } from '../../http/days.ts'
import { numbered, type Condition } from '../../http/list.ts'
import { GROUPS } from './groups.ts'
import type { Period } from './period.ts'

/** Counts the appointments that begin in the period, in one pass, for the whole and each group. `$1`: the server's time. */
export function visitsSql(scope: readonly Condition[], { from, to }: Period, now: number) {
  const { filter, values } = numbered([...scope, ...betweenDays('starts_at', from, to)], 2)
  return {
    sql: `with visit as materialized (${visit(filter)}) ${all}`,
    values: [new Date(now), LEAD_STEPS.map((days) => days + 1), ...values],
  }
}

/** A missed appointment that was cancelled later is cancelled. An appointment that was entered afterwards has no lead time. */
const visit = (filter: string) => `
  select doctor_id, type, day, is_cancelled, is_missed, not is_missed and (completed or arrived_at is not null) as has_come, ends_at <= $1 as is_over,
         case when not is_cancelled and lead >= 0 then lead end as lead,
         case when not is_cancelled and lead >= 0 then width_bucket(lead, $2::int[]) end as step,
         not is_cancelled and not is_missed and v.id = (
           -- in the order of the index on a patient's appointments, which it reads up to the first that counts
           select e.id from appointment e
            where e.patient_id = v.patient_id and e.status <> 'cancelled' and e.no_show_at is null
              and e.clinic_id is not distinct from v.clinic_id and (e.clinic_id is not null or e.doctor_id = v.doctor_id)
            order by e.starts_at, e.id limit 1) as is_first
    from (
      select id, doctor_id, clinic_id, patient_id, type, starts_at, ends_at, arrived_at, (starts_at at time zone zone)::date as day,
             status = 'cancelled' as is_cancelled, status = 'completed' as completed,
             status <> 'cancelled' and no_show_at is not null as is_missed,
             case when created_at <= starts_at then (starts_at at time zone zone)::date - (created_at at time zone zone)::date end as lead
        from appointment ${filter}
    ) v`

const COUNTS = `
  count(*) filter (where not is_cancelled)::int as visits,
  count(*) filter (where not is_cancelled and has_come)::int as came,
  count(*) filter (where is_missed)::int as missed,
  count(*) filter (where not is_cancelled and not is_missed and not has_come and is_over)::int as open,
  count(*) filter (where not is_cancelled and not is_missed and not has_come and not is_over)::int as ahead,
  count(*) filter (where is_cancelled)::int as cancelled,
  count(*) filter (where is_first)::int as first,
  count(*) filter (where not is_cancelled and not is_missed and not is_first)::int as returning,
  percentile_cont(0.5) within group (order by lead) as "leadDays",
  array[${[...LEAD_STEPS, null].map((_, step) => `count(*) filter (where step = ${step})::int`).join(', ')}] as leads`

const by = (name: string, key: string) =>
  `select '${name}' as by, (${key})::text as key, ${COUNTS} from visit group by 2`
const all = [by('all', 'null'), ...FIGURE_GROUPS.map((name) => by(name, GROUPS[name].key))].join(' union all ')

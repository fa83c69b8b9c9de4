import { FIGURE_GROUPS } from '../../../contract/figures/figures.lists.ts'
import { numbered, type Condition } from '../../http/list.ts'
import { GROUPS } from './groups.ts'
import type { Period } from './period.ts'

/**
 * Minutes offered and booked on the days of a period, for the whole and each group. `$1`, `$2`: its first and last day.
 *
 * What is offered are the bookable times of the hours (rule 6), without those that something shut touches, as `free_slots` has them. Where no clock
 * changes and nothing is shut, the hours of a day are one range; otherwise each bookable time is looked at by itself.
 */
export function minutesSql(scope: readonly Condition[], { from, to }: Period) {
  const inHours = numbered(scope, 2)
  const inVisits = numbered(scope, 2 + inHours.values.length)
  const values = [String(from), String(to), ...inHours.values, ...inVisits.values]
  return { sql: `with ${steps(and(inHours.filter), and(inVisits.filter))} ${all}`, values }
}

const and = (filter: string) => filter.replace(/^where/, 'and')
const FROM = `to_date($1, 'YYYYMMDD')`
const TO = `to_date($2, 'YYYYMMDD')`

const steps = (hoursFilter: string, visitsFilter: string) => `
  hours as materialized (
    select doctor_id, clinic_id, case type when 'online' then 'online' else 'face-to-face' end as type, zone, period, start_date, end_date,
           start_time, days, off, hours_length(start_time, end_time) as length, case when end_time <= start_time then 1 else 0 end as nights,
           shut_times(doctor_id, clinic_id, (${FROM} - 2)::timestamptz, (${TO} + 3)::timestamptz)
             + coalesce(paused, case status when 'passive' then '{(,)}' else '{}' end::tstzmultirange) as shut
      from availability
     where start_date <= ${TO} and end_date >= ${FROM} - 1 ${hoursFilter}
  ), walls as (
    -- each day of each hours, and what its wall is ahead of UTC a day before it begins and a day after it ends
    select h.*, day::date as day, day at time zone 'UTC' as utc, a.early, a.late, floor(extract(epoch from h.length) / 60 / h.period)::int as times
      from hours h
      cross join lateral generate_series(greatest(h.start_date, ${FROM} - h.nights)::timestamp, least(h.end_date, ${TO})::timestamp, interval '1 day') day
      cross join lateral (
        select (before at time zone h.zone) at time zone 'UTC' - before as early, (after at time zone h.zone) at time zone 'UTC' - after as late
          from (select day at time zone 'UTC' - interval '1 day' as before, (day + make_interval(days => 2 + h.nights)) at time zone 'UTC' as after) p
        offset 0
      ) a
     where extract(isodow from day) = any (h.days) and not h.off @> day::date
  ), whole as materialized (
    select w.*, early = late and not shut && span as is_plain, span
      from walls w
      cross join lateral (select utc + start_time - early as begins) b
      cross join lateral (select tstzrange(begins, begins + make_interval(mins => period * times)) as span) s
  ), opened as (
    select doctor_id, clinic_id, type, zone, day, nights, span from whole where is_plain
    union all
    -- rule 5: of a repeated wall time the first, of a skipped one none
    select doctor_id, clinic_id, type, zone, day, nights, bookable
      from whole w
      cross join lateral generate_series(0, times - 1) n
      cross join lateral (select utc + start_time + make_interval(mins => period * n) as at_utc offset 0) t
      cross join lateral (
        select case when early = late or (at_utc - early) at time zone zone = at_utc at time zone 'UTC' then at_utc - early
                    when (at_utc - late) at time zone zone = at_utc at time zone 'UTC' then at_utc - late end as begins offset 0) b
      cross join lateral (select tstzrange(begins, begins + make_interval(mins => period)) as bookable) s
     where not is_plain and begins is not null and not shut && bookable
  ), visit as (
    select doctor_id, clinic_id, type, zone, during, (starts_at at time zone zone)::date as first_day,
           ((ends_at - interval '1 microsecond') at time zone zone)::date as last_day
      from appointment
     where status <> 'cancelled' and starts_at >= (${FROM} - 3)::timestamptz and starts_at < (${TO} + 2)::timestamptz ${visitsFilter}
  ), piece as (
    -- cut at each midnight of the wall
    select doctor_id, clinic_id, type, d.day, true as is_offer, span * tstzrange(d.day::timestamp at time zone zone, (d.day + 1)::timestamp at time zone zone) as span
      from opened o cross join lateral generate_series(0, nights) later cross join lateral (select o.day + later as day) d
    union all
    select doctor_id, clinic_id, type, day::date, false, during * tstzrange(day at time zone zone, (day + interval '1 day') at time zone zone)
      from visit cross join lateral generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') day
  ), of_day as (
    select doctor_id, type, day, grouping(type) = 1 as is_whole,
           coalesce(range_agg(span) filter (where is_offer), '{}') as offered, coalesce(range_agg(span) filter (where not is_offer), '{}') as booked
      from piece where day between ${FROM} and ${TO} and not isempty(span)
     group by grouping sets ((doctor_id, clinic_id, day), (doctor_id, clinic_id, day, type))
  ), minutes as materialized (
    select doctor_id, type, day, is_whole, ${length('offered')} as offered, ${length('offered * booked')} as booked, ${length('booked - offered')} as outside
      from of_day
  )`

const length = (ranges: string) =>
  `(select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(${ranges}) r)`

const by = (name: string, key: string, isWhole: boolean) => `
  select '${name}' as by, (${key})::text as key, round(sum(offered) / 60)::int as "offeredMinutes", round(sum(booked) / 60)::int as "bookedMinutes",
         round(sum(outside) / 60)::int as "outsideMinutes"
    from minutes where is_whole = ${isWhole} group by 2`
const all = [
  by('all', 'null', true),
  ...FIGURE_GROUPS.map((name) => by(name, GROUPS[name].key, !GROUPS[name].cuts)),
].join(' union all ')

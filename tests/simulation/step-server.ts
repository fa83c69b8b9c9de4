import type { Stage } from './simulate.ts'

/**
 * Others change what people may see: a visit goes to another doctor or month, a clinic becomes private, a patient
 * moves, a row disappears (I9).
 */
export async function shake({ draw, server, trace }: Stage) {
  const { clinics, people } = server.world
  const what = draw.weighted({
    doctor: 3,
    month: 3,
    clinic: 2,
    private: 3,
    card: 2,
    passive: 2,
    gone: 1,
    name: 2,
    note: 3,
  })
  trace(`  ${what}`)
  const visits = await server.sql<{ id: string }>(
    `select id from appointment where status = 'waiting' order by starts_at, id`,
  )
  const visit = visits.length ? draw.pick(visits).id : null
  if (what === 'doctor')
    await server.sql(`update appointment a set doctor_id = $2 where id = $1 and ${free('$2', 'a.during')}`, [
      visit,
      draw.pick([people.doctorKuzey.id, people.doctorBoth.id]),
    ])
  else if (what === 'month')
    await server.sql(
      `update appointment a set starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval
        where id = $1 and ${free('a.doctor_id', 'tstzrange(a.starts_at + $2::interval, a.ends_at + $2::interval)')}`,
      [visit, draw.pick(['31 days', '-31 days', '200 days', '-200 days'])],
    )
  else if (what === 'clinic')
    await server.sql('update appointment set clinic_id = $2 where id = $1', [
      visit,
      draw.pick([clinics.kuzey, clinics.gizli, clinics.linden]),
    ])
  else if (what === 'private')
    await server.sql('update clinic set private = not private where id = $1', [clinics.linden])
  else if (what === 'card')
    await server.sql(
      `update patient set clinic_ids = case when clinic_ids = '{}' then array[$2::uuid] else '{}' end where id = $1`,
      [people.patientKuzey.id, clinics.kuzey],
    )
  else if (what === 'passive')
    await server.sql('update doctor set active = not active where id = $1', [people.doctorBoth.id])
  else if (what === 'gone')
    await server.sql(`delete from notification where id = (select id from notification order by id limit 1)`)
  else if (what === 'name')
    await server.sql(`update person set name = name || '.' where id = $1`, [people.patientKuzey.id])
  else
    await server.sql('update appointment set note = $2, updated_by = $3 where id = $1', [
      visit,
      `theirs ${draw.int(1000)}`,
      'Somebody',
    ])
}

/** Other people's visits must not overlap either: this step is about visibility, not about slots. */
const free = (doctor: string, during: string) =>
  `not exists (select from appointment b where b.doctor_id = ${doctor} and b.id <> a.id and b.status <> 'cancelled' and b.during && ${during})`

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * A doctor works in two clinics, of which one is hostile: what it does to the doctor's time must not affect the other.
 */
let server: TestServer
let hostile: Client
let admin: Client
let own: Client
let doctor: { id: string; username: string; type: string }
beforeAll(async () => {
  server = await startServer()
  const { clinics } = server.world
  doctor = await server.world.doctor('shared.time', [clinics.kuzey, clinics.linden, clinics.gizli])
  for (const clinic of Object.values(clinics)) {
    const from = { [clinics.kuzey]: '09:00', [clinics.linden]: '13:00', [clinics.gizli]: '18:00' }[clinic]!
    await server.world.hours(doctor, clinic, { from, to: `${Number(from.slice(0, 2)) + 2}:00` })
  }
  hostile = await server.as('deskKuzey', 'kuzey.localhost')
  admin = await server.as('admin')
  own = await server.enter(doctor)
})
afterAll(() => server.stop())

const YEAR = 360 * 86_400_000
const at = (ms: number) => new Date(server.clock.now + ms).toISOString()
const wholeYear = () => ({ id: newId(), doctorId: doctor.id, start: at(0), end: at(YEAR), title: null })
/** How many free slots each clinic has in the next three weeks, by clinic. */
async function free() {
  const { rows } = await server.pool.query<{ clinic_id: string; n: number }>(
    `select a.clinic_id, coalesce(n, 0)::int as n from (select distinct clinic_id from availability where doctor_id = $1) a
       left join (select clinic_id, count(*) as n from free_slots($1, current_date + 1, current_date + 21, null, now()) group by 1) s using (clinic_id)`,
    [doctor.id],
  )
  const of = (clinic: string) => rows.find(({ clinic_id }) => clinic_id === clinic)?.n
  const { kuzey, linden, gizli } = server.world.clinics
  // outsiders do not see a private clinic's slots: its own desk counts them
  const desk = await server.as('deskGizli', 'gizli.localhost')
  const answer = await desk.call('availability.get', {
    doctor: doctor.id,
    start: day(1),
    end: day(21),
    type: 'physical',
  })
  const hidden = (answer.body['availability'] as { clinicId: string }[]).filter(({ clinicId }) => clinicId === gizli)
  return { kuzey: of(kuzey), linden: of(linden), gizli: hidden.length }
}
const day = (ahead: number) =>
  at(ahead * 86_400_000)
    .slice(0, 10)
    .replaceAll('-', '')

describe('emptying another clinic’s slots with busy.add (rules 7, 51, 100)', () => {
  test('a clinic closes its own time, not another’s, for the offer and for booking alike', async () => {
    const before = await free()
    expect(before).toMatchObject({ kuzey: expect.any(Number), linden: expect.any(Number) })
    expect(Math.min(before.kuzey!, before.linden!, before.gizli)).toBeGreaterThan(50)
    const closing = wholeYear()
    expect((await hostile.call('busy.add', closing)).status).toBe(200)
    expect(await free()).toEqual({ ...before, kuzey: 0 })

    const desk = await server.as('deskLinden', 'linden.localhost')
    const { start } = await firstFree(server.world.clinics.linden)
    const hold = {
      clinicId: server.world.clinics.linden,
      doctorId: doctor.id,
      type: 'face-to-face' as const,
      start,
      duration: 20,
    }
    expect((await desk.call('availability.hold', hold)).status).toBe(200)
    await desk.call('availability.release', {})
    // another clinic neither sees nor opens the closed time
    const seen = await desk.call('calendar.get', { doctor: doctor.id, start: day(0), end: day(1) })
    expect(seen.body['calendar']).toEqual([])
    expect((await desk.call('busy.remove', { id: closing.id })).status).toBe(404)
    expect((await hostile.call('busy.remove', { id: closing.id })).status).toBe(200)
  })

  test('the doctor’s own closed time applies everywhere, and no clinic reopens it', async () => {
    const closing = wholeYear()
    expect((await own.call('busy.add', closing)).status).toBe(200)
    expect(await free()).toEqual({ kuzey: 0, linden: 0, gizli: 0 })
    expect((await hostile.call('busy.remove', { id: closing.id })).status).toBe(404)
    expect((await own.call('busy.remove', { id: closing.id })).status).toBe(200)
  })

  test('an admin’s closed time does not apply in a private clinic (rule 47)', async () => {
    const before = await free()
    const closing = wholeYear()
    expect((await admin.call('busy.add', closing)).status).toBe(200)
    expect(await free()).toEqual({ kuzey: 0, linden: 0, gizli: before.gizli })
    const desk = await server.as('deskGizli', 'gizli.localhost')
    expect(
      (await desk.call('calendar.get', { doctor: doctor.id, start: day(0), end: day(1) })).body['calendar'],
    ).toEqual([])
    expect((await admin.call('busy.remove', { id: closing.id })).status).toBe(200)
  })

  test('the database accepts no closed time for another clinic either', async () => {
    const desk = server.world.people.deskKuzey.id
    const insert = (columns: string, values: string) =>
      underSight(
        [`clinic:${server.world.clinics.kuzey}`],
        desk,
        'clinic',
        `insert into busy (id, doctor_id, starts_at, ends_at${columns}) values ('${newId()}', '${doctor.id}', now(), now() + interval '1 day'${values})`,
      )
    await expect(insert('', '')).rejects.toThrow(/row-level security/)
    await expect(insert(', of_clinic', `, '${server.world.clinics.linden}'`)).rejects.toThrow(/row-level security/)
    await expect(insert(', public_only', `, true`)).rejects.toThrow(/row-level security/)
    await expect(insert(', of_clinic', `, '${server.world.clinics.kuzey}'`)).resolves.toBeDefined()
    await server.pool.query('delete from busy where doctor_id = $1', [doctor.id])
  })
})

describe('the shared calendar (rule 97)', () => {
  const feed = async (url: string) => own.request('GET', new URL(url).pathname)
  test('it shows nothing of a clinic where the doctor is passive, and nothing at all for a passive doctor', async () => {
    const { clinics, people } = server.world
    await server.world.visit(doctor.id, people.patientLinden.id, clinics.linden, server.world.slot(3, 13))
    await server.world.visit(doctor.id, people.patientKuzey.id, clinics.kuzey, server.world.slot(3, 0))
    const url = String((await own.call('calendar.share', { level: 'full' })).body['url'])
    expect((await feed(url)).body['text']).toMatch(/Name patient.linden[^]*|Name patient.kuzey/)
    expect(String((await feed(url)).body['text'])).toContain('patient.kuzey')

    await hostile.call('doctor.passivate', { id: doctor.id })
    const text = String((await feed(url)).body['text'])
    expect([text.includes('patient.kuzey'), text.includes('Klinik kuzey'), text.includes('patient.linden')]).toEqual([
      false,
      false,
      true,
    ])
    await hostile.call('doctor.activate', { id: doctor.id })
    expect(String((await feed(url)).body['text'])).toContain('patient.kuzey')

    // a clinic that the doctor has left, whatever the cause
    await server.pool.query('update doctor set clinic_ids = array_remove(clinic_ids, $2) where id = $1', [
      doctor.id,
      clinics.kuzey,
    ])
    expect(String((await feed(url)).body['text'])).not.toContain('patient.kuzey')
    await server.pool.query('update doctor set clinic_ids = clinic_ids || $2::uuid where id = $1', [
      doctor.id,
      clinics.kuzey,
    ])

    await admin.call('doctor.passivate', { id: doctor.id })
    expect((await feed(url)).status).toBe(404)
    await admin.call('doctor.activate', { id: doctor.id })
    expect((await feed(url)).status).toBe(200)
  })
})

async function firstFree(clinic: string) {
  const { rows } = await server.pool.query<{ start: string }>(
    `select iso(starts_at) as start from free_slots($1, current_date + 1, current_date + 10, null, now()) where clinic_id = $2 limit 1`,
    [doctor.id, clinic],
  )
  return rows[0]!
}

/** Runs SQL as the server runs a call: with the person's keys, in the role of requests. */
async function underSight(keys: readonly string[], person: string, type: string, sql: string) {
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true), set_config('app.person', $2, true), set_config('app.type', $3, true)`,
      [`{${keys.join(',')}}`, person, type],
    )
    const answer = await client.query(sql)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

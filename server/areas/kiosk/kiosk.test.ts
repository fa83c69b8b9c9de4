import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { proofByBirth, proofByCode } from '../../../contract/kiosk/kiosk.rules.ts'
import type { KioskVisit } from '../../../contract/kiosk/kiosk.ts'
import { SENT_AT_HEADER } from '../../../contract/sync/sync.ts'
import { digestsOf } from './digests.ts'
import { freshKey, startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let began = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
})
afterAll(() => server.stop())

/** Signs in at the clock's time: a session does not last through the days that these tests skip. */
const desk = () => server.signIn('deskKuzey', 'kuzey.localhost')
const otherDesk = () => server.signIn('deskLinden', 'linden.localhost')
type List = { day: number; salt: string; visits: KioskVisit[] }
type Key = { id: string; token: string }
const enrol = async (extra: object = {}): Promise<Key> => {
  const { body } = await (
    await desk()
  ).call('kiosk.enrol', { id: newId(), name: 'Giriş', area: 'B', doctorIds: [], ...extra })
  return { id: (body['kiosk'] as { id: string }).id, token: String(body['token']) }
}
const listOf = async (key: Key) => (await server.nobody().call('kiosk.today', key)).body as unknown as List
const touch = async (key: Key, visitId: string, at = server.clock.now) =>
  (await server.nobody().call('kiosk.arrive', { ...key, arrivals: [{ visitId, at: new Date(at).toISOString() }] }))
    .body['arrived']
/** A visit tomorrow; sets the clock to ten minutes before it. */
async function visit(n: number, extra: object = {}) {
  server.clock.now = began
  const { body } = await (
    await desk()
  ).call(
    'appointment.book',
    {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(1, n),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
      overlapSeen: true,
      ...extra,
    },
    { key: freshKey() },
  )
  const made = body['appointment'] as { id: string; start: string; checkInCode: string }
  server.clock.now = Date.parse(made.start) - 600_000
  return made
}
const arrivedAt = async (id: string) =>
  (await server.pool.query<{ at: Date | null }>('select arrived_at as at from appointment where id = $1', [id]))
    .rows[0]!.at

describe('a tablet for check-in (rules 69–74)', () => {
  test('it lists its clinic’s visits of today by first name and initial, and finds one by code or by birth date and phone', async () => {
    const made = await visit(1)
    await server.pool.query(`update patient set birth_date = '1988-03-14' where id = $1`, [
      server.world.people.patientKuzey.id,
    ])
    const { rows } = await server.pool.query<{ name: string; phone: string }>(
      'select name, phone from person where id = $1',
      [server.world.people.patientKuzey.id],
    )
    expect(made.checkInCode).toMatch(/^\d{6}$/)
    const key = await enrol()
    const { visits, salt } = await listOf(key)
    const shownVisit = visits.find(({ id }) => id === made.id)!
    const proofs = [proofByCode(made.checkInCode), proofByBirth('19880314', rows[0]!.phone.slice(-4))]
    expect(shownVisit.proofs).toEqual(await digestsOf(salt, proofs))
    const text = JSON.stringify(visits)
    for (const secret of [rows[0]!.name, rows[0]!.phone, made.checkInCode, '1988', server.world.people.patientKuzey.id])
      expect(text).not.toContain(secret)
    const other = await otherDesk()
    const answer = await other.call('kiosk.enrol', { id: newId(), name: 'x', area: '', doctorIds: [] })
    const theirs = { id: (answer.body['kiosk'] as Key).id, token: String(answer.body['token']) }
    expect((await listOf(theirs)).visits.map(({ id }) => id)).not.toContain(made.id)
    expect(await touch(theirs, made.id)).toEqual([])
    expect(await arrivedAt(made.id)).toBe(null)
  })

  test('rule 72: touching twice, sending twice or using two tablets makes one check-in, at the moment of the first touch', async () => {
    const made = await visit(2)
    const [one, two] = [await enrol(), await enrol()]
    const first = server.clock.now
    expect(await touch(one, made.id)).toEqual([made.id])
    server.clock.now += 60_000
    expect(await touch(one, made.id)).toEqual([made.id])
    expect(await touch(two, made.id)).toEqual([made.id])
    expect((await arrivedAt(made.id))?.getTime()).toBe(first)
    const { rows } = await server.pool.query(
      `select action, actor_type from audit where object_id = $1 and action = 'kiosk.arrive'`,
      [made.id],
    )
    expect(rows).toEqual([{ action: 'kiosk.arrive', actor_type: 'kiosk' }])
  })

  test('rule 70: a touch within the window counts even if it arrives late; one outside it, or from a clock that is ahead, does not', async () => {
    const made = await visit(4)
    const key = await enrol()
    const start = Date.parse(made.start)
    server.clock.now = start - 7_200_000
    expect(await touch(key, made.id, start)).toEqual([])
    server.clock.now = start + 3 * 3_600_000
    expect(await touch(key, made.id)).toEqual([])
    expect(await touch(key, made.id, start - 300_000)).toEqual([made.id])
    expect((await arrivedAt(made.id))?.getTime()).toBe(start - 300_000)
  })

  test.each([
    ['ahead', 8 * 86_400_000],
    ['behind', -8 * 86_400_000],
  ])(
    'a tablet whose clock is eight days %s: the touch is dated by its moment, with the time of arrival beside it',
    async (_, off) => {
      const made = await visit(off > 0 ? 5 : 6)
      const key = await enrol()
      const touched = server.clock.now
      server.clock.now += 3 * 3_600_000
      const arrivals = [{ visitId: made.id, at: new Date(touched + off).toISOString() }]
      const sentAt = new Date(server.clock.now + off).toISOString()
      const { body } = await server
        .nobody()
        .request('POST', '/api/kiosk/arrive', { ...key, arrivals }, { [SENT_AT_HEADER]: sentAt })
      expect(body['arrived']).toEqual([made.id])
      const { rows } = await server.pool.query(
        'select arrived_at as at, heard_at as heard from appointment where id = $1',
        [made.id],
      )
      expect(rows).toEqual([{ at: new Date(touched), heard: new Date(server.clock.now) }])
    },
  )

  test('a touch dated before the booking or before the tablet’s setup is dated now', async () => {
    const made = await visit(7)
    const key = await enrol()
    const now = server.clock.now
    server.clock.now += 120_000
    expect(await touch(key, made.id, now - 240_000)).toEqual([made.id])
    expect((await arrivedAt(made.id))?.getTime()).toBe(server.clock.now)
  })

  test('rule 69: once the desk revokes it or it is left, its token is invalid; another clinic’s desk can neither see nor revoke it', async () => {
    const [key, own] = [await enrol({ name: 'Zemin kat' }), await enrol()]
    const other = await otherDesk()
    expect((await other.call('kiosk.revoke', { id: key.id })).status).toBe(404)
    expect(JSON.stringify((await other.call('kiosk.list', {})).body)).not.toContain(key.id)
    expect(JSON.stringify((await (await desk()).call('kiosk.list', {})).body)).not.toContain(key.token)
    expect((await (await desk()).call('kiosk.revoke', { id: key.id })).status).toBe(200)
    expect((await server.nobody().call('kiosk.today', key)).body).toMatchObject({ refused: 'kiosk_not_found' })
    expect((await server.nobody().call('kiosk.leave', own)).status).toBe(200)
    expect((await server.nobody().call('kiosk.today', own)).status).toBe(404)
    expect((await server.nobody().call('kiosk.today', { ...key, token: 'a'.repeat(43) })).status).toBe(404)
  })

  test('rule 71: the codes of a clinic’s day are unique; an online visit, or one moved to another day, has none of that day', async () => {
    const codes = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const { rows } = await server.pool.query<{ code: string }>(
          `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
           select $1, $2, $3, $4, 'x', at, at + interval '5 minutes', 'Europe/Istanbul', 'face-to-face', 0, 'try', 'cancelled', 'x', 'x'
             from (select '2027-03-01T06:00:00Z'::timestamptz + $5 * interval '5 minutes' as at) t returning check_in_code as code`,
          [
            newId(),
            server.world.clinics.kuzey,
            server.world.people.doctorKuzey.id,
            server.world.people.patientKuzey.id,
            i,
          ],
        )
        return rows[0]!.code
      }),
    )
    expect(new Set(codes).size).toBe(40)
    const made = await visit(6)
    const moved = async (to: string) =>
      (
        await server.pool.query<{ check_in_code: string | null }>(
          `update appointment set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '20 minutes' where id = $1 returning check_in_code`,
          [made.id, to],
        )
      ).rows[0]!.check_in_code
    expect(await moved(new Date(Date.parse(made.start) + 3_600_000).toISOString())).toBe(made.checkInCode)
    expect(await moved(server.world.slot(9, 1))).toMatch(/^\d{6}$/)
    const { rows } = await server.pool.query<{ check_in_code: string | null }>(
      `update appointment set type = 'online' where id = $1 returning check_in_code`,
      [made.id],
    )
    expect(rows[0]!.check_in_code).toBe(null)
  })
})

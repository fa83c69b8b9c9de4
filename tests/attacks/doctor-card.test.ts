import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * A hostile clinic and the profile of its doctor: name, title, identity and texts belong to the doctor (decision 0043).
 */
let server: TestServer
let hostile: Client
let linden: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  hostile = await server.as('deskKuzey', 'kuzey.localhost')
  linden = await server.as('deskLinden', 'linden.localhost')
  admin = await server.as('admin')
})
afterAll(() => server.stop())

async function shared() {
  const { clinics } = server.world
  const doctor = await server.world.doctor(`card.${newId()}`, [clinics.linden, clinics.kuzey])
  return { ...doctor, client: await server.enter(doctor) }
}
const cardOf = async (id: string) =>
  (
    await server.pool.query(
      `select p.name, p.identity, d.title, d.diploma, d.photo_ids from doctor d join person p using (id) where d.id = $1`,
      [id],
    )
  ).rows[0] as Record<string, unknown>
const EVIL = {
  name: 'Ele Geçirildi',
  title: 'Çırak',
  identity: '10000000146',
  diploma: 'yok',
  description: [{ lang: 'tr' as const, value: 'Bu hekim artık bizim.' }],
}
type Waiting = { id: string; fields: Record<string, unknown>; clinic: string }
const proposals = async (who: Client) => (await who.call('proposal.list', {})).body['proposals'] as Waiting[]

describe('overwriting the card', () => {
  test('a clinic’s changes apply to nothing until the doctor, who reads and declines them, accepts', async () => {
    const doctor = await shared()
    const before = await cardOf(doctor.id)
    expect((await hostile.call('doctor.update', { id: doctor.id, ...EVIL })).status).toBe(200)
    expect((await hostile.call('doctor.update', { id: doctor.id, title: 'Kalfa' })).status).toBe(200)
    expect(await cardOf(doctor.id)).toEqual(before)
    // the other clinic neither sees nor answers the proposal
    expect(await proposals(linden)).toEqual([])
    const [waiting] = await proposals(doctor.client)
    expect(waiting).toMatchObject({ clinic: 'Klinik kuzey', fields: { ...EVIL, title: 'Kalfa' } })
    expect((await linden.call('proposal.drop', { id: waiting!.id })).status).toBe(404)
    expect((await hostile.call('proposal.accept', { id: waiting!.id })).status).toBe(403)
    expect((await doctor.client.call('proposal.drop', { id: waiting!.id })).status).toBe(200)
    expect(await cardOf(doctor.id)).toEqual(before)
    expect((await doctor.client.call('proposal.accept', { id: waiting!.id })).status).toBe(404)
    const { rows } = await server.pool.query(
      `select count(*)::int as n from notification where user_id = $1 and kind = 'doctor_proposed'`,
      [doctor.id],
    )
    expect(rows[0]?.n).toBe(2)
  })

  test('accepting writes all of it, and a mixed edit sets the clinic’s own commission at once', async () => {
    const doctor = await shared()
    await hostile.call('doctor.update', {
      id: doctor.id,
      title: 'Doç. Dr.',
      name: 'Ayşe Yeni',
      commissionType: 'ratio',
      commissionRatio: 9,
    })
    const own = (await doctor.client.call('doctor.list', {})).body['doctors'] as { memberships: object[] }[]
    expect(own[0]!.memberships).toMatchObject([{}, { commissionRatio: 9 }])
    const [waiting] = await proposals(doctor.client)
    expect(Object.keys(waiting!.fields).toSorted()).toEqual(['name', 'title'])
    expect((await doctor.client.call('proposal.accept', { id: waiting!.id })).status).toBe(200)
    expect(await cardOf(doctor.id)).toMatchObject({ title: 'Doç. Dr.', name: 'Ayşe Yeni' })
    expect(await proposals(hostile)).toEqual([])
  })

  test('the same holds for its pictures, and on the database', async () => {
    const doctor = await shared()
    const { clinics, people } = server.world
    expect((await hostile.call('doctor.arrange', { id: doctor.id, type: 'photo', ids: [newId()] })).status).toBe(404)
    const asDesk = (sql: string) => underSight([`clinic:${clinics.kuzey}`], people.deskKuzey.id, 'clinic', sql)
    const { rows } = await asDesk(`select may_picture('doctor_photo', '${doctor.id}') as may`)
    expect(rows).toEqual([{ may: false }])
    // a forged proposal in the name of another clinic
    await expect(
      asDesk(`insert into card_proposal values ('${newId()}', '${doctor.id}', '${clinics.linden}', '{}', 'x', now())`),
    ).rejects.toThrow(/row-level security/)
  })

  test('a card without an account can be edited by the clinic that created it, and by no other', async () => {
    const id = newId()
    const fields = { name: 'Hesapsız Hekim', phone: `+90544${String(Date.now()).slice(-7)}`, email: null }
    await linden.call('doctor.add', { id, ...fields, branchIds: [server.world.branch] })
    await server.pool.query('update doctor set clinic_ids = clinic_ids || $2::uuid where id = $1', [
      id,
      server.world.clinics.kuzey,
    ])
    await hostile.call('doctor.update', { id, title: 'Çırak' })
    expect(await cardOf(id)).toMatchObject({ title: '' })
    await linden.call('doctor.update', { id, title: 'Uzm. Dr.' })
    expect(await cardOf(id)).toMatchObject({ title: 'Uzm. Dr.' })
  })

  test('an admin can still edit a public doctor’s card (SPEC §7), and the doctor is told', async () => {
    const doctor = await shared()
    expect((await admin.call('doctor.update', { id: doctor.id, title: 'Prof. Dr.' })).status).toBe(200)
    expect(await cardOf(doctor.id)).toMatchObject({ title: 'Prof. Dr.' })
    const { rows } = await server.pool.query('select kind from notification where user_id = $1', [doctor.id])
    expect(rows).toEqual([{ kind: 'doctor_edited' }])
  })
})

/** Runs SQL as the server runs a call: with the person's keys, in the role of requests. */
async function underSight(keys: readonly string[], person: string, type: string, sql: string) {
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true), set_config('app.person', $2, true), set_config('app.type', $3, true)`,
      [`{${keys.join(',')}}`, person, type],
    )
    return await client.query(sql)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

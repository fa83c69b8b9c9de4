import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { createLimits } from '../../server/http/limits.ts'
import { checkMoney } from '../../server/areas/moneycheck/check.ts'
import { tendMoney } from '../support/tend-money.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../support/server.ts'

/** A person who may move money by hand moves more than one person should, and hides that no second person approved. */
const LIMIT = 1_000_000
const LARGE = LIMIT + 1
const DAY = 24 * 3_600_000

let server: TestServer
let admin: Client
let second: Client
let desk: Client
let colleague: Client
let hidden: Client
beforeAll(async () => {
  server = await startServer()
  const { deskKuzey, deskGizli } = server.world.people
  for (const [login, of] of [
    ['desk.kuzey2', deskKuzey.id],
    ['desk.gizli.2', deskGizli.id],
  ])
    await server.pool.query(
      `insert into person (id, type, clinic_id, name, email, phone, password_hash)
       select $1::uuid, 'clinic', clinic_id, 'Name ' || $2::text, $2 || '@test.example', '+9053200000' || length($2), password_hash from person where id = $3`,
      [newId(), login, of],
    )
})
beforeEach(async () => {
  Object.assign(server.deps, { limits: createLimits() })
  server.clock.now += 2 * DAY
  admin = await server.signIn('admin')
  second = await server.signIn('superadmin')
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  colleague = await server.enter({ username: 'desk.kuzey2@test.example', type: 'clinic' }, 'kuzey.localhost')
  hidden = await server.enter({ username: 'desk.gizli.2@test.example', type: 'clinic' }, 'gizli.localhost')
})
afterAll(() => server.stop())

type Request = { readonly id: string; readonly status: string; readonly own: boolean; readonly words: string | null }
const people = () => server.world.people
const give = (who: Client, amount: number, fields: object = {}) =>
  who.call('balance.add', {
    id: newId(),
    patientId: people().patientKuzey.id,
    type: 'receivable',
    amount,
    currency: 'try',
    reason: 'Nezaket',
    ...fields,
  })
const approvalIn = ({ body }: Answer) => body['approval'] as Request | undefined
const held = async (clinicId: string | null = null) => {
  const { rows } = await server.pool.query<{ balance: number }>(
    `select balance from ledger_account where kind = 'wallet' and patient_id = $1 and clinic_id is not distinct from $2 and currency = 'try'`,
    [people().patientKuzey.id, clinicId],
  )
  return rows[0]?.balance ?? 0
}
const bells = async (whom: string, kind: string) =>
  (await server.pool.query('select from notification where user_id = $1 and kind = $2', [whom, kind])).rowCount
const approve = (who: Client, id: string) => who.call('approval.approve', { id })
async function request(who: Client, fields: object = {}) {
  const found = approvalIn(await give(who, LARGE, fields))
  if (!found) throw new Error('nothing was asked')
  return found.id
}

test('27 D: above the limit nothing moves until another person approves; everyone concerned is told', async () => {
  const before = await held()
  const id = await request(admin)
  expect(await held()).toBe(before)
  expect(await bells(people().superadmin.id, 'approval_asked')).toBe(1)
  expect(await bells(people().admin.id, 'approval_asked')).toBe(0)
  expect((await approve(admin, id)).body).toMatchObject({ refused: 'approval_own' })
  expect((await approve(second, id)).body['approval']).toMatchObject({
    status: 'approved',
    decidedName: 'Name superadmin',
  })
  expect(await held()).toBe(before + LARGE)
  expect(await bells(people().admin.id, 'approval_approved')).toBe(1)
  expect(await bells(people().patientKuzey.id, 'balance_changed')).toBe(1)
  const { rows } = await server.pool.query<{ action: string }>(
    `select action from audit where object_id = $1 and outcome = 'done' order by seq`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['balance.add', 'approval.approve'])
})

test('27 D: a large gift split into small ones counts as one; midnight resets nothing, a day later it is free again', async () => {
  const answers = []
  for (let n = 0; n < 11; n++) answers.push(await give(admin, LIMIT / 10))
  expect(answers.map((answer) => Boolean(approvalIn(answer)))).toEqual([...Array<boolean>(10).fill(false), true])
  server.clock.now += DAY / 2
  admin = await server.signIn('admin')
  expect(approvalIn(await give(admin, 1))).toBeDefined()
  expect(approvalIn(await give(admin, 1, { type: 'debt' }))).toBeDefined()
  server.clock.now += DAY / 2 + 1
  admin = await server.signIn('admin')
  expect(approvalIn(await give(admin, 1))).toBeUndefined()
})

test('27 D: forty small ones at once are counted one by one', async () => {
  const before = await held()
  const answers = await Promise.all(Array.from({ length: 40 }, () => give(admin, LIMIT / 10)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.filter((answer) => !approvalIn(answer))).toHaveLength(10)
  expect((await held()) - before).toBe(LIMIT)
})

test('27 D: no one approves their own request: not by another account, nor for a day’s total', async () => {
  const id = await request(desk)
  await server.pool.query(
    `update person set email = 'Desk.Kuzey+second@test.example' where email = 'desk.kuzey2@test.example'`,
  )
  expect((await approve(colleague, id)).body).toMatchObject({ refused: 'approval_own' })
  const list = await colleague.call('approval.list', { status: 'waiting' })
  expect((list.body['approvals'] as Request[]).find((each) => each.id === id)).toMatchObject({ own: true })
  await give(desk, LIMIT)
  expect(approvalIn(await give(colleague, 1))).toBeDefined()
  await expect(
    server.pool.query(
      `update approval set status = 'approved', decided_by = (select id from person where email_folded = 'desk.kuzey+second@test.example') where id = $1`,
      [id],
    ),
  ).rejects.toMatchObject({ constraint: 'approval_second_person' })
  await server.pool.query(
    `update person set email = 'desk.kuzey2@test.example' where email_folded = 'desk.kuzey+second@test.example'`,
  )
  expect((await approve(colleague, id)).status).toBe(200)
})

test('27 D: forty approvals at once are one, and the approved amount is spent once', async () => {
  const clinic = server.world.clinics.kuzey
  const before = await held(clinic)
  const id = await request(desk)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => approve(n % 2 ? colleague : second, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.flatMap(({ body }) => body['refused'] ?? []))).toEqual(new Set(['approval_closed']))
  expect((await held(clinic)) - before).toBe(LARGE)
  expect((await checkMoney(server.deps)).differences).toEqual([])
})

test('27 D: a refund that one person started and would send waits for another; started by someone else, it goes through', async () => {
  const paid = async (refund: 'none' | 'pending', by: string | null) => {
    const { world, pool, clock } = server
    const visit = await world.visit(
      people().doctorKuzey.id,
      people().patientKuzey.id,
      world.clinics.kuzey,
      new Date(clock.now - 3_600_000).toISOString(),
    )
    await pool.query(`update appointment set status = 'cancelled', price = $2 where id = $1`, [visit, LARGE])
    const id = newId()
    await pool.query(
      `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, status, paid_at, added_at, refund_status, refund_to, refund_by)
       values ($1, $2, $3, $4, $5, 'bank_transfer', $6, 'try', 'completed', $7, $7, $8, 'wallet', $9)`,
      [
        id,
        visit,
        people().patientKuzey.id,
        people().doctorKuzey.id,
        world.clinics.kuzey,
        LARGE,
        new Date(clock.now),
        refund,
        by,
      ],
    )
    return id
  }
  const states = async (id: string) =>
    (await server.pool.query<{ refund_status: string }>('select refund_status from payment where id = $1', [id]))
      .rows[0]!.refund_status
  const mine = await paid('none', null)
  expect((await admin.call('payment.refundStart', { id: mine, to: 'wallet' })).status).toBe(200)
  const first = approvalIn(await admin.call('payment.refundApprove', { id: mine, to: 'wallet' }))
  const again = approvalIn(await admin.call('payment.toBalance', { id: mine }))
  expect([first?.status, again?.id]).toEqual(['waiting', first?.id])
  expect(await states(mine)).toBe('pending')
  expect((await approve(second, first!.id)).status).toBe(200)
  expect(await states(mine)).toBe('refunded')
  const theirs = await paid('pending', people().patientKuzey.id)
  expect(approvalIn(await admin.call('payment.refundApprove', { id: theirs, to: 'wallet' }))).toBeUndefined()
  expect(await states(theirs)).toBe('refunded')
  const unknown = await paid('pending', null)
  expect(approvalIn(await admin.call('payment.refundApprove', { id: unknown, to: 'wallet' }))).toBeDefined()
})

test('27 D: a declined request moves nothing, and says why; one older than a day lapses, approved by no one', async () => {
  const before = await held()
  const declined = await request(admin)
  expect((await second.call('approval.decline', { id: declined, words: '  ' })).status).toBe(400)
  const answer = await second.call('approval.decline', { id: declined, words: 'Kimse bilmiyor' })
  expect(answer.body['approval']).toMatchObject({ status: 'declined', words: 'Kimse bilmiyor' })
  expect((await approve(second, declined)).body).toMatchObject({ refused: 'approval_closed' })
  expect(await bells(people().admin.id, 'approval_declined')).toBe(1)
  const old = await request(admin)
  server.clock.now += 7 * DAY + 1
  second = await server.signIn('superadmin')
  expect((await approve(second, old)).body).toMatchObject({ refused: 'approval_closed' })
  await tendMoney(server.deps)
  const { rows } = await server.pool.query('select status from approval where id = $1', [old])
  expect(rows).toEqual([{ status: 'lapsed' }])
  expect(await bells(people().admin.id, 'approval_lapsed')).toBe(
    (await server.pool.query(`select from approval where asked_by = $1 and status = 'lapsed'`, [people().admin.id]))
      .rowCount,
  )
  expect(await held()).toBe(before)
})

test('27 D: a private clinic’s requests are its own: no admin sees or decides one, nor does another clinic', async () => {
  const deskGizli = await server.signIn('deskGizli', 'gizli.localhost')
  const id = await request(deskGizli, { patientId: people().patientGizli.id })
  for (const who of [admin, second, desk]) {
    expect((await approve(who, id)).body).toMatchObject({ refused: 'approval_not_found' })
    const { body } = await who.call('approval.list', {})
    expect((body['approvals'] as Request[]).map((each) => each.id)).not.toContain(id)
  }
  expect(await bells(people().superadmin.id, 'approval_asked')).toBe(
    (
      await server.pool.query(`select from approval where asked_by = $1 or clinic_id = $2`, [
        people().admin.id,
        server.world.clinics.kuzey,
      ])
    ).rowCount,
  )
  expect((await approve(hidden, id)).status).toBe(200)
})

test('27 D: erasing a patient ends the requests about them, with their text', async () => {
  const { id, name } = await server.world.patient('patient.gone', server.world.clinics.kuzey)
  const asking = await request(desk, { patientId: id })
  expect((await desk.call('patient.erase', { id, name, reason: 'asked' }, { key: freshKey() })).status).toBe(200)
  const { rows } = await server.pool.query('select status, reason from approval where id = $1', [asking])
  expect(rows).toEqual([{ status: 'lapsed', reason: null }])
  expect((await approve(colleague, asking)).body).toMatchObject({ refused: 'approval_closed' })
})

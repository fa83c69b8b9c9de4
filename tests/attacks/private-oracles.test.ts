import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test('an admin who deletes a private clinic learns neither of its doctors nor of its appointments', async () => {
  const { pool, world } = server
  const { gizli } = world.clinics
  const admin = await server.as('admin')
  const answers = []
  for (const holds of ['doctors', 'appointments', 'nothing']) {
    if (holds === 'appointments') {
      await pool.query(`update doctor set clinic_ids = array_remove(clinic_ids, $1) where $1 = any (clinic_ids)`, [
        gizli,
      ])
      await world.visit(world.people.doctorBoth.id, world.people.patientGizli.id, gizli, world.slot(5, 1))
    }
    if (holds === 'nothing') await pool.query(`delete from appointment where clinic_id = $1`, [gizli])
    const { status, body } = await admin.call('clinic.delete', { id: gizli })
    answers.push({ status, body })
  }
  expect(answers).toEqual([1, 2, 3].map(() => ({ status: 409, body: { status: false, refused: 'private_own_only' } })))
})

test('no one of the platform can dismiss a notice about a private clinic’s money', async () => {
  const { pool, world } = server
  const [notice, transaction] = [newId(), newId()]
  await pool.query(
    `insert into payment_transaction (id, provider, link_id, patient_id, clinic_id, amount, currency, made_at, expires_at)
     values ($1, 'test', $2, $3, $4, 100, 'try', now(), now() + interval '1 hour')`,
    [transaction, newId(), world.people.patientGizli.id, world.clinics.gizli],
  )
  await pool.query(
    `insert into payment_notice (id, provider, event_id, outcome, reason, received_at, transaction_id)
     values ($1, 'test', $2, 'parked', 'amount', now(), $3)`,
    [notice, newId(), transaction],
  )
  const superadmin = await server.as('superadmin')
  const { status, body } = await superadmin.call('moneycheck.dismiss', { id: notice })
  expect({ status, body }).toEqual({ status: 404, body: { status: false, refused: 'record_not_found' } })
  const { rowCount } = await pool.query('select from payment_notice where id = $1 and dismissed_at is null', [notice])
  expect(rowCount).toBe(1)
})

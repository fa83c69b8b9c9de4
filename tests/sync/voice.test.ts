// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { rowsIn } from '../../src/db/database.ts'
import { show } from '../../src/db/row.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const deviceOf = async (who: 'patientKuzey' | 'patientLinden' | 'doctorKuzey' | 'doctorBoth') => {
  const device = openDevice(server, await server.signIn(who), server.world.people[who])
  expect(await device.sync()).toBe('done')
  device.network.online = false
  return device
}
const home = async (device: Device) => {
  device.network.online = true
  await device.sync()
}

test('rule 77: one visit is commented on offline on two devices; one comment stays, the other waits for a decision', async () => {
  const { doctorKuzey, patientKuzey } = server.world.people
  const visit = await server.world.visit(
    doctorKuzey.id,
    patientKuzey.id,
    server.world.clinics.kuzey,
    server.world.slot(-5, 3),
    { status: 'completed' },
  )
  const [phone, tablet] = [await deviceOf('patientKuzey'), await deviceOf('patientKuzey')]
  const comment = { appointmentId: visit, rate: 5 } as const
  await phone.change('comment.add', { id: newId(), ...comment, content: 'Telefondan' })
  await tablet.change('comment.add', { id: newId(), ...comment, content: 'Tabletten' })
  await home(phone)
  await home(tablet)
  expect(await phone.db.outbox.toArray()).toEqual([])
  expect(await tablet.db.outbox.toArray()).toMatchObject([
    { state: 'parked', problem: { code: 'comment_exists' }, input: { content: 'Tabletten' } },
  ])
  const { rows } = await server.pool.query('select content from comment where appointment_id = $1', [visit])
  expect(rows).toEqual([{ content: 'Telefondan' }])
  const shown = (await rowsIn(tablet.db, 'comment').where('appointmentId').equals(visit).toArray()).map((stored) =>
    show('comment', stored),
  )
  expect(shown.map(({ content, pending }) => [content, pending]).toSorted()).toContainEqual(['Telefondan', 'none'])
  await Promise.all([phone.close(), tablet.close()])
})

test('two doctors answer offline: the first answer stays, the second doctor’s device keeps both texts for comparison', async () => {
  const id = newId()
  await server.pool.query(
    'insert into question (id, clinic_id, branch_id, content, created_at) values ($1, $2, $3, $4, now())',
    [id, server.world.clinics.kuzey, server.world.branch, 'Otopark var mı?'],
  )
  const [one, other] = [await deviceOf('doctorKuzey'), await deviceOf('doctorBoth')]
  await one.change('question.answer', { id, answer: '<p>Var.</p>' })
  await other.change('question.answer', { id, answer: '<p>Yok.</p>' })
  await home(one)
  await home(other)
  expect(await one.db.outbox.toArray()).toEqual([])
  expect(await other.db.outbox.toArray()).toMatchObject([
    {
      state: 'parked',
      problem: { kind: 'conflict', details: { fields: ['answer'], current: { answer: '<p>Var.</p>' } } },
      input: { answer: '<p>Yok.</p>' },
    },
  ])
  await Promise.all([one.close(), other.close()])
})

test('35.6: a patient asks offline; the device shows it at once, and the answer once it is public; no other patient’s device holds it', async () => {
  const { doctorKuzey } = server.world.people
  const [phone, other] = [await deviceOf('patientKuzey'), await deviceOf('patientLinden')]
  const id = newId()
  await phone.change('question.ask', { id, doctorId: doctorKuzey.id, content: 'Koşabilir miyim?' })
  const held = async (device: Device) => {
    const stored = await rowsIn(device.db, 'question').get(id)
    return stored && show('question', stored)
  }
  expect(await held(phone)).toMatchObject({ content: 'Koşabilir miyim?', answer: '', pending: 'waiting' })
  await home(phone)
  await home(other)
  expect(await phone.db.outbox.toArray()).toEqual([])
  expect(await held(other)).toBeUndefined()
  const write = (published: boolean) =>
    server.pool.query(
      `update question set answer = '<p>Evet.</p>', answered_at = now(), answerer_id = $2, answered_by = 'Dr. A', published = $3 where id = $1`,
      [id, doctorKuzey.id, published],
    )
  await write(false)
  await home(phone)
  expect(await held(phone)).toMatchObject({ answer: '', answeredBy: null, published: false, pending: 'none' })
  await write(true)
  await home(phone)
  expect(await held(phone)).toMatchObject({ answer: '<p>Evet.</p>', answeredBy: 'Dr. A', published: true })
  await Promise.all([phone.close(), other.close()])
})

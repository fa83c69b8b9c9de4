import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'

/** Decision 0059: "none known" is an answer with a name and a date; an empty field is not. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const as = () => server.as('deskKuzey', 'kuzey.localhost')
const unrecorded = { allergies: null, noAllergies: false, allergiesAt: null, allergiesBy: null }

async function added(fields: Record<string, unknown> = {}) {
  const id = newId()
  const phone = `+90532${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  const { body } = await (await as()).call('patient.add', { id, name: 'Ada Lovelace', phone, ...fields })
  return body['patient'] as Patient
}

test('a card without an answer about allergies says so, in the reply and in the list', async () => {
  const card = await added()
  expect(card).toMatchObject(unrecorded)
  const { body } = await (await as()).call('patient.list', { id: card.id })
  expect(body['patients']).toMatchObject([unrecorded])
})

test('“none known” stores who answered and when, and a listed allergy replaces it', async () => {
  const card = await added({ noAllergies: true })
  expect(card).toMatchObject({ allergies: null, noAllergies: true, allergiesBy: 'Name desk.kuzey' })
  expect(card.allergiesAt).toBe(card.createdAt)
  const { body } = await (await as()).call('patient.update', { id: card.id, allergies: 'Penisilin' })
  expect(body['patient']).toMatchObject({ allergies: 'Penisilin', noAllergies: false })
  // a tick alone does not remove a listed allergy
  const again = await (await as()).call('patient.update', { id: card.id, noAllergies: true })
  expect(again.body['patient']).toMatchObject({ allergies: 'Penisilin', noAllergies: false })
  const emptied = await (await as()).call('patient.update', { id: card.id, allergies: '' })
  expect(emptied.body['patient']).toMatchObject(unrecorded)
})

test('a doctor can record allergies; an admin can neither read nor write them', async () => {
  const { doctorKuzey, patientKuzey } = server.world.people
  await server.pool.query('update patient set doctor_ids = array[$2::uuid] where id = $1', [
    patientKuzey.id,
    doctorKuzey.id,
  ])
  const doctor = await server.as('doctorKuzey', 'kuzey.localhost')
  const { body } = await doctor.call('patient.update', { id: patientKuzey.id, noAllergies: true })
  expect(body['patient']).toMatchObject({ noAllergies: true, allergiesBy: 'Name doctor.kuzey' })
  const patient = await server.as('patientKuzey', 'kuzey.localhost')
  const own = await patient.call('patient.update', { id: patientKuzey.id, city: 'Bursa' })
  expect(own.body['patient']).toMatchObject({ noAllergies: true, allergiesBy: 'Name doctor.kuzey' })
  const admin = await server.as('admin')
  expect((await admin.call('patient.update', { id: patientKuzey.id, noAllergies: true })).status).toBe(403)
  const seen = await admin.call('patient.list', { id: patientKuzey.id })
  expect(JSON.stringify(seen.body)).not.toMatch(/allerg/i)
})

test('two devices with different answers conflict: the answer is one fact (rule 83)', async () => {
  const card = await added()
  const desk = await as()
  await desk.call('patient.update', { id: card.id, allergies: 'Lateks' }, { base: card.version })
  const second = await desk.call('patient.update', { id: card.id, noAllergies: true }, { base: card.version })
  expect([second.status, second.body['refused']]).toEqual([412, 'changed_since'])
})

test('I1: when the person who recorded them changes name or clinic, the card is sent to devices again', async () => {
  const card = await added({ allergies: 'Polen' })
  const version = async () => {
    const { rows } = await server.pool.query('select version from patient where id = $1', [card.id])
    return Number(rows[0]!.version)
  }
  const { rows } = await server.pool.query<{ id: string; name: string }>(
    'select p.id, p.name from patient t join person p on p.id = t.allergies_by where t.id = $1',
    [card.id],
  )
  const [by] = rows
  const before = await version()
  await server.pool.query('update person set name = $2 where id = $1', [by!.id, 'Renamed'])
  expect(await version()).toBe(before + 1)
  await server.pool.query('update person set name = $2 where id = $1', [by!.id, by!.name])
  expect(await version()).toBe(before + 2)
})

test('merged cards: a listed allergy wins over “none known”, and then has no author', async () => {
  const [stays, goes] = [await added({ noAllergies: true }), await added({ allergies: 'Polen' })]
  const { body } = await (await as()).call('patient.merge', { id: stays.id, from: goes.id })
  expect(body['patient']).toMatchObject({
    allergies: 'Polen',
    noAllergies: false,
    allergiesAt: null,
    allergiesBy: null,
  })
})

test('erasing a patient removes the answer', async () => {
  const card = await added({ noAllergies: true })
  await (
    await as()
  ).call('patient.erase', {
    id: card.id,
    name: 'Ada Lovelace',
    reason: 'asked',
  })
  const { rows } = await server.pool.query(
    'select no_allergies, allergies_at, allergies_by from patient where id = $1',
    [card.id],
  )
  expect(rows).toEqual([{ no_allergies: false, allergies_at: null, allergies_by: null }])
})

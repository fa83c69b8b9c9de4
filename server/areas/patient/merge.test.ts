import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'

/** SCREENS B7 "merge duplicates": two records of one patient become one, and no one else's records move. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test('visits, notes and clinics move to the remaining card; it takes the fields it lacks, and no allergy is lost', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { kuzey } = server.world.clinics
  const stays = await card('stays', kuzey, { allergies: 'Penisilin' })
  const goes = await card('goes', kuzey, { allergies: 'Lateks', blood_type: 'A+' })
  await server.pool.query(`update person set email = null where id = $1`, [stays])
  const [theirs] = await people([goes])
  const visit = await visitOf(goes, kuzey)
  const note = newId()
  await desk.call('patient.addNote', { id: note, patientId: goes, text: 'Sabah arayın' })
  expect((await desk.call('patient.merge', { id: stays, from: goes })).body).toMatchObject({
    patient: { id: stays, allergies: 'Penisilin; Lateks', bloodType: 'A+', email: theirs!.email },
  })
  expect(await ownerOf('appointment', visit)).toEqual({ patient_id: stays, patient_name: 'Name stays' })
  expect((await notesOf(desk, stays)).map(({ id }) => id)).toEqual([note])
  // the record is gone from lists and search, and so is its account's contact
  expect((await desk.call('patient.list', { id: goes })).body['patients']).toEqual([])
  expect(await people([goes])).toMatchObject([{ email: null, phone: null, active: false }])
  expect((await desk.call('patient.list', { id: stays })).body['patients']).toMatchObject([{ id: stays }])
})

test('a note written for the merged card follows it', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const [first, second, third] = [await at('kuzey'), await at('kuzey'), await at('kuzey')]
  await desk.call('patient.merge', { id: second, from: first })
  await desk.call('patient.merge', { id: third, from: second })
  const id = newId()
  expect((await desk.call('patient.addNote', { id, patientId: first, text: 'Yoldaydı' })).status).toBe(200)
  expect((await notesOf(desk, third)).map((note) => note.id)).toEqual([id])
})

test('what another clinic keeps about the card stays there, and the desk does not learn of it', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const other = await server.as('deskLinden', 'linden.localhost')
  const { kuzey, linden } = server.world.clinics
  const [stays, goes] = [await at('kuzey'), await at('kuzey')]
  await server.pool.query('update patient set clinic_ids = $2 where id = $1', [goes, [kuzey, linden]])
  const [ours, theirs] = [await visitOf(goes, kuzey), await visitOf(goes, linden)]
  expect((await desk.call('patient.merge', { id: stays, from: goes })).status).toBe(200)
  expect(await ownerOf('appointment', ours)).toMatchObject({ patient_id: stays })
  expect(await ownerOf('appointment', theirs)).toMatchObject({ patient_id: goes })
  expect((await desk.call('patient.list', { id: goes })).body['patients']).toEqual([])
  expect((await other.call('patient.list', { id: goes })).body['patients']).toMatchObject([{ id: goes, active: true }])
  expect((await other.call('patient.list', { id: stays })).body['patients']).toEqual([])
  expect(await people([goes])).toMatchObject([{ active: true, phone: expect.any(String) }])
})

test('rule 47: a merge by an admin does not move a private clinic’s visits', async () => {
  const admin = await server.as('admin')
  const { kuzey, gizli } = server.world.clinics
  const [stays, goes] = [await at('kuzey'), await at('kuzey')]
  await server.pool.query('update patient set clinic_ids = $2 where id = $1', [goes, [kuzey, gizli]])
  const hidden = await visitOf(goes, gizli)
  expect((await admin.call('patient.merge', { id: stays, from: goes })).status).toBe(200)
  expect(await ownerOf('appointment', hidden)).toMatchObject({ patient_id: goes })
  const priv = await server.as('deskGizli', 'gizli.localhost')
  expect((await priv.call('patient.list', { id: goes })).body['patients']).toMatchObject([{ id: goes }])
  expect((await priv.call('patient.list', { id: stays })).body['patients']).toEqual([])
})

test('a card that its patient signs in with is the one that remains, and a card cannot be merged with itself', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const [stays, goes] = [
    await at('kuzey'),
    (await server.world.patient(`own.${newId()}`, server.world.clinics.kuzey)).id,
  ]
  expect((await desk.call('patient.merge', { id: stays, from: goes })).body).toMatchObject({
    refused: 'patient_signs_in',
  })
  expect((await desk.call('patient.merge', { id: goes, from: stays })).status).toBe(200)
  expect((await desk.call('patient.merge', { id: goes, from: goes })).body).toMatchObject({
    refused: 'patient_not_found',
  })
})

let made = 0
const at = (clinic: 'kuzey') => card(`card ${made++}`, server.world.clinics[clinic])

/** A patient record without an account. */
async function card(name: string, clinic: string, more: Record<string, string> = {}) {
  const { id } = await server.world.patient(`${name}.${newId()}`, clinic)
  await server.pool.query('update person set password_hash = null, name = $2 where id = $1', [id, `Name ${name}`])
  for (const [column, value] of Object.entries(more))
    await server.pool.query(`update patient set ${column} = $2 where id = $1`, [id, value])
  return id
}

let day = 40
async function visitOf(patient: string, clinic: string) {
  const { id } = await server.world.doctor(`meets.${newId()}`, [clinic])
  return server.world.visit(id, patient, clinic, server.world.slot(day++, 0))
}

const people = async (ids: readonly string[]) =>
  (
    await server.pool.query<{ email: string | null; phone: string | null; active: boolean }>(
      'select email, phone, active from person where id = any ($1::uuid[])',
      [ids],
    )
  ).rows
const ownerOf = async (table: string, id: string) =>
  (await server.pool.query(`select patient_id, patient_name from ${table} where id = $1`, [id])).rows[0]
const notesOf = async (desk: Awaited<ReturnType<TestServer['as']>>, patient: string) =>
  (await desk.call('patient.getNote', { patient })).body['notes'] as { id: string }[]

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { ASKED_A_DAY } from '../../../contract/question/question.rules.ts'
import type { Question } from '../../../contract/question/question.ts'
import { asPerson } from '../../db/transaction.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** A patient asks a doctor (issue 35, 6; decision 0158). */
let server: TestServer
let patient: Client
let doctor: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  patient = await server.as('patientKuzey', 'kuzey.localhost')
  doctor = await server.as('doctorKuzey')
  admin = await server.as('admin')
})
beforeEach(async () => {
  await server.pool.query('delete from question')
  await server.pool.query('delete from notification')
})
afterAll(() => server.stop())

const people = () => server.world.people
const ask = (who: Client, doctorId = people().doctorKuzey.id, more: object = {}) =>
  who.call('question.ask', { id: newId(), doctorId, content: 'May I run?', ...more }, { key: freshKey() })
const idOf = ({ body }: { body: Record<string, unknown> }) => (body['question'] as Question).id
const seenBy = async (who: Client, id: string) => {
  const { body } = await who.call('question.list', { limit: 1000 })
  return (body['questions'] as Question[] | undefined)?.find((question) => question.id === id)
}
const asThePatient = async <T extends object>(text: string, values: readonly unknown[] = []) => {
  const { id } = people().patientKuzey
  const sight = { id, type: 'patient', keys: ['all', `patient:${id}`] } as const
  return (await asPerson(server.pool, sight, (db) => db.query<T>(text, [...values]))).rows
}
const answer = (who: Client, id: string) =>
  who.call('question.answer', { id, answer: '<p>Yes.</p>' }, { key: freshKey() })
const publish = (who: Client, id: string) => who.call('question.publish', { id }, { key: freshKey() })
const bells = async (userId: string) =>
  (await server.pool.query<{ kind: string }>('select kind from notification where user_id = $1 order by id', [userId]))
    .rows

describe('35.6: a patient’s question', () => {
  test('reaches the doctor, the clinic of the host and the admins without a name; other clinics do not get it', async () => {
    const id = idOf(await ask(patient))
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    for (const who of [doctor, admin, desk]) {
      const question = await seenBy(who, id)
      expect(question).toMatchObject({ content: 'May I run?', clinicId: server.world.clinics.kuzey, published: false })
      expect(JSON.stringify(question)).not.toContain(people().patientKuzey.id)
      expect(JSON.stringify(question)).not.toContain(people().patientKuzey.name)
    }
    for (const who of [
      await server.as('doctorLinden'),
      await server.as('deskLinden', 'linden.localhost'),
      await server.as('doctorBoth'),
    ])
      expect(await seenBy(who, id)).toBeUndefined()
  })

  test('is seen by its patient alone among patients; the answer is there once it is public', async () => {
    const id = idOf(await ask(patient))
    const inFeed = await server.pool.query<{ audience: string[] }>('select audience from question where id = $1', [id])
    expect(inFeed.rows[0]!.audience.filter((key) => key.startsWith('patient:'))).toEqual([
      `patient:${people().patientKuzey.id}`,
    ])
    await answer(doctor, id)
    const data = (await patient.request('GET', '/api/profile/data')).body as { questions: Question[] }
    expect(data.questions).toMatchObject([{ id, content: 'May I run?', answer: '' }])
    const rowOf = async () => (await asThePatient(`select answer, "answeredAt", "answeredBy" from question_row`))[0]
    expect(await rowOf()).toEqual({ answer: '', answeredAt: null, answeredBy: null })
    await publish(admin, id)
    expect(await rowOf()).toMatchObject({ answer: '<p>Yes.</p>', answeredBy: expect.stringContaining('Dr.') })
  })

  test('the patient is told once that the answer is public, the doctor once that questions wait', async () => {
    const id = idOf(await ask(patient))
    await ask(patient)
    expect(await bells(people().doctorKuzey.id)).toEqual([{ kind: 'question_asked' }])
    await answer(doctor, id)
    expect(await bells(people().patientKuzey.id)).toEqual([])
    await publish(admin, id)
    await admin.call('question.unpublish', { id }, { key: freshKey() })
    await publish(admin, id)
    expect(await bells(people().patientKuzey.id)).toEqual([{ kind: 'question_answered' }])
    await server.pool.query('update notification set read = true')
    await ask(patient)
    expect(await bells(people().doctorKuzey.id)).toHaveLength(2)
  })

  test('in a private clinic only its own people see it, and the doctor of that clinic is written to there', async () => {
    const own = await server.as('patientGizli', 'gizli.localhost')
    const id = idOf(await ask(own, people().doctorGizli.id))
    const desk = await server.as('deskGizli', 'gizli.localhost')
    expect([Boolean(await seenBy(admin, id)), Boolean(await seenBy(desk, id))]).toEqual([false, true])
    // a doctor who is public too: on the private host the question is the private clinic's
    const both = idOf(await ask(own, people().doctorBoth.id))
    expect((await seenBy(desk, both))?.clinicId).toBe(server.world.clinics.gizli)
    expect(await seenBy(admin, both)).toBeUndefined()
    // whom a patient does not see does not exist for them
    expect((await ask(patient, people().doctorGizli.id)).body).toMatchObject({ refused: 'doctor_not_found' })
    expect((await ask(patient, people().doctorPassive.id)).body).toMatchObject({ refused: 'doctor_not_found' })
    expect((await ask(patient, newId())).body).toMatchObject({ refused: 'doctor_not_found' })
  })

  test('others cannot ask, cannot ask in a patient’s name and cannot write an answer with it', async () => {
    for (const who of [doctor, admin, await server.as('deskKuzey', 'kuzey.localhost')])
      expect((await ask(who)).status).toBe(403)
    for (const extra of [
      { askerId: people().patientLinden.id },
      { answer: 'x' },
      { published: true },
      { clinicId: null },
    ])
      expect((await ask(patient, people().doctorKuzey.id, extra)).status).toBe(400)
    for (const content of ['', '   ', 'x'.repeat(2001)])
      expect((await ask(patient, people().doctorKuzey.id, { content })).status).toBe(400)
    for (const [clinic, asker] of [
      [server.world.clinics.gizli, people().patientKuzey.id],
      [server.world.clinics.linden, people().patientKuzey.id],
      [server.world.clinics.kuzey, people().patientLinden.id],
    ])
      await expect(
        asThePatient(
          'insert into question (id, clinic_id, doctor_id, content, asker_id, created_at) values ($1, $2, $3, $4, $5, now())',
          [newId(), clinic, people().doctorKuzey.id, 'x', asker],
        ),
      ).rejects.toMatchObject({ code: '42501' })
    const id = idOf(await ask(patient))
    await expect(asThePatient(`update question set answer = 'x' where id = $1 returning id`, [id])).resolves.toEqual([])
  })

  test('hostile text stays text, and five a day are enough; the same change sent again is one question', async () => {
    const content = `<img src=x onerror=alert(1)> ' or 1=1 -- \u{1F600}`
    const id = newId()
    for (const key of [freshKey(), freshKey()])
      expect(
        (await patient.call('question.ask', { id, doctorId: people().doctorKuzey.id, content }, { key })).status,
      ).toBe(200)
    expect((await seenBy(doctor, id))?.content).toBe(content)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(patient)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ASKED_A_DAY - 1)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ refused: 'question_limit' })
  })

  test('goes with the patient who is forgotten, and to the card that stays', async () => {
    const id = idOf(await ask(patient))
    const stays = people().patientLinden.id
    const at = async () =>
      (await server.pool.query<{ asker_id: string }>('select asker_id from question where id = $1', [id])).rows
    await server.pool.query('update patient set merged_into = $2 where id = $1', [people().patientKuzey.id, stays])
    expect(await at()).toEqual([{ asker_id: stays }])
    await server.pool.query('update patient set merged_into = null where id = $1', [people().patientKuzey.id])
    await server.pool.query('update patient set erased_at = now() where id = $1', [stays])
    expect(await at()).toEqual([])
    await server.pool.query('update patient set erased_at = null where id = $1', [stays])
  })
})

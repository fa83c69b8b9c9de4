import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import type { Question } from '../../../contract/question/question.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let first: Client
let second: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  first = await server.as('doctorKuzey')
  second = await server.as('doctorBoth')
  admin = await server.as('admin')
})
afterAll(() => server.stop())

/** Asks a question to the specialty that all doctors of the world have, by default at Kuzey. */
async function ask(clinic: string | null = server.world.clinics.kuzey, doctor: string | null = null) {
  const id = newId()
  await server.pool.query(
    `insert into question (id, clinic_id, branch_id, doctor_id, content, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, clinic, server.world.branch, doctor, `Soru ${id}`, new Date(server.clock.now)],
  )
  return id
}
const answer = (who: Client, id: string, text = 'Evet.', base = 1) =>
  who.call('question.answer', { id, answer: `<p>${text}</p>` }, { key: freshKey(), base })
const publish = (who: Client, id: string) => who.call('question.publish', { id }, { key: freshKey() })
const seenBy = async (who: Client, id: string) => {
  const { body } = await who.call('question.list', { limit: 1000 })
  return (body['questions'] as Question[] | undefined)?.find((question) => question.id === id)
}

describe('questions (rule 78, SCREENS B14)', () => {
  test('two doctors answer at once: the first answer stays, and the second doctor is shown it with its author and time', async () => {
    const id = await ask()
    const answers = await Promise.all([answer(first, id, 'bir'), answer(second, id, 'iki')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    const stands = (won!.body['question'] as Question).answer
    expect(lost!.body).toMatchObject({
      refused: 'changed_since',
      fields: ['answer'],
      current: { id, answer: stands, answeredBy: expect.stringContaining('Dr. Name') },
    })
    const loser = answers[0]!.status === 412 ? first : second
    // knowing of the first answer, a doctor still cannot replace it
    expect((await answer(loser, id, 'yine', 2)).body).toMatchObject({ refused: 'question_answered' })
    expect((await seenBy(admin, id))?.answer).toBe(stands)
  })

  test('the text is sanitised; if nothing remains it is no answer', async () => {
    const id = await ask()
    await answer(first, id, '<script>alert(1)</script><b onclick="x">Kalın</b><img src="/api/file/x">')
    expect((await seenBy(first, id))?.answer).toBe('<p><strong>Kalın</strong></p>')
    const other = await ask()
    expect((await answer(first, other, '<script>alert(1)</script>')).status).toBe(400)
    expect((await seenBy(first, other))?.answeredAt).toBeNull()
  })

  test('a question is public once answered and published; an edited answer has to be reviewed again', async () => {
    const id = await ask()
    expect((await publish(admin, id)).body).toMatchObject({ refused: 'question_unanswered' })
    await answer(first, id)
    expect((await publish(admin, id)).body).toMatchObject({ question: { published: true } })
    const { version } = (await seenBy(first, id))!
    expect((await answer(first, id, 'Daha iyi', version)).body).toMatchObject({ question: { published: false } })
  })

  test('a question to a branch goes to its doctors in the clinic, or to the public ones if there is no clinic; a doctor who leaves no longer gets it', async () => {
    const [here, anywhere] = [await ask(), await ask(null)]
    const linden = await server.as('doctorLinden')
    expect([Boolean(await seenBy(first, here)), Boolean(await seenBy(linden, here))]).toEqual([true, false])
    expect([Boolean(await seenBy(first, anywhere)), Boolean(await seenBy(linden, anywhere))]).toEqual([true, true])
    const hidden = await server.as('doctorGizli')
    expect(await seenBy(hidden, anywhere)).toBeUndefined()
    const { rows } = await server.pool.query<{ branch_ids: string[] }>('select branch_ids from doctor where id = $1', [
      server.world.people.doctorLinden.id,
    ])
    const set = (ids: string[]) =>
      server.pool.query('update doctor set branch_ids = $2 where id = $1', [server.world.people.doctorLinden.id, ids])
    await set([])
    expect(await seenBy(linden, anywhere)).toBeUndefined()
    await set(rows[0]!.branch_ids)
    expect(await seenBy(linden, anywhere)).toBeDefined()
  })

  test('in a private clinic neither admins nor other clinics’ doctors see it, and its desk publishes', async () => {
    const id = await ask(server.world.clinics.gizli)
    const desk = await server.as('deskGizli', 'gizli.localhost')
    await answer(second, id)
    expect([Boolean(await seenBy(admin, id)), Boolean(await seenBy(first, id))]).toEqual([false, false])
    expect((await publish(admin, id)).status).toBe(404)
    expect((await publish(await server.as('deskKuzey', 'kuzey.localhost'), id)).status).toBe(403)
    expect((await publish(desk, id)).body).toMatchObject({ question: { published: true } })
  })
})

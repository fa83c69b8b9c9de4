import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comment } from '../../../contract/comment/comment.ts'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import type { Input } from '../../../contract/calls.ts'
import { makeComment } from '../../../tests/api/attempts-voice.ts'
import { tries, type Try } from '../../../tests/api/attempts.ts'
import { gather, type Cast } from '../../../tests/api/cast.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** The clinic's answer to a comment (issue 35, 6; decision 0163). */
let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
}, 120_000)
afterAll(() => server.stop())

const by = () => cast.clients
const here = () => cast.places.kuzey1
const answer = (who: Client, id: string, words: string, base?: number) =>
  who.call('comment.answer', { id, answer: words }, { key: freshKey(), ...(base && { base }) })
const decide = (who: Client, act: 'publishAnswer' | 'unpublishAnswer', id: string, base?: number) =>
  who.call(`comment.${act}`, { id } satisfies Input<'comment.publishAnswer'>, {
    key: freshKey(),
    ...(base && { base }),
  })
const seenBy = async (who: Client, id: string) =>
  (await who.call('comment.get', { id })).body['comment'] as Comment | undefined
const waits = async (id: string) => {
  const { body } = await by().admin.call('moderation.list', { limit: 1000 })
  return (body as unknown as { waiting: Waiting[] }).waiting.filter((each) => each.id === id)
}
/** The doctor's page, as a stranger reads it. */
const page = async (host = 'localhost', doctor = here().doctor) =>
  (
    await server.app
      .inject({ method: 'GET', url: `/en/doctors/${doctor.slice(-12)}`, headers: { host } })
      .then(async (first) =>
        first.statusCode === 301 || first.statusCode === 308
          ? server.app.inject({ method: 'GET', url: String(first.headers['location']), headers: { host } })
          : first,
      )
  ).body
const voices = async (who: Client, doctor = here().doctor) =>
  (await who.call('question.voices', { id: doctor })).body['comments'] as { content: string; answer: string | null }[]

test('35.6: the clinic answers; nobody outside reads it before it is published, then everyone; the comment stays published', async () => {
  const id = await makeComment(make, here(), { published: true })
  const words = 'Geri bildiriminiz için teşekkür ederiz 35.6'
  expect((await answer(by().deskPublic, id, `  ${words}\n`)).body).toMatchObject({
    comment: { answer: words, answerPublished: false, published: true },
  })
  expect(await seenBy(by().patientPublic, id)).toMatchObject({ answer: '', answeredAt: null, published: true })
  expect(await seenBy(by().doctorPublic, id)).toMatchObject({ answer: words })
  expect([(await page()).includes(words), JSON.stringify(await voices(by().patientPublic)).includes(words)]).toEqual([
    false,
    false,
  ])
  expect((await decide(by().admin, 'publishAnswer', id)).body).toMatchObject({
    comment: { answerPublished: true, published: true },
  })
  expect(await seenBy(by().patientPublic, id)).toMatchObject({ answer: words, answerPublished: true })
  expect(await page()).toContain(words)
  expect((await voices(by().patientPublic)).find(({ content }) => content === `yorum ${id}`)).toMatchObject({
    answer: words,
  })
  expect((await decide(by().admin, 'unpublishAnswer', id)).status).toBe(200)
  expect(await page()).not.toContain(words)
  expect(await page()).toContain(`yorum ${id}`)
})

test('35.6: a changed answer is hidden until it is reviewed again; the same words are not; an empty one is gone at once', async () => {
  const id = await makeComment(make, here(), { published: true })
  await answer(by().deskPublic, id, 'ilk yanıt 35.6')
  await decide(by().admin, 'publishAnswer', id)
  await answer(by().deskPublic, id, 'ilk yanıt 35.6 ')
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ answerPublished: true })
  await answer(by().deskPublic, id, 'ikinci yanıt 35.6')
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ answerPublished: false, published: true })
  const text = await page()
  expect([text.includes('ilk yanıt 35.6'), text.includes('ikinci yanıt 35.6')]).toEqual([false, false])
  await decide(by().admin, 'publishAnswer', id)
  expect(await page()).toContain('ikinci yanıt 35.6')
  expect((await answer(by().deskPublic, id, '  ')).body).toMatchObject({
    comment: { answer: '', answeredAt: null, answerPublished: false, published: true },
  })
  expect(await page()).not.toContain('ikinci yanıt 35.6')
  expect((await decide(by().admin, 'publishAnswer', id)).body['refused']).toBe('comment_unanswered')
})

test('only the comment’s own clinic answers (404 elsewhere), only those who publish decide; the doctor may still only report (rule 77)', async () => {
  const id = await makeComment(make, here(), { published: true })
  const c = by()
  const statuses = async (ask: (who: Client) => Promise<{ status: number }>) =>
    Promise.all(
      [c.deskOther, c.deskPrivate, c.doctorPublic, c.patientPublic].map(async (who) => (await ask(who)).status),
    )
  expect(await statuses((who) => answer(who, id, 'x'))).toEqual([404, 404, 403, 403])
  expect((await answer(c.admin, id, 'x')).status).toBe(403)
  await answer(c.deskPublic, id, 'bizim yanıtımız')
  expect(await statuses((who) => decide(who, 'publishAnswer', id))).toEqual([403, 404, 403, 403])
  expect((await decide(c.deskPublic, 'publishAnswer', id)).status).toBe(403)
  expect(await seenBy(c.deskPublic, id)).toMatchObject({ answer: 'bizim yanıtımız', answerPublished: false })
})

test('answering an unpublished or reported comment changes neither; withdrawing a comment leaves its answer', async () => {
  const id = await makeComment(make, here())
  await answer(by().deskPublic, id, 'önce yanıt')
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ published: false })
  await by().admin.call('comment.publish', { id }, { key: freshKey() })
  await decide(by().admin, 'publishAnswer', id)
  await by().doctorPublic.call('comment.report', { id, reason: 'ben değilim' }, { key: freshKey() })
  await answer(by().deskPublic, id, 'sonra yanıt')
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ published: true, reportReason: 'ben değilim' })
  await by().admin.call('comment.unpublish', { id }, { key: freshKey() })
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ published: false, answer: 'sonra yanıt' })
})

test('in a private clinic the answer is public at once to those of the clinic, and to no one else', async () => {
  const place = cast.places.gizli1
  const id = await makeComment(make, place, { published: true })
  expect((await answer(by().deskPrivate, id, 'gizli yanıt 35.6')).body).toMatchObject({
    comment: { answerPublished: true },
  })
  expect(await seenBy(by().patientPrivate, id)).toMatchObject({ answer: 'gizli yanıt 35.6' })
  expect(JSON.stringify(await voices(by().patientPrivate, place.doctor))).toContain('gizli yanıt 35.6')
  expect(await waits(id)).toEqual([])
  expect((await decide(by().admin, 'unpublishAnswer', id)).status).toBe(404)
  for (const host of ['localhost', 'kuzey.localhost'])
    expect(await page(host, place.doctor)).not.toContain('gizli yanıt')
})

test('the queue names an answer once its comment is public, with the comment; who has read other words does not publish (412)', async () => {
  const id = await makeComment(make, here())
  await answer(by().deskPublic, id, 'bekleyen yanıt')
  expect((await waits(id)).map(({ kind }) => kind)).toEqual(['comment'])
  await by().admin.call('comment.publish', { id }, { key: freshKey() })
  const [first] = await waits(id)
  expect(first).toMatchObject({ kind: 'answer', content: 'bekleyen yanıt', about: `yorum ${id}`, published: false })
  await answer(by().deskPublic, id, 'başka yanıt')
  const late = await decide(by().admin, 'publishAnswer', id, first!.version)
  expect([late.status, late.body['refused']]).toEqual([412, 'changed_since'])
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ answerPublished: false })
  // rejected: it waits no longer, until its words are others
  await decide(by().admin, 'unpublishAnswer', id)
  expect(await waits(id)).toEqual([])
  await answer(by().deskPublic, id, 'üçüncü yanıt')
  expect(await waits(id)).toMatchObject([{ kind: 'answer', content: 'üçüncü yanıt' }])
  const { body } = await by().admin.call('moderation.list', { keyword: 'üçüncü yanıt', kind: 'answer' })
  expect(body).toMatchObject({ total: 1, counts: { answer: 1 } })
})

test('two desks answer at once: the second is shown the first’s answer instead of replacing it (rule 83)', async () => {
  const id = await makeComment(make, here(), { published: true })
  const { version } = (await seenBy(by().deskPublic, id))!
  expect((await answer(by().deskPublic, id, 'birinci', version)).status).toBe(200)
  const second = await answer(by().deskPublic, id, 'ikinci', version)
  expect([second.status, second.body['refused']]).toEqual([412, 'changed_since'])
  expect(await seenBy(by().deskPublic, id)).toMatchObject({ answer: 'birinci' })
})

test('hostile words stay text on the public page, and stars alone are shown once they have an answer', async () => {
  const id = await makeComment(make, here(), { published: true })
  await server.pool.query(`update comment set content = '' where id = $1`, [id])
  const hostile = `</p></script><script>alert(1)</script><img src=x onerror=alert(2)> "' ${'%00'} ‮`
  expect((await answer(by().deskPublic, id, hostile)).status).toBe(200)
  await decide(by().admin, 'publishAnswer', id)
  const text = await page()
  expect(text).toContain('&#60;img src=x onerror=alert(2)&#62;')
  expect(text).not.toMatch(/<script>alert|<img src=x/)
  expect((await answer(by().deskPublic, id, 'x'.repeat(2001))).status).toBe(400)
  expect((await answer(by().deskPublic, id, 'a\u0000b')).status).toBe(400)
})

test('erasing the patient erases the answer with the comment’s words', async () => {
  const desk = by().deskPublic
  const { kuzey } = server.world.clinics
  const person = await server.world.patient('answered.one', kuzey)
  const visit = await server.world.visit(here().doctor, person.id, kuzey, server.world.slot(-61, 5), {
    status: 'completed',
  })
  const client = await server.enter({ username: person.username, type: 'patient' })
  const id = '01930000-0000-7000-8000-0000000a5e35'
  await client.call('comment.add', { id, appointmentId: visit, rate: 4, content: 'sözler' }, { key: freshKey() })
  await answer(desk, id, 'Sayın Answered One, geçmiş olsun')
  await by().admin.call('comment.publish', { id }, { key: freshKey() })
  await decide(by().admin, 'publishAnswer', id)
  const { rows } = await server.pool.query<{ name: string }>('select name from person where id = $1', [person.id])
  const erased = await desk.call('patient.erase', { id: person.id, name: rows[0]!.name, reason: 'asked' })
  expect(erased.status).toBe(200)
  const left = await server.pool.query(
    'select content, answer, answered_at, answer_published, rate from comment where id = $1',
    [id],
  )
  expect(left.rows).toEqual([{ content: '', answer: '', answered_at: null, answer_published: false, rate: 4 }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { makeArticle, makePage } from '../../../tests/api/attempts-content.ts'
import { makeComment, makeQuestion } from '../../../tests/api/attempts-voice.ts'
import { tries, type Try } from '../../../tests/api/attempts.ts'
import { gather, type Cast } from '../../../tests/api/cast.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let cast: Cast
let make: Try
let admin: Client
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
  admin = cast.clients.admin
}, 120_000)
afterAll(() => server.stop())

async function list(input: object = {}) {
  const { body, status } = await admin.call('moderation.list', { limit: 1000, ...input })
  expect(status).toBe(200)
  return body as unknown as {
    waiting: Waiting[]
    total: number
    counts: Record<Waiting['kind'], number>
    after: string | null
  }
}
const has = async (id: string) => (await list()).waiting.some((each) => each.id === id)

test('the queue lists what waits in all public clinics with a count per kind, and nothing of a private clinic', async () => {
  const { kuzey1, linden1, gizli1 } = cast.places
  const waits = [
    await makeComment(make, kuzey1),
    await makeComment(make, linden1),
    await makeQuestion(make, linden1, { answered: true }),
    await makeArticle(make, kuzey1),
    await makePage(make),
  ]
  const never = [
    await makeComment(make, gizli1),
    await makeQuestion(make, gizli1, { answered: true }),
    await makeArticle(make, gizli1),
    await makeQuestion(make, kuzey1),
    await makeComment(make, kuzey1, { published: true }),
  ]
  const { waiting, total, counts } = await list()
  const ids = waiting.map(({ id }) => id)
  expect(waits.filter((id) => !ids.includes(id))).toEqual([])
  expect(never.filter((id) => ids.includes(id))).toEqual([])
  expect([total, Object.values(counts).reduce((sum, n) => sum + n, 0)]).toEqual([ids.length, ids.length])
  for (const kind of ['comment', 'question', 'article', 'page'] as const)
    expect([
      kind,
      (await list({ kind })).waiting.every((each) => each.kind === kind),
      (await list({ kind })).total,
    ]).toEqual([kind, true, counts[kind]])
  const { waiting: ofOne } = await list({ clinicId: linden1.clinic })
  expect(ofOne.map(({ id }) => id).toSorted()).toEqual([waits[1], waits[2]].toSorted())
  expect(ofOne.every(({ clinicName, doctorName }) => clinicName && doctorName)).toBe(true)
})

test('a search treats pattern characters as text', async () => {
  const plain = await makeComment(make, cast.places.kuzey1)
  const marked = await makeComment(make, cast.places.kuzey1)
  await server.pool.query('update comment set content = $2 where id = $1', [marked, 'yüzde 100% doğru_söz'])
  for (const keyword of ['100%', '0% DOGRU', 'doğru_söz', '%', '_'])
    expect([keyword, (await list({ keyword })).waiting.map(({ id }) => id)]).toEqual([keyword, [marked]])
  for (const keyword of ['%söz', 'dogru%soz', 'doğru.söz', '\\'])
    expect([keyword, (await list({ keyword })).waiting.map(({ id }) => id)]).toEqual([keyword, []])
  expect((await list()).waiting.map(({ id }) => id)).toContain(plain)
})

test('consecutive pages have no gap and no duplicate', async () => {
  for (let i = 0; i < 5; i++) await makeComment(make, cast.places.kuzey1)
  const whole = (await list()).waiting.map(({ id }) => id)
  const joined: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page = await list({ limit: 2, ...(after && { after }) })
    joined.push(...page.waiting.map(({ id }) => id))
    ;({ after } = page)
  }
  expect(joined).toEqual(whole)
})

test('a rejection takes an item off the list without publishing it; a report brings a published comment back', async () => {
  const id = await makeComment(make, cast.places.kuzey1)
  expect((await admin.call('comment.unpublish', { id }, { key: freshKey() })).status).toBe(200)
  expect(await has(id)).toBe(false)
  const open = await makeComment(make, cast.places.kuzey1)
  await admin.call('comment.publish', { id: open }, { key: freshKey() })
  expect(await has(open)).toBe(false)
  await cast.clients.doctorPublic.call('comment.report', { id: open, reason: 'bu ben değilim' }, { key: freshKey() })
  expect((await list()).waiting.find((each) => each.id === open)).toMatchObject({
    reported: true,
    published: true,
    reportReason: 'bu ben değilim',
  })
  await admin.call('comment.publish', { id: open }, { key: freshKey() })
  expect(await has(open)).toBe(false)
  // correcting the patient's name does not reopen a decision
  await server.pool.query(`update comment set patient_name = 'Başka Ad' where id = $1`, [id])
  expect(await has(id)).toBe(false)
})

test('withdrawn content waits again after it was edited; published content edited by its doctor does so at once', async () => {
  const { kuzey1 } = cast.places
  const question = await makeQuestion(make, kuzey1, { answered: true })
  await admin.call('question.unpublish', { id: question }, { key: freshKey() })
  expect(await has(question)).toBe(false)
  const answer = (words: string) =>
    cast.clients.doctorPublic.call('question.answer', { id: question, answer: `<p>${words}</p>` }, { key: freshKey() })
  expect((await answer('yeni')).status).toBe(200)
  expect(await has(question)).toBe(true)
  await admin.call('question.publish', { id: question }, { key: freshKey() })
  await server.pool.query('update question set views = views + 1 where id = $1', [question])
  expect(await has(question)).toBe(false)
  await answer('daha yeni')
  expect(await has(question)).toBe(true)

  const article = await makeArticle(make, kuzey1)
  await admin.call('article.publish', { id: article })
  await admin.call('article.unpublish', { id: article })
  expect(await has(article)).toBe(false)
  const edited = await cast.clients.doctorPublic.call(
    'article.update',
    { id: article, title: `Başka ${newId()}` },
    { key: freshKey() },
  )
  expect([edited.status, await has(article)]).toEqual([200, true])
})

test('an answer that its doctor changed after it was read is not published', async () => {
  const id = await makeQuestion(make, cast.places.kuzey1, { answered: true })
  const { version } = (await list()).waiting.find((each) => each.id === id)!
  await cast.clients.doctorPublic.call('question.answer', { id, answer: '<p>başka</p>' }, { key: freshKey() })
  const late = await admin.call('question.publish', { id }, { key: freshKey(), base: version })
  expect([late.status, late.body['refused']]).toEqual([412, 'changed_since'])
  const { version: now } = (await list()).waiting.find((each) => each.id === id)!
  expect((await admin.call('question.publish', { id }, { key: freshKey(), base: now })).status).toBe(200)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { refreshLimits } from '../api/cast.ts'
import { openGuest } from '../support/guest.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'

/** Asking and voting without an account, as strangers do and as attackers try (issue 35, 6; decision 0158). */
let server: TestServer
let began = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
})
beforeEach(async () => {
  server.clock.now = began
  refreshLimits(server)
  for (const table of ['guest_question', 'question', 'message', 'notification', 'visitor_secret', 'question_mark'])
    await server.pool.query(`delete from ${table}`)
})
afterAll(() => server.stop())

const doctor = () => server.world.people.doctorKuzey.id
const kuzey = () => server.world.clinics.kuzey
const formOf = (id = doctor(), lang = 'en') => `/${lang}/ask/${id.slice(-12)}`
const count = async (from: string) =>
  (await server.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]!.n
const codeFor = async (contact: string) =>
  (
    await server.pool.query<{ code: string }>(
      `select args ->> 'code' as code from message where template = 'question_code' and recipient = $1 order by id desc limit 1`,
      [contact],
    )
  ).rows[0]?.code

/** Opens the form and waits as long as a person takes to write. */
async function form(guest: ReturnType<typeof openGuest>, more: Readonly<Record<string, string>> = {}, id = doctor()) {
  const { body } = await guest.ask('GET', formOf(id))
  const [, stamp = ''] = /name="stamp" value="([^"]*)"/.exec(body) ?? []
  server.clock.now += 5000
  return { content: 'May I run with this?', email: 'ask1@test.example', website: '', stamp, ...more }
}
async function askAs(n: number, more: Readonly<Record<string, string>> = {}) {
  const guest = openGuest(server, { ip: `198.51.100.${n % 250}` })
  const email = `ask${n}@test.example`
  const begun = await guest.ask('POST', formOf(), await form(guest, { email, ...more }))
  expect(begun.status).toBe(303)
  const proved = await guest.ask('POST', `${begun.location}/code`, { code: (await codeFor(email))! })
  return { guest, email, asking: begun.location, proved }
}
const answerAndPublish = async (id: string) => {
  const who = await server.signIn('doctorKuzey')
  await who.call('question.answer', { id, answer: '<p>Yes, you may.</p>' }, { key: freshKey() })
  return (await server.signIn('admin')).call('question.publish', { id }, { key: freshKey() })
}

describe('35.6: a stranger', () => {
  test('asks, proves the contact, waits for review, and is told once with a link to the public answer', async () => {
    const guest = openGuest(server)
    const typed = await form(guest)
    const begun = await guest.ask('POST', formOf(), typed)
    expect([begun.status, await count('question')]).toEqual([303, 0])
    expect((await guest.ask('GET', begun.location)).body).toContain('Enter the code')
    const code = (await codeFor(typed.email))!
    const wrong = await guest.ask('POST', `${begun.location}/code`, { code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, wrong.body.includes('That is not the code'), await count('question')]).toEqual([422, true, 0])
    // a double press puts it once
    const pressed = await Promise.all([1, 2, 3].map(() => guest.ask('POST', `${begun.location}/code`, { code })))
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303])
    const done = await guest.ask('GET', begun.location)
    expect(done.body).toContain('Your question is waiting for review')
    expect(await count('question')).toBe(1)
    const { rows } = await server.pool.query<{ id: string; row: string }>(
      'select id, to_jsonb(q)::text as row from question q',
    )
    const { id, row } = rows[0]!
    expect(row).not.toContain('ask1')
    const contacts = await server.pool.query<{ sealed: string }>('select sealed from question_contact')
    expect(contacts.rows[0]!.sealed).not.toContain('ask1')
    expect(await count(`guest_question where data <> '{}'`)).toBe(0)
    const page = async () => (await openGuest(server).ask('GET', `/en/doctors/${doctor().slice(-12)}`)).location
    const shown = async () => (await openGuest(server).ask('GET', await page())).body
    expect(await shown()).not.toContain(typed.content)
    expect((await openGuest(server).ask('GET', `/en/questions/${id}`)).status).toBe(404)

    expect((await answerAndPublish(id)).status).toBe(200)
    expect(await shown()).toContain('Yes, you may.')
    await (await server.signIn('admin')).call('question.unpublish', { id }, { key: freshKey() })
    await (await server.signIn('admin')).call('question.publish', { id }, { key: freshKey() })
    const letters = await server.pool.query<{ recipient: string; args: { link: string } }>(
      `select recipient, args from message where template = 'question_answered'`,
    )
    expect(letters.rows).toEqual([
      { recipient: typed.email, args: { house: 'Klinik kuzey', link: expect.stringContaining(`/en/questions/${id}`) } },
    ])
    expect(await count('question_contact')).toBe(0)
    const own = await guest.ask('GET', `/en/questions/${id}`)
    expect([own.status, own.body.includes('Yes, you may.')]).toEqual([200, true])
    expect(/<title>([^<]*)/.exec(own.body)![1]).not.toContain('run')
  })

  test('reads each wrong field’s error with everything still typed, in plain HTML; a machine is sent nothing', async () => {
    const guest = openGuest(server)
    const empty = await guest.ask('POST', formOf(), await form(guest, { content: ' ', email: 'x' }))
    expect(empty.status).toBe(422)
    for (const text of ['Write your question', 'Enter an email address', 'aria-invalid'])
      expect(empty.body).toContain(text)
    const hostile = `"><script>alert(1)</script>&amp;`
    const again = await guest.ask('POST', formOf(), await form(guest, { content: hostile, email: 'x' }))
    expect(again.body).not.toContain('<script>')
    expect(again.body).toContain('&#60;script&#62;')
    const { stamp } = await form(guest)
    server.clock.now -= 4500
    const fast = await guest.ask('POST', formOf(), { content: 'x', email: 'ask1@test.example', stamp })
    expect([fast.status, fast.body.includes('very fast')]).toEqual([422, true])
    for (const forged of ['', `${began}.x`, `${began - 10_000}`])
      expect((await guest.ask('POST', formOf(), { content: 'x', email: 'a@test.example', stamp: forged })).status).toBe(
        422,
      )
    const machine = await guest.ask('POST', formOf(), await form(guest, { website: 'http://spam.example' }))
    expect([machine.status, await count('message')]).toEqual([303, 0])
    expect((await guest.ask('POST', `${machine.location}/code`, { code: '123456' })).status).toBe(422)
    expect(await count('question')).toBe(0)
  })

  test('a question of 2,000 of the widest letters arrives whole; longer ones and other sites’ forms do not', async () => {
    const content = 'Ж'.repeat(2000)
    const { proved } = await askAs(7, { content })
    expect(proved.status).toBe(303)
    expect((await server.pool.query<{ content: string }>('select content from question')).rows).toEqual([{ content }])
    const guest = openGuest(server)
    expect((await guest.ask('POST', formOf(), await form(guest, { content: 'x'.repeat(2001) }))).status).toBe(422)
    expect((await guest.ask('POST', formOf(), await form(guest, { content: 'x'.repeat(40_000) }))).status).toBe(413)
    const elsewhere = await guest.ask('POST', formOf(), await form(guest), { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
  })

  test('another browser opens neither the code nor the question; a private clinic’s doctor cannot be asked', async () => {
    const guest = openGuest(server)
    const { location } = await guest.ask('POST', formOf(), await form(guest))
    const thief = openGuest(server)
    expect((await thief.ask('GET', location)).status).toBe(404)
    const code = (await codeFor('ask1@test.example'))!
    expect((await thief.ask('POST', `${location}/code`, { code })).status).toBe(404)
    for (const id of [server.world.people.doctorGizli.id, newId(), server.world.people.doctorPassive.id])
      expect((await guest.ask('GET', formOf(id))).status).toBe(410)
    expect((await openGuest(server, { host: 'gizli.localhost' }).ask('GET', formOf())).status).toBe(404)
    // its own browser on another clinic's host
    const other = openGuest(server, { host: 'linden.localhost' })
    other.steal(guest.cookie)
    expect((await other.ask('GET', location)).status).toBe(404)
  })

  test('three questions of a contact a day; five codes an hour; wrong codes are bounded whatever is begun anew', async () => {
    for (let n = 0; n < 3; n++) expect((await askAs(9, { content: `Question ${n}?` })).proved.status).toBe(303)
    expect((await askAs(9)).proved.status).toBe(429)
    expect(await count('question')).toBe(3)
    const guest = openGuest(server)
    let begun = await guest.ask('POST', formOf(), await form(guest, { email: 'victim@test.example' }))
    for (let n = 0; n < 5; n++) await guest.ask('POST', `${begun.location}/code`, { code: 'x' })
    begun = await guest.ask('POST', formOf(), await form(guest, { email: 'victim@test.example' }))
    const right = (await codeFor('victim@test.example'))!
    expect((await guest.ask('POST', `${begun.location}/code`, { code: right })).status).toBe(429)
  })

  test('what was not proved is gone after an hour, a contact after 180 days', async () => {
    const guest = openGuest(server)
    await guest.ask('POST', formOf(), await form(guest))
    await askAs(11)
    expect([await count('guest_question'), await count('question_contact')]).toEqual([2, 1])
    server.clock.now += 3 * 3_600_000
    await cleanUp(server.deps)
    expect([await count('guest_question'), await count('question_contact')]).toEqual([0, 1])
    server.clock.now += 181 * 86_400_000
    await cleanUp(server.deps)
    expect(await count('question_contact')).toBe(0)
  })

  test('a clinic that has become private meanwhile: the contact is not written to by the platform', async () => {
    await askAs(12)
    const [{ id } = { id: '' }] = (await server.pool.query<{ id: string }>('select id from question')).rows
    await server.pool.query('update clinic set private = true where id = $1', [kuzey()])
    try {
      await (
        await server.signIn('doctorKuzey')
      ).call('question.answer', { id, answer: '<p>x</p>' }, { key: freshKey() })
      await (await server.signIn('deskKuzey', 'kuzey.localhost')).call('question.publish', { id }, { key: freshKey() })
      expect(await count('question where published')).toBe(1)
      expect(await count(`message where template = 'question_answered'`)).toBe(0)
      expect((await openGuest(server, { host: 'localhost' }).ask('GET', `/en/questions/${id}`)).status).toBe(404)
    } finally {
      await server.pool.query('update clinic set private = false where id = $1', [kuzey()])
    }
  })
})

describe('35.6: views, likes and dislikes count once a person', () => {
  async function published(clinic: string | null = null, doctorId = doctor()) {
    const id = newId()
    await server.pool.query(
      `insert into question (id, clinic_id, doctor_id, content, answer, answered_at, answerer_id, answered_by, published, created_at)
       values ($1, $2, $3, 'Run?', '<p>Yes</p>', now(), $3, 'Dr.', true, now())`,
      [id, clinic, doctorId],
    )
    return id
  }
  const counts = async (id: string) =>
    (
      await server.pool.query<{ likes: number; dislikes: number }>(
        'select likes, dislikes from question where id = $1',
        [id],
      )
    ).rows[0]
  const vote = (n: number, id: string, mark: string, agent = 'Mozilla/5.0 Reader') =>
    openGuest(server, { ip: `203.0.113.${n % 250}` }).ask(
      'POST',
      `/en/questions/${id}/${mark}`,
      {},
      { 'user-agent': agent },
    )
  const read = (n: number, id: string, more: Readonly<Record<string, string>> = {}) =>
    openGuest(server, { ip: `203.0.113.${n % 250}` }).ask('GET', `/site/seen/${id}`, undefined, {
      'user-agent': 'Mozilla/5.0 Reader',
      ...more,
    })
  const views = async (id: string) => {
    await cleanUp(server.deps)
    return (await server.pool.query<{ views: number }>('select views from question where id = $1', [id])).rows[0]!.views
  }

  test('forty strangers at once, each pressing thrice: forty likes; all change their minds at once: forty dislikes', async () => {
    const id = await published()
    const all = (mark: string, times: number) =>
      Promise.all(Array.from({ length: 40 * times }, (_, n) => vote(n % 40, id, mark)))
    expect((await all('like', 3)).every(({ status }) => status === 303)).toBe(true)
    expect(await counts(id)).toEqual({ likes: 40, dislikes: 0 })
    await all('dislike', 1)
    expect(await counts(id)).toEqual({ likes: 0, dislikes: 40 })
    await Promise.all(Array.from({ length: 40 }, (_, n) => vote(n, id, n % 2 ? 'like' : 'none')))
    expect(await counts(id)).toEqual({ likes: 20, dislikes: 0 })
  })

  test('a patient’s vote counts once on all devices, moves, is taken back, and is shown to that patient alone', async () => {
    const id = await published()
    const [phone, tablet] = [await server.signIn('patientKuzey'), await server.signIn('patientKuzey')]
    const other = await server.signIn('patientLinden')
    const mark = (who: typeof phone, wish: 'like' | 'dislike' | 'none' | 'seen') =>
      who.call('question.mark', { id, mark: wish })
    await Promise.all(Array.from({ length: 40 }, (_, n) => mark(n % 2 ? phone : tablet, 'like')))
    expect(await counts(id)).toEqual({ likes: 1, dislikes: 0 })
    expect((await mark(tablet, 'dislike')).body).toMatchObject({ likes: 0, dislikes: 1, vote: 'dislike' })
    expect((await mark(other, 'seen')).body).toMatchObject({ likes: 0, dislikes: 1, vote: 'none' })
    const voices = async (who: typeof phone) =>
      ((await who.call('question.voices', { id: doctor() })).body['questions'] as { id: string; vote: string }[]).find(
        (question) => question.id === id,
      )?.vote
    expect([await voices(phone), await voices(other)]).toEqual(['dislike', 'none'])
    expect((await mark(phone, 'none')).body).toMatchObject({ likes: 0, dislikes: 0, vote: 'none' })
    for (const who of ['doctorKuzey', 'admin'] as const)
      expect((await (await server.signIn(who)).call('question.mark', { id, mark: 'like' })).status).toBe(403)
    // whose vote it is can be read nowhere
    const marks = await server.pool.query<{ voter: string }>('select voter from question_mark')
    for (const { voter } of marks.rows) expect(voter).not.toContain(server.world.people.patientKuzey.id)
  })

  test('what is not public cannot be marked; a private clinic’s answer only by its own', async () => {
    const hidden = await published()
    await server.pool.query('update question set published = false where id = $1', [hidden])
    const own = await published(server.world.clinics.gizli, server.world.people.doctorGizli.id)
    const patient = await server.signIn('patientKuzey')
    for (const id of [hidden, own, newId()]) {
      expect((await vote(1, id, 'like')).status).toBe(404)
      expect((await patient.call('question.mark', { id, mark: 'like' })).body).toMatchObject({
        refused: 'question_not_found',
      })
      await read(1, id)
    }
    expect(await count('question_mark')).toBe(0)
    const theirs = await server.signIn('patientGizli', 'gizli.localhost')
    expect((await theirs.call('question.mark', { id: own, mark: 'like' })).body).toMatchObject({ likes: 1 })
    for (const mark of ['love', 'seen', '']) expect((await vote(1, hidden, mark)).status).toBe(404)
  })

  test('reads count once a day for a browser; machines, prefetching and other sites do not; no address is stored', async () => {
    const id = await published()
    await Promise.all(Array.from({ length: 80 }, (_, n) => read(n % 40, id)))
    expect(await views(id)).toBe(40)
    for (const headers of [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { 'user-agent': 'curl/8.0' },
      { 'user-agent': '' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await read(200, id, headers)).status).toBe(204)
    expect((await read(200, id)).headers['set-cookie']).toBeUndefined()
    expect(await views(id)).toBe(41)
    const dump = await server.pool.query(
      `select m::text from question_mark m union all select s::text from visitor_secret s union all select l::text from rate_limit l`,
    )
    expect(JSON.stringify(dump.rows)).not.toContain('203.0.113')
    server.clock.now += 86_400_000
    await read(3, id)
    expect(await views(id)).toBe(42)
  })

  test('two days later nothing can say who voted, and what they counted stays; many browsers of one network are bounded', async () => {
    const id = await published()
    for (let n = 0; n < 25; n++) await vote(5, id, 'like', `Mozilla/5.0 Number ${n}`)
    expect(await counts(id)).toEqual({ likes: 20, dislikes: 0 })
    const refused = await vote(5, id, 'like', 'Mozilla/5.0 One more')
    expect([refused.status, refused.body.includes('many votes')]).toEqual([429, true])
    server.clock.now += 2 * 86_400_000
    await cleanUp(server.deps)
    expect([await count('question_mark'), await count('visitor_secret')]).toEqual([0, 0])
    expect(await counts(id)).toEqual({ likes: 20, dislikes: 0 })
  })

  test('a read changes no public page’s version, a vote does', async () => {
    const id = await published()
    const version = async () => (await server.pool.query<{ v: string }>('select site_now() as v')).rows[0]!.v
    const before = await version()
    await read(9, id)
    expect(await views(id)).toBe(1)
    expect(await version()).toBe(before)
    await vote(9, id, 'like')
    expect(await version()).not.toBe(before)
  })
})

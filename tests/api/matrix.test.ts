import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { fileRoutes } from '../../contract/file.ts'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { spread, visible, withWireNames } from '../../contract/kernel/wire.ts'
import { freshKey, startServer, type Answer, type TestServer } from '../support/server.ts'
import { attempts, tries, type Attempt, type Try } from './attempts.ts'
import { ACTORS, gather, refreshLimits, RELATIONS, roleOf, type Actor, type Cast, type Relation } from './cast.ts'
import { routesOf } from '../support/routes.ts'
import { expected, policy, type Policy } from './policy.ts'

let server: TestServer
let cast: Cast
let make: Try
/** Every answer that an actor got, to search for what is not theirs (TRUST G3, R38). */
const pokedRooms = new Map<Actor, string[]>()

beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

async function ask(actor: Actor, call: CallName, { input, as = cast.clients[actor] }: Attempt): Promise<Answer> {
  const { url, body } = spread(rowOf(call), input as Record<string, unknown>) // every input is an object
  return keep(actor, await as.request(rowOf(call).method, url, body))
}

function keep(actor: Actor, answer: Answer): Answer {
  pokedRooms.set(actor, [...(pokedRooms.get(actor) ?? []), JSON.stringify([answer.body, answer.headers])])
  return answer
}

async function attemptOf(call: CallName, actor: Actor, relation: Relation): Promise<Attempt> {
  return attempts[call](make, actor, cast.placeFor(actor, relation))
}

describe('G1: every call × every kind of person × own, same clinic, other clinic, private clinic, absent', () => {
  test.each(callNames)('%s', async (call) => {
    refreshLimits(server)
    const row: Policy = policy[call]
    const wrong: string[] = []
    for (const actor of ACTORS) {
      const bodies = new Map<Relation, string>()
      for (const relation of row.asks === 'self' || row.asks === 'anyone' ? (['own'] as const) : RELATIONS) {
        const attempt = await attemptOf(call, actor, relation)
        const answer = await ask(actor, call, attempt)
        const right = expected(call, actor, relation)
        const got = gotOf(row, attempt, answer)
        if (got !== right)
          wrong.push(`${actor} ${relation}: ${got} instead of ${right}, ${JSON.stringify(answer.body).slice(0, 160)}`)
        wrong.push(...sayTooMuch(call, actor, answer).map((fault) => `${actor} ${relation}: ${fault}`))
        if (right === 404 && row.asks === 'object')
          bodies.set(relation, `${answer.status} ${JSON.stringify(answer.body)}`)
      }
      // no oracle: a private object gets the same answer as one that does not exist
      if (bodies.size && new Set(bodies.values()).size > 1) wrong.push(`${actor}: ${[...bodies].join(' ≠ ')}`)
    }
    expect(wrong).toEqual([])
  })

  /** An answer in the terms of the table: a list that omits the object says that it does not exist. */
  function gotOf(row: Policy, { about = [] }: Attempt, { status, body }: Answer): number {
    if (status !== 200 || row.asks === 'self' || row.asks === 'anyone' || row.asks === 'object') return status
    const { refused: _, ...shown } = body
    return about.every((id) => JSON.stringify(shown).includes(id)) ? 200 : 404
  }

  /** G2, and TRUST "Denied": a refusal is a name; a success has no field beyond the reply for this role. */
  function sayTooMuch(call: CallName, actor: Actor, { status, body }: Answer): string[] {
    if (status === 404)
      return Object.keys(body).toSorted().join() === 'refused,status' ? [] : [`${status} says ${JSON.stringify(body)}`]
    if (status !== 200)
      return Object.keys(body).toSorted().join() === 'refused,status' && status < 500
        ? []
        : [`${status} says ${JSON.stringify(body)}`]
    const role = roleOf(actor)
    const { reply } = rowOf(call)
    const shown = role ? withWireNames(reply, visible(reply, body, role)) : body
    return JSON.stringify(shown) === JSON.stringify(body) ? [] : [`shows ${JSON.stringify(body).slice(0, 300)}`]
  }
})

describe('R01, R15: owning one half of a booking does not permit it', () => {
  test.each(['patientId', 'doctorId', 'clinicId'] as const)('%s of someone else', async (field) => {
    refreshLimits(server)
    const wrong: string[] = []
    for (const actor of ACTORS.filter((each) => roleOf(each))) {
      for (const relation of RELATIONS.filter((each) => each !== 'own')) {
        // an allowed mix would make these people know each other, and so change later cells
        if (mayMix(actor, relation, field)) continue
        const [mine, theirs] = [cast.placeFor(actor, 'own'), cast.placeFor(actor, relation)]
        const { input } = await attempts['appointment.book'](make, actor, mine)
        const id = { patientId: theirs.patient, doctorId: theirs.doctor, clinicId: theirs.clinic }[field]
        const { status, body } = await ask(actor, 'appointment.book', { input: { ...input, [field]: id } })
        if (status === 200 || status >= 500) wrong.push(`${actor} ${relation}: ${status} ${JSON.stringify(body)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  /** A desk books any doctor and patient of its clinic, a patient any doctor of it, an admin any public patient. */
  function mayMix(actor: Actor, relation: Relation, field: string): boolean {
    const role = roleOf(actor)
    if (relation === 'same')
      return (
        field === 'clinicId' || role === 'admin' || role === 'clinic' || (role === 'patient' && field === 'doctorId')
      )
    return relation === 'other' && role === 'admin' && field === 'patientId'
  }
})

test('R28: a session id before sign-in, an ended or expired token, a bind cookie and an invented word open nothing', async () => {
  refreshLimits(server)
  const session = String((await server.nobody().call('session.start', {})).body['session'])
  const expired = await server.signIn('doctorKuzey')
  await server.pool.query('update session set expires_at = to_timestamp($1) where token_hash = $2', [
    server.clock.now / 1000 - 1,
    createHash('sha256').update(expired.token!).digest('base64url'),
  ])
  const words = [
    session,
    expired.token!,
    cast.clients.ended.token!,
    'bind',
    '0'.repeat(43),
    `Bearer ${session}`,
    "' or 1=1 --",
  ]
  const open: string[] = []
  for (const call of callNames.filter((name) => rowOf(name).roles !== 'anyone')) {
    // each dead token counts as a try of its address (TRUST D4)
    refreshLimits(server)
    const { input } = await attemptOf(call, 'doctorPublic', 'own')
    const { url, body } = spread(rowOf(call), input as Record<string, unknown>) // every input is an object
    for (const authorization of words) {
      const answer = await server
        .nobody()
        .request(rowOf(call).method, url, body, { authorization, cookie: `bind=${session}` })
      if (answer.status !== 401) open.push(`${call} ${authorization.slice(0, 8)}: ${answer.status}`)
    }
  }
  expect(open).toEqual([])
})

test('a search treats pattern characters as text', async () => {
  refreshLimits(server)
  const wrong: string[] = []
  for (const call of callNames.filter((name) => (policy[name] as Policy).asks === 'list'))
    for (const actor of (['superadmin', 'deskPublic'] as const).filter((each) => expected(call, each, 'own') !== 403)) {
      const totals: unknown[] = []
      for (const keyword of ['qqzzqqzz', '_%', '%_%'])
        totals.push((await ask(actor, call, { input: { keyword } as never })).body['total']) // every list takes a keyword
      if (new Set(totals).size > 1) wrong.push(`${call} ${actor}: ${totals.join(', ')}`)
    }
  expect(wrong).toEqual([])
})

describe('R38: nothing of a private clinic reaches an outsider', () => {
  const outsiders = [
    'anonymous',
    'superadmin',
    'admin',
    'deskPublic',
    'deskOther',
    'doctorPublic',
    'patientPublic',
  ] as const
  const words = ['Kanarya', 'kanarya-gizli1', 'hasta', '+90555770', '55577', 'gizli', 'patient.gizli']

  test('lists, totals, pages and search of every call that lists', async () => {
    refreshLimits(server)
    const wrong: string[] = []
    for (const call of callNames.filter((name) => (policy[name] as Policy).asks === 'list')) {
      for (const actor of outsiders.filter((each) => expected(call, each, 'own') !== 403 && roleOf(each))) {
        for (const keyword of words) {
          const { body } = await ask(actor, call, { input: { keyword } as never }) // every list takes a keyword
          const own = call === 'clinic.list' && roleOf(actor) === 'admin' ? bareRowsNamed(keyword) : 0
          if (call !== 'notification.list' && body['total'] !== own)
            wrong.push(`${call} ${actor} “${keyword}”: total ${String(body['total'])}`)
        }
        const { total, rows } = await wholeList(actor, call)
        if (total !== rows) wrong.push(`${call} ${actor}: ${String(total)} of ${rows}`)
      }
    }
    expect(wrong).toEqual([])
  })

  /**
   * The length that a list reports, and how many rows come on all its pages: this file's own attempts leave more than
   * one page.
   */
  async function wholeList(actor: Actor, call: CallName) {
    for (let rows = 0, after: unknown; ;) {
      const { body } = await ask(actor, call, { input: { limit: 1000, ...(after ? { after } : {}) } as never }) // as above
      rows += (Object.values(body).find((value) => Array.isArray(value)) as unknown[]).length // every list has one
      after = body['after']
      if (!after) return { total: body['total'], rows }
    }
  }

  /**
   * Rule 48: admins see a private clinic's own row, by its name, but not what it holds (for that, see the words above).
   */
  function bareRowsNamed(keyword: string): number {
    return keyword === 'gizli' ? 1 : 0
  }

  test('filtering by the private clinics’ ids finds nothing', async () => {
    refreshLimits(server)
    const found: string[] = []
    for (const actor of outsiders.filter((each) => each !== 'anonymous')) {
      for (const { clinic, doctor, patient } of [cast.places.gizli1, cast.places.gizli2, cast.places.sakli1]) {
        const answers = [
          await ask(actor, 'doctor.list', { input: { clinicId: clinic } }),
          await ask(actor, 'appointment.list', { input: { clinicId: clinic } }),
          await ask(actor, 'appointment.list', { input: { doctorId: doctor } }),
          await ask(actor, 'appointment.list', { input: { patientId: patient } }),
        ]
        found.push(
          ...answers.filter(({ body }) => body['total'] !== 0).map(({ body }) => `${actor} ${JSON.stringify(body)}`),
        )
      }
    }
    expect(found).toEqual([])
  })

  test('rule 49: “already exists” reveals nothing of another realm, for every role that adds', async () => {
    refreshLimits(server)
    const { pool } = server
    const { rows } = await pool.query<{ phone: string; email: string }>(
      'select phone, email from person where id = $1',
      [cast.places.gizli1.patient],
    )
    const { phone, email } = rows[0]!
    const add = async (actor: Actor) => {
      const id = newId()
      const { status, body } = await cast.clients[actor].call('patient.add', { id, name: 'Aynı Numara', phone, email })
      // removed at once, so that the next actor adds the person again
      await pool.query('update person set phone = null, email = null where id = $1', [id])
      return [actor, status, body['refused']]
    }
    for (const actor of ['superadmin', 'admin', 'deskPublic', 'deskOther', 'doctorPublic'] as const)
      expect(await add(actor)).toEqual([actor, 200, undefined])
    expect(await add('deskPrivate')).toEqual(['deskPrivate', 409, 'patient_exists'])
  })

  test('R06: a guessed id returns that it is taken, and nothing else', async () => {
    for (const actor of ['admin', 'deskPublic', 'doctorPublic', 'patientPublic'] as const) {
      const { input } = await attempts['appointment.book'](make, actor, cast.placeFor(actor, 'own'))
      const { rows } = await server.pool.query<{ id: string; row: string }>(
        'select id, appointment::text as row from appointment where clinic_id = $1 limit 1',
        [cast.places.sakli1.clinic],
      )
      const { id, row } = rows[0]!
      const { status, body } = await ask(actor, 'appointment.book', { input: { ...input, id } })
      expect([status, body]).toEqual([409, { status: false, refused: 'id_taken' }])
      const after = await server.pool.query<{ row: string }>(
        'select appointment::text as row from appointment where id = $1',
        [id],
      )
      expect(after.rows[0]!.row).toBe(row)
    }
  })

  test('R06: the same content by the same person under another key succeeds once', async () => {
    const desk = cast.clients.deskPublic
    const booking = (await attempts['appointment.book'](make, 'deskPublic', cast.places.kuzey1)).input
    const patient = { id: newId(), name: '  İki Kez  ', phone: make.phone() }
    for (let time = 0; time < 3; time++) {
      const booked = await desk.call('appointment.book', booking, { key: freshKey() })
      expect([booked.status, (booked.body['appointment'] as { id: string }).id]).toEqual([200, booking.id])
      const added = await desk.call('patient.add', patient, { key: freshKey() })
      expect([added.status, (added.body['patient'] as { id: string }).id]).toEqual([200, patient.id])
    }
    // other content under the same id is refused
    expect((await desk.call('patient.add', { ...patient, phone: make.phone() })).body['refused']).toBe('id_taken')
    expect(
      (await desk.call('appointment.book', { ...booking, start: make.slot(cast.places.kuzey1) })).body['refused'],
    ).toBe('id_taken')
  })

  test('R09: the whole pull, and the batch, withhold it as the lists do', async () => {
    refreshLimits(server)
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from appointment where clinic_id = $1 limit 1',
      [cast.places.sakli1.clinic],
    )
    for (const actor of ACTORS) {
      const pages = [keep(actor, await cast.clients[actor].request('GET', '/api/sync'))]
      while (pages.at(-1)!.body['more'] === true && pages.length < 50)
        pages.push(
          keep(
            actor,
            await cast.clients[actor].request('GET', `/api/sync?cursor=${String(pages.at(-1)!.body['cursor'])}`),
          ),
        )
      const update = {
        call: 'appointment.update',
        key: freshKey(),
        base: 1,
        madeAt: new Date().toISOString(),
        input: { id: rows[0]!.id, patientNote: 'x' },
      }
      const batch = keep(actor, await cast.clients[actor].request('POST', '/api/batch', { calls: [update] }))
      const mayEnter = roleOf(actor) !== null
      expect([actor, pages[0]!.status, pages.at(-1)!.body['more']]).toEqual([
        actor,
        mayEnter ? 200 : 401,
        mayEnter ? false : undefined,
      ])
      expect(batch.body).toEqual(
        mayEnter
          ? { status: true, answers: [{ status: 404, body: { status: false, refused: 'appointment_not_found' } }] }
          : { status: false, refused: 'token_invalid' },
      )
    }
  })

  test('setting.list: only admins see mail and SMS settings, without their secrets', async () => {
    await server.pool.query(
      `update setting set data = '{"host": "mail.example", "password": "kanarya-sifre"}' where id = 'mail'`,
    )
    for (const actor of ACTORS.filter((each) => roleOf(each))) {
      const { body } = await ask(actor, 'setting.list', { input: { idList: ['setting', 'mail', 'sms'] } })
      const ids = (body['settings'] as { id: string }[]).map(({ id }) => id)
      expect([actor, ids]).toEqual([actor, roleOf(actor) === 'admin' ? ['mail', 'setting', 'sms'] : ['setting']])
      expect(JSON.stringify(body)).not.toContain('kanarya-sifre')
    }
  })

  test('G3: in all replies above, no actor received anything that is not theirs', () => {
    const leaks: string[] = []
    for (const actor of ACTORS) {
      const secrets = cast.secretsOf(actor)
      for (const answer of pokedRooms.get(actor) ?? [])
        leaks.push(
          ...secrets
            .filter((secret) => answer.includes(secret))
            .map((secret) => `${actor}: ${secret} in ${answer.slice(0, 300)}`),
        )
    }
    expect(leaks.slice(0, 20)).toEqual([])
    expect([...pokedRooms.values()].flat().length).toBeGreaterThan(1000)
  })

  test.each([
    ['deskPrivate', 'kanarya-gizli1-waiting-not'],
    ['deskPrivate', 'kanarya-gizli2-waiting-not'],
    ['doctorPrivate', 'kanarya-gizli1-waiting-not'],
    ['patientPrivate', 'kanarya-gizli1-waiting-soz'],
  ] as const)('the check can detect it: %s did receive %s', (actor, word) => {
    expect(pokedRooms.get(actor)!.filter((answer) => answer.includes(word)).length).toBeGreaterThan(0)
  })
})

test('rule 47: an outsider does not even learn that a doctor works for a private clinic too', async () => {
  refreshLimits(server)
  for (const actor of ['deskPublic', 'deskOther', 'doctorPublic', 'patientPublic', 'admin'] as const) {
    const { body } = await ask(actor, 'doctor.list', { input: { limit: 1000 } })
    expect([actor, JSON.stringify(body).includes(server.world.clinics.gizli)]).toEqual([actor, false])
  }
})

test('R02, R19: only calls of the contract and the listed exceptions answer', () => {
  const exceptions = [
    '/api/health',
    '/api/live',
    '/api/ready',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/explorer.js',
    '/api/docs/explorer.css',
    '/api/docs/start.js',
    '/api/sync',
    '/api/sync/unknown',
    '/api/batch',
    '/manifest.webmanifest',
    ...Object.values(fileRoutes).map(({ path }) => path),
    '/icon-:file',
    '/share',
    '/api/profile/data',
    // files in and out, a provider's signed notice, the secret address of a shared calendar (calendar-link and payment
    // tests)
    '/api/calendar/ical/file',
    '/api/calendar/feed/:token',
    '/api/payment/webhook/:provider',
    '/api/payment/:id/receipt',
    '/clinic.css',
    '/clinic-logo',
    // the public pages, for everyone (server/app/site, tests/site); Fastify prints what is below `/tr/` without the
    // slash
    ...LANGUAGES.flatMap((language) => [
      `/${language}`,
      `/${language}*`,
      // booking without an account (tests/attacks/guest-booking.test.ts)
      `/${language}/book/:key`,
      `/${language}/book/:key/sign-in`,
      `/${language}/booking/:id`,
      `/${language}/booking/:id/:act`,
      // a question without an account, and what readers think of an answer (tests/attacks/guest-question.test.ts)
      `/${language}/ask/:key`,
      `/${language}/ask/:key/sign-in`,
      `/${language}/asking/:id`,
      `/${language}/asking/:id/:act`,
      `/${language}/questions/:id`,
      `/${language}/questions/:id/:mark`,
    ]),
    '/site/seen/:id',
    // the same in other websites' frames (tests/site/embed.test.ts)
    '/embed/:slug',
    '/embed/:slug/:key',
    '/embed/:slug/booking/:id/:act',
    '/pay/return',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-:part',
    '/site.css',
    '/site/picture/:id',
    // on demo servers only: with real data the route does not exist (server/areas/message/message.test.ts)
    '/dev/outbox',
    '/pay/test/:id',
  ]
  // SPEC uses two names for one path parameter (GET /api/availability/:doctor/…, PUT /api/availability/:id); the
  // address is the same
  const holeless = (path: string) => path.replaceAll(/:[^/]+/g, ':')
  const rows = new Set(callNames.map((name) => holeless(rowOf(name).path)))
  const open = routesOf(server.app.printRoutes({ commonPrefix: false }))
    .map(({ path }) => path)
    .filter((path) => !rows.has(holeless(path)) && !exceptions.includes(path))
  expect(open).toEqual([])
})

import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PatientRecord, recordPath } from '../../../contract/record.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { gather, refreshLimits, type Cast } from '../../../tests/api/cast.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** Issue 6 "export of one patient's whole record", TRUST G28. */
let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  const { patient, doctor, clinic } = place()
  const visit = await server.world.visit(doctor, patient, clinic, server.world.slot(-3, 0), {
    status: 'completed',
    note: 'İç not',
  })
  const by = [patient, clinic, doctor] as const
  await server.pool.query(
    `insert into patient_note (id, patient_id, clinic_id, author_id, author_name, text) values ($1, $2, $3, $4, 'Dr.', 'Sabah arayın')`,
    [newId(), ...by],
  )
  await server.pool.query(
    `insert into recipe (id, patient_id, clinic_id, doctor_id, doctor_name, lines, note) values ($1, $2, $3, $4, 'Dr.', $5, 'Bol su')`,
    [newId(), ...by, JSON.stringify([{ drug: 'Amoksisilin', dose: '1', times: '3', days: 7, note: '' }])],
  )
  await server.pool.query(
    `insert into report (id, patient_id, clinic_id, doctor_id, doctor_name, kind, title, lines) values ($1, $2, $3, $4, 'Dr.', 'request', 'Kan', $5)`,
    [newId(), ...by, JSON.stringify([{ test: 'Hemogram', value: '', note: '' }])],
  )
  await server.pool.query(
    `insert into patient_file (id, patient_id, clinic_id, author_id, author_name, title, type, size, sha256, stored)
     values ($1, $2, $3, $4, 'Dr.', 'Röntgen', 'application/pdf', 9, 'x', $5)`,
    [newId(), ...by, newId()],
  )
  await server.pool.query(
    `insert into comment (id, appointment_id, rate, content, created_at) values ($1, $2, 5, 'Memnunum', now())`,
    [newId(), visit],
  )
  await server.pool.query(
    `insert into message (id, channel, recipient, lang, template, next_try_at, made_at, patient_id, clinic_id)
     values ($1, 'mail', 'x@test.example', 'tr', 'visit_booked', now(), now(), $2, $3)`,
    [newId(), patient, clinic],
  )
}, 120_000)
afterAll(() => server.stop())

const place = () => cast.places['kuzey1']!
const take = (client: Client, query = '') => {
  refreshLimits(server)
  return server.app.inject({ method: 'GET', url: `${recordPath(place().patient)}${query}`, headers: client.headers })
}
const read = async (client: Client) => {
  const { statusCode, body } = await take(client)
  expect(statusCode).toBe(200)
  return v.parse(PatientRecord, JSON.parse(body))
}
const counts = async () => {
  const { patient } = place()
  const { rows } = await server.pool.query<Record<string, number>>(
    `select (select count(*) from appointment where patient_id = $1)::int as appointments, (select count(*) from patient_note where patient_id = $1)::int as notes,
            (select count(*) from recipe where patient_id = $1)::int as recipes, (select count(*) from report where patient_id = $1)::int as reports,
            (select count(*) from patient_file where patient_id = $1)::int as files, (select count(*) from payment where patient_id = $1)::int as payments,
            (select count(*) from comment where patient_id = $1)::int as comments, (select count(*) from message where patient_id = $1)::int as contacts`,
    [patient],
  )
  return rows[0]!
}

describe('the record as JSON', () => {
  test('the desk gets all of it, in the documented shape, with as many rows as the database has', async () => {
    const { status: _, madeAt, names, patient, wallets, ...lists } = await read(cast.clients.deskPublic)
    expect(Object.fromEntries(Object.entries(lists).map(([part, rows]) => [part, rows.length]))).toEqual(await counts())
    expect([madeAt, patient?.id, wallets]).toEqual([new Date(server.clock.now).toISOString(), place().patient, []])
    expect(names[place().clinic!]).toEqual(expect.any(String))
  })

  test('rule 52: the patient gets everything but the staff’s notes; RULES 13: an admin gets nothing clinical', async () => {
    const own = await read(cast.clients.patientPublic)
    expect([own.notes, own.contacts, own.recipes.length, own.reports.length, own.files.length]).toEqual([
      [],
      [],
      1,
      1,
      1,
    ])
    expect(JSON.stringify(own)).not.toMatch(/İç not|Sabah arayın/)
    const admins = await read(cast.clients.admin)
    expect([admins.notes, admins.recipes, admins.reports, admins.files]).toEqual([[], [], [], []])
    expect(admins.comments.length).toBe(1)
  })

  test('someone who may not see the card gets 404, also for a private clinic’s (rule 47)', async () => {
    for (const who of ['deskOther', 'deskPrivate', 'doctorPrivate', 'patientPrivate'] as const)
      expect([who, (await take(cast.clients[who])).statusCode]).toEqual([who, 404])
    refreshLimits(server)
    const hidden = recordPath(cast.places['gizli1']!.patient)
    for (const client of [cast.clients.admin, cast.clients.superadmin, cast.clients.deskPublic])
      expect((await client.request('GET', hidden)).status).toBe(404)
    expect((await cast.clients.anonymous.request('GET', hidden)).status).toBe(401)
    expect((await cast.clients.admin.request('GET', recordPath('nonsense'))).status).toBe(404)
    expect((await take(cast.clients.admin, '?format=xml')).statusCode).toBe(400)
  })

  test('rule 56: an export by someone else is audited with its format; one by the patient is not', async () => {
    const lines = async () =>
      (
        await server.pool.query<{ fields: string[]; actor_type: string }>(
          `select fields, actor_type from audit where action = 'patient.export' and object_id = $1 order by seq`,
          [place().patient],
        )
      ).rows
    const before = (await lines()).length
    await take(cast.clients.patientPublic)
    await take(cast.clients.deskPublic, '?format=pdf')
    expect((await lines()).slice(before)).toEqual([{ fields: ['pdf'], actor_type: 'clinic' }])
  })

  test('a record of several pages is complete, with each row once', async () => {
    const { patient, doctor, clinic } = place()
    await server.pool.query(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
       select gen_random_uuid(), $3, $2, $1, 'x', t, t + interval '10 min', 'Europe/Istanbul', 'face-to-face', 100, 'try', 'cancelled', 'x', 'x'
         from generate_series(now() - interval '1200 days', now() - interval '1 day', interval '1 day') t`,
      [patient, doctor, clinic],
    )
    const { appointments } = await read(cast.clients.deskPublic)
    expect(appointments.length).toBe((await counts())['appointments'])
    expect(new Set(appointments.map(({ id }) => id)).size).toBe(appointments.length)
    const paper = await take(cast.clients.deskPublic, '?format=pdf')
    expect(paper.statusCode).toBe(200)
  })
})

describe('the record as a PDF', () => {
  test.each(['tr', 'en', 'de', 'ru'])('in %s', async (lang) => {
    const { statusCode, headers, rawPayload } = await take(cast.clients.patientPublic, `?format=pdf&lang=${lang}`)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(rawPayload.toString('latin1')).toContain(`/Lang (${lang})`)
  })
})

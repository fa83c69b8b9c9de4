import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { PART_BYTES } from '../../../contract/file.ts'
import { toColumn } from '../../db/sealed-columns.ts'
import { note } from '../notification/note.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** Issue 6 "erasure that keeps money lines and forgets the person"; TRUST D16, G28. */
let server: TestServer
beforeAll(async () => void (server = await startServer()), 120_000)
afterAll(() => server.stop())

const NAME = 'Zümrüdüanka Kanaryagil'
const MAIL = 'kanaryagil.z@ornek.example'
const PHONE = '+905551234987'
const IDENTITY = 'KNRY-7788-ÖZEL'
/** Texts that nothing may contain afterwards: in lower case, with and without Turkish letters. */
const TRACES = ['zümrüdüanka', 'zumruduanka', 'kanaryagil', '5551234987', 'knry7788', 'knry-7788', 'izsürücü']
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /T (izsürücü) >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

type Planted = { id: string; visit: string; file: string; client: Client; paid: string }

/**
 * A patient of a clinic who has every kind of record, much of it made through the calls themselves, with their name in
 * every text.
 */
async function plant(): Promise<Planted> {
  const { world, pool, clock } = server
  const { kuzey } = world.clinics
  const doctor = await server.as('doctorKuzey')
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const person = await world.patient(`erase.${newId()}`, kuzey)
  const client = await server.enter({ username: person.username, type: 'patient' })
  const { id } = person
  await pool.query(
    `update person set name = $2, email = $3, phone = $4, identity = identity_kept($5), city = 'izsürücü', office_phone = 'izsürücü', website = 'https://izsürücü.example' where id = $1`,
    [id, NAME, MAIL, PHONE, IDENTITY],
  )
  await pool.query(
    `update patient set allergies = 'izsürücü', emergency_name = 'Anne Kanaryagil', emergency_phone = $2, added_by_name = $3 where id = $1`,
    [id, PHONE, NAME],
  )
  const visit = await world.visit(world.people.doctorKuzey.id, id, kuzey, world.slot(-4, spot++), {
    status: 'completed',
    note: `izsürücü ${NAME}`,
  })
  await pool.query(
    `update appointment set patient_note = 'izsürücü', cancel_reason = 'izsürücü', meeting_link = 'https://x.example/izsürücü', created_by = $2 where id = $1`,
    [visit, NAME],
  )
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
  }
  const keyed = () => ({ key: freshKey() })
  const placing = { patientId: id, appointmentId: visit }
  await ok(doctor.call('patient.addNote', { id: newId(), patientId: id, text: `izsürücü ${NAME}` }, keyed()))
  await ok(
    doctor.call(
      'recipe.add',
      {
        id: newId(),
        ...placing,
        note: 'izsürücü',
        lines: [{ drug: 'izsürücü', dose: '', times: '', days: null, note: '' }],
      },
      keyed(),
    ),
  )
  const request = newId()
  const lines = [{ test: 'izsürücü', value: '', note: '' }]
  const report = { ...placing, title: 'izsürücü', lines, description: NAME, comment: '' }
  await ok(doctor.call('report.add', { id: request, kind: 'request', ...report }, keyed()))
  await ok(doctor.call('report.add', { id: newId(), kind: 'result', reportId: request, ...report }, keyed()))
  const file = newId()
  expect(PDF.length).toBeLessThan(PART_BYTES)
  await ok(
    client.request('PUT', `/api/patient/upload/${file}?at=0&size=${PDF.length}`, PDF, {
      'content-type': 'application/octet-stream',
    }),
  )
  const described = {
    id: file,
    patientId: id,
    title: `${NAME} röntgen`,
    name: 'kanaryagil.pdf',
    type: 'application/pdf' as const,
    size: PDF.length,
  }
  await ok(client.call('patient.addFile', described, keyed()))
  await ok(
    client.call(
      'question.ask',
      { id: newId(), doctorId: world.people.doctorKuzey.id, content: `izsürücü ${NAME}` },
      keyed(),
    ),
  )
  await ok(
    client.call('comment.add', { id: newId(), appointmentId: visit, rate: 5, content: `izsürücü ${NAME}` }, keyed()),
  )
  const paid = newId()
  await pool.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, status, amount, currency, paid_at, refund_iban)
     select $1, a.id, a.patient_id, a.doctor_id, a.clinic_id, 'bank_transfer', 'completed', 10000, a.currency, now(), 'izsürücü' from appointment a where a.id = $2`,
    [paid, visit],
  )
  // money given and taken back by hand: the wallet is empty again, its ledger lines stay
  const byHand = { patientId: id, amount: 700, currency: 'try' as const, reason: `izsürücü ${NAME}` }
  await ok(desk.call('balance.add', { id: newId(), type: 'receivable', ...byHand }, keyed()))
  await ok(desk.call('balance.add', { id: newId(), type: 'debt', ...byHand }, keyed()))
  await ok(
    desk.call(
      'paymentlink.add',
      { id: newId(), patientId: id, clinicId: kuzey, amount: 900, currency: 'try', description: `izsürücü ${NAME}` },
      keyed(),
    ),
  )
  await pool.query(
    `insert into message (id, channel, recipient, lang, template, args, next_try_at, made_at, patient_id, clinic_id, subject, body)
     values ($1, 'mail', $2, 'tr', 'visit_booked', $3, now(), now(), $4, $5, $6, $6),
            ($7, 'sms', $8, 'tr', 'reset', '{}', now(), now(), null, null, null, null)`,
    [newId(), MAIL, JSON.stringify({ name: NAME }), id, kuzey, `Merhaba ${NAME}`, newId(), PHONE],
  )
  for (const to of [world.people.doctorKuzey.id, id])
    await note(pool, { userId: to, kind: 'appointment_moved', args: [NAME, '10:00'], appointmentId: visit }, clock.now)
  await pool.query(
    `insert into account_request (id, kind, type, lang, data, asked_at, expires_at) values ($1, 'register', 'patient', 'tr', $2, now(), now() + interval '1 day')`,
    [newId(), JSON.stringify({ name: NAME, email: MAIL.toUpperCase(), phone: PHONE })],
  )
  await pool.query(
    `insert into consent (person_id, document, version, lang, given_at) values ($1, 'terms', 'v', 'tr', now())`,
    [id],
  )
  const imported = newId()
  await pool.query(
    `insert into import (id, clinic_id, state, columns, total, made_by, made_by_name, created_at) values ($1, $2, 'done', '[]', 2, $3, 'x', now())`,
    [imported, kuzey, world.people.deskKuzey.id],
  )
  // one that found their card, and one that only has their phone
  for (const [line, patientId] of [
    [2, id],
    [3, null],
  ] as const) {
    const lineId = newId()
    const cells = toColumn('import_line', 'cells', { id: lineId, clinic: kuzey }, JSON.stringify({ name: NAME }))
    await pool.query(
      `insert into import_line (id, import_id, clinic_id, line, state, cells, phone, patient_id) values ($1, $2, $3, $4, 'same', $5, $6, $7)`,
      [lineId, imported, kuzey, line, cells, PHONE, patientId],
    )
  }
  await client.call('profile.update', { id, zone: 'Europe/Berlin' }, keyed())
  return { id, visit, file, client, paid }
}
let spot = 0

/** Every row of every table, as text, without what a request itself changes. */
async function everything() {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and relkind = 'r' order by 1`,
  )
  const found: { table: string; row: string }[] = []
  for (const { name } of tables) {
    // a table's name, just read from the catalogue; nothing that anyone typed
    const { rows } = await server.pool.query<{ row: object }>({
      text: `select to_jsonb(t) - 'used_at' as row from public."${name}" t`,
    })
    for (const { row } of rows) found.push({ table: name, row: JSON.stringify(row) })
  }
  return found
}
const traces = (text: string) => {
  const plain = text.toLocaleLowerCase('tr')
  return TRACES.filter((trace) => plain.includes(trace) || text.toLowerCase().includes(trace))
}
const sums = async () =>
  (
    await server.pool.query<{ currency: string; sum: string }>(
      `select a.currency, sum(l.amount)::text as sum from ledger_line l join ledger_account a on a.id = l.account_id group by 1 order by 1`,
    )
  ).rows

describe('a clinic erases a patient', () => {
  test('no column of any table and no file names them any more; money stays, and no other row has changed', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const { id, visit, file, client, paid } = await plant()
    const before = await everything()
    expect(new Set(before.filter(({ row }) => traces(row).length).map(({ table }) => table))).toEqual(
      new Set(
        'account_request appointment balance_line comment import_line ledger_transfer message notification patient patient_file patient_note payment payment_link person question recipe report'.split(
          ' ',
        ),
      ),
    )
    expect(
      (await server.app.inject({ method: 'GET', url: `/api/patient/file/${file}`, headers: client.headers }))
        .rawPayload,
    ).toEqual(PDF)

    expect(
      (await desk.call('patient.erase', { id, name: ` ${NAME.toUpperCase()} `, reason: 'asked' }, { key: freshKey() }))
        .body,
    ).toEqual({
      status: true,
    })

    const after = await everything()
    expect(after.filter(({ row }) => traces(row).length)).toEqual([])
    // the patient's rows: those that name them or a record of theirs, or contain text about them
    const ids = [id, ...idsOf(id, before)]
    // how often something was published or withdrawn belongs to no one: their comment is withdrawn
    const others = before.filter(
      ({ table, row }) =>
        table !== 'session' && table !== 'site_version' && !ids.some((its) => row.includes(its)) && !traces(row).length,
    )
    const kept = new Set(after.map(({ table, row }) => `${table} ${row}`))
    expect(others.filter(({ table, row }) => !kept.has(`${table} ${row}`))).toEqual([])
    expect(others.length).toBeGreaterThan(100)

    const [shown] = (
      await server.pool.query('select patient_name, status, price, clinic_id from appointment where id = $1', [visit])
    ).rows
    expect(shown).toEqual({
      patient_name: '—',
      status: 'completed',
      price: 10000,
      clinic_id: server.world.clinics.kuzey,
    })
    expect(
      (await server.pool.query('select amount, status, patient_name from payment where id = $1', [paid])).rows,
    ).toEqual([{ amount: 10000, status: 'completed', patient_name: '—' }])
    expect((await sums()).every(({ sum }) => sum === '0')).toBe(true)
    expect((await server.pool.query('select from balance_line where patient_id = $1', [id])).rowCount).toBe(2)
    // the key that decrypted their files is gone, and so are the bytes
    expect((await server.pool.query('select from patient_key where id = $1', [id])).rowCount).toBe(0)
    for (const bytes of await onDisk()) expect(traces(bytes.toString('utf8'))).toEqual([])
    // the account is closed, and the audit line that says who did it and why stays
    expect((await client.call('session.user', {})).status).toBe(401)
    const { rows } = await server.pool.query(
      `select fields, changes, outcome from audit where action = 'patient.erase' and object_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ fields: ['id', 'reason'], changes: { erased: [null, 'asked'] }, outcome: 'done' }])
    expect((await desk.call('patient.list', { id })).body['patients']).toEqual([])
  })

  test('I9: devices remove them with their next pull', async () => {
    const doctor = await server.as('doctorKuzey')
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const { id, visit } = await plant()
    const cursor = await caughtUp(doctor, null)
    await desk.call('patient.erase', { id, name: NAME, reason: 'kept_long_enough' })
    const { body } = await doctor.request('GET', `/api/sync?cursor=${encodeURIComponent(cursor)}`)
    const { gone, rows } = body as {
      gone: Record<string, [string, string][]>
      rows: Record<string, { id: string; patientName?: string }[]>
    }
    for (const table of ['patient', 'patient_note', 'recipe', 'report', 'patient_file'])
      expect([table, gone[table]?.length]).not.toEqual([table, undefined])
    expect(gone['patient']?.some(([, its]) => its === id)).toBe(true)
    expect(rows['appointment']?.find((row) => row.id === visit)?.patientName).toBe('—')
    expect(traces(JSON.stringify(body))).toEqual([])
  })

  test('a file of another card can still be opened, and so can one encrypted before patients had keys', async () => {
    const { id, file, client } = await plant()
    const other = await plant2(client, id)
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    await server.pool.query('update patient_file set file_key = null, key_id = null where id = $1', [file])
    const { rows } = await server.pool.query<{ stored: string }>('select stored from patient_file where id = $1', [
      file,
    ])
    await server.deps.files.remove(rows[0]!.stored)
    await server.deps.files.put(rows[0]!.stored, PDF)
    const read = (its: string) =>
      server.app.inject({ method: 'GET', url: `/api/patient/file/${its}`, headers: desk.headers })
    await server.pool.query('update patient_file set clinic_id = $2 where id = $1', [file, server.world.clinics.kuzey])
    expect([(await read(file)).rawPayload, (await read(other)).rawPayload]).toEqual([PDF, PDF])
    // the bytes on disk differ from what was sent, even when decrypted with the server's key
    const { rows: kept } = await server.pool.query<{ stored: string }>(
      'select stored from patient_file where id = $1',
      [other],
    )
    expect((await server.deps.files.get(kept[0]!.stored))?.includes('%PDF-')).toBe(false)
    expect((await desk.call('patient.erase', { id, name: NAME, reason: 'asked' })).status).toBe(200)
    expect((await read(file)).statusCode).toBe(404)
  })

  test('a patient’s own request for erasure reaches the clinic’s desk, and the patient can withdraw it', async () => {
    const { id, client } = await plant()
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const erasureRequests = async () =>
      (await desk.call('patient.list', { id })).body['patients'] as { erasureAskedAt: string | null }[]
    expect((await client.call('patient.askErasure', { ask: true })).status).toBe(200)
    expect((await erasureRequests())[0]?.erasureAskedAt).toBe(new Date(server.clock.now).toISOString())
    const { rows } = await server.pool.query(
      `select args from notification where kind = 'erasure_asked' and user_id = $1`,
      [server.world.people.deskKuzey.id],
    )
    expect(rows).toEqual([{ args: [NAME] }])
    await client.call('patient.askErasure', { ask: false })
    expect((await erasureRequests())[0]?.erasureAskedAt).toBeNull()
    expect((await desk.call('patient.erase', { id, name: NAME, reason: 'asked' })).status).toBe(200)
  })
})

/** A second file of the same patient. */
async function plant2(client: Client, patientId: string) {
  const id = newId()
  await client.request('PUT', `/api/patient/upload/${id}?at=0&size=${PDF.length}`, PDF, {
    'content-type': 'application/octet-stream',
  })
  const { clinics } = server.world
  await client.call('patient.addFile', {
    id,
    patientId,
    title: 'x',
    name: 'x.pdf',
    type: 'application/pdf',
    size: PDF.length,
  })
  await server.pool.query('update patient_file set clinic_id = $2 where id = $1', [id, clinics.kuzey])
  return id
}

/** Ids of rows that name the patient or contain text about them. */
function idsOf(patient: string, all: readonly { row: string }[]) {
  const idOf = (row: string) => String((JSON.parse(row) as { id?: unknown }).id ?? '')
  const first = all.filter(({ row }) => row.includes(patient) || traces(row).length).map(({ row }) => idOf(row))
  return first.filter((id) => /^[0-9a-f-]{36}$/.test(id))
}

async function caughtUp(client: Client, from: string | null): Promise<string> {
  let cursor = from
  for (;;) {
    const { body } = await client.request('GET', `/api/sync${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)
    cursor = String(body['cursor'])
    if (!body['more']) return cursor
  }
}

async function onDisk(): Promise<Buffer[]> {
  const names = await readdir(server.folder, { recursive: true, withFileTypes: true })
  return Promise.all(names.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))))
}

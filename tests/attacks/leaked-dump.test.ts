import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { identityOf } from '../../server/app/demo/identity.ts'
import { SEALED } from '../../server/db/sealed-columns.ts'
import { sealExisting } from '../../server/db/seal-existing.ts'
import { attempts, tries, type Attempt, type Try } from '../api/attempts.ts'
import { gather, PEOPLE, refreshLimits, type Cast } from '../api/cast.ts'
import { policy } from '../api/policy.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** D16: an attacker has the whole database, every column of every table, but not the key. */
let server: TestServer
let cast: Cast
let make: Try
let visits = 0

beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
  await sealExisting(server.pool)
}, 240_000)
afterAll(() => server.stop())

/** What a dump shows, read by connections that decrypt nothing. */
async function dump(): Promise<string> {
  const { rows: tables } = await server.watch.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await server.watch.query<{ row: string }>(
      `select to_jsonb(t)::text as row from public."${name}" t`,
    )
    text += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return text
}
/** The lines that contain any of these. */
const showing = async (...marks: readonly string[]) =>
  (await dump()).split('\n').filter((line) => marks.some((mark) => line.includes(mark)))

async function done(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer
  expect([status, body['refused'], body['fields']]).toEqual([200, undefined, undefined])
  return body
}
const people = () => server.world.people
const clinics = () => server.world.clinics
const desk = () => server.as('deskKuzey', 'kuzey.localhost')
const doctor = () => server.as('doctorKuzey')
const visit = () =>
  server.world.visit(
    people().doctorKuzey.id,
    people().patientKuzey.id,
    clinics().kuzey,
    server.world.slot(30, visits++),
  )

test('notes, recipes, reports, allergies, reasons: no column contains their text, and those who may read them do', async () => {
  const [at, patient] = [await desk(), people().patientKuzey.id]
  const mine = await doctor()
  const note = newId()
  await done(mine.call('patient.addNote', { id: note, patientId: patient, text: 'EBEGÜMECİ eins' }))
  await done(mine.call('patient.editNote', { id: note, text: 'EBEGÜMECİ zwei' }))
  const recipe = newId()
  const lines = [{ drug: 'EBEGÜMECİ 500 mg', dose: 'EBEGÜMECİ', times: '3', days: 7, note: 'EBEGÜMECİ' }]
  await done(mine.call('recipe.add', { id: recipe, patientId: patient, lines, note: 'EBEGÜMECİ' }))
  const report = newId()
  const tests = [{ test: 'EBEGÜMECİ', value: '', note: 'EBEGÜMECİ' }]
  const reportInput = { title: 'EBEGÜMECİ kan', description: 'EBEGÜMECİ', comment: 'EBEGÜMECİ' }
  await done(mine.call('report.add', { id: report, patientId: patient, kind: 'request', lines: tests, ...reportInput }))
  await done(mine.call('patient.update', { id: patient, allergies: 'EBEGÜMECİ penisilin' }))
  const [kept, gone] = [await visit(), await visit()]
  await done(at.call('appointment.update', { id: kept, note: 'EBEGÜMECİ iç', patientNote: 'EBEGÜMECİ hasta' }))
  await done(at.call('appointment.cancel', { id: gone, reason: 'EBEGÜMECİ neden' }))
  const booked = newId()
  const book = {
    paymentId: newId(),
    doctorId: people().doctorKuzey.id,
    patientId: patient,
    clinicId: clinics().kuzey,
    start: server.world.slot(31, 1),
    duration: 20,
    type: 'face-to-face',
    payWith: 'bank_transfer',
    bankId: server.world.bank,
    patientNote: 'EBEGÜMECİ şikâyet',
  } as const
  await done(at.call('appointment.book', { id: booked, ...book }))
  expect(await showing('EBEGÜMECİ')).toEqual([])

  const list = async (call: CallName, as: Client) => JSON.stringify((await as.call(call, { patient } as never)).body)
  expect(await list('patient.getNote', at)).toContain('EBEGÜMECİ zwei')
  expect((await (await server.as('patientKuzey')).call('recipe.list', {})).body['recipes']).toMatchObject([
    { id: recipe, lines, note: 'EBEGÜMECİ' },
  ])
  expect((await at.call('report.list', { patient })).body['reports']).toMatchObject([
    { id: report, lines: tests, ...reportInput },
  ])
  expect((await at.call('appointment.list', { id: kept } as never)).body['appointments']).toMatchObject([
    { note: 'EBEGÜMECİ iç', patientNote: 'EBEGÜMECİ hasta' },
  ])
  // a device that loads everything gets the words too, decrypted
  let [cursor, pulled] = ['', '']
  for (let more = true; more;) {
    const { body } = await at.request('GET', `/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)
    pulled += JSON.stringify(body['rows'])
    cursor = String(body['cursor'])
    more = body['more'] === true
  }
  for (const words of ['EBEGÜMECİ penisilin', 'EBEGÜMECİ neden', 'EBEGÜMECİ şikâyet']) expect(pulled).toContain(words)
  expect(pulled).not.toContain('~S1.')
})

test('no column contains identity numbers or a reversible hash of them; they are found, kept unique and shown as before', async () => {
  const at = await desk()
  const numbers = [601, 602, 603, 604].map((n) => identityOf(n)) as [string, string, string, string]
  const card = (more: object) =>
    ({
      id: newId(),
      name: 'Aranan Kişi',
      phone: `+90533${3_000_000 + visits++}`,
      birthDate: '1970-03-04',
      ...more,
    }) as never
  const { patient } = await done(at.call('patient.add', card({ identity: numbers[0], allergies: 'EBEGÜMECİ' })))
  const id = (patient as { id: string }).id
  expect((await at.call('patient.add', card({ identity: numbers[0] }))).body['refused']).toBe('patient_exists')
  const { patients } = await done(at.call('patient.list', { keyword: numbers[0] }))
  expect(patients).toMatchObject([{ id }])
  expect((await done(at.call('patient.identity', { id })))['identity']).toBe(numbers[0])
  // the private clinic has the same number under its own key
  const gizli = await server.as('deskGizli', 'gizli.localhost')
  const theirs = await done(gizli.call('patient.add', card({ identity: numbers[0] })))
  expect((await done(gizli.call('patient.list', { keyword: numbers[0] })))['patients']).toMatchObject(
    [theirs['patient']].map((p) => ({ id: (p as { id: string }).id })),
  )
  const { rows } = await server.watch.query<{ identity: string }>(`select identity from person where id = any($1)`, [
    [id, (theirs['patient'] as { id: string }).id],
  ])
  expect(rows[0]!.identity).not.toBe(rows[1]!.identity)

  await done(at.call('patient.update', { id, identity: numbers[1] }))
  const own = await server.as('patientKuzey')
  await done(own.call('profile.secure', { password: 'Correct-horse-9', identity: numbers[2] }))
  let [cursor, pulled] = ['', '']
  for (let more = true; more;) {
    const { body } = await own.request('GET', `/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)
    pulled += JSON.stringify(body['rows'])
    cursor = String(body['cursor'])
    more = body['more'] === true
  }
  expect(pulled).not.toContain(numbers[2])
  expect(pulled).toContain(`"identityEnd":"${numbers[2].slice(-2)}"`)
  const registered = await attempts['session.register'](make, 'anonymous', cast.places.kuzey1)
  await done(server.nobody().call('session.register', { ...registered.input, identity: numbers[3], nonCitizen: false }))
  const proposed = await at.call('doctor.update', { id: people().doctorKuzey.id, identity: numbers[3] })
  expect(proposed.status).toBe(200)
  expect(await showing(...numbers)).toEqual([])
})

test('two merged cards keep both allergies, encrypted', async () => {
  const at = await desk()
  const add = async (allergies: string) => {
    const id = newId()
    await done(
      at.call('patient.add', { id, name: 'İki Kart', phone: `+90533${4_000_000 + visits++}`, allergies } as never),
    )
    return id
  }
  const [stays, goes] = [await add('EBEGÜMECİ polen'), await add('EBEGÜMECİ lateks')]
  const { patient } = await done(at.call('patient.merge', { id: stays, from: goes }))
  expect(patient).toMatchObject({ id: stays, allergies: 'EBEGÜMECİ polen; EBEGÜMECİ lateks' })
  expect(await showing('EBEGÜMECİ')).toEqual([])
})

test('no call writes plain text into a column of the list: each succeeds while the database refuses that', async () => {
  const broken: string[] = []
  for (const call of callNames) {
    const row = rowOf(call)
    const allowed = policy[call] as Partial<Record<string, string>>
    const player = PEOPLE.find(([actor]) => {
      const role = actor.replace(/Public$/, '')
      return (
        actor.endsWith('Public') &&
        (row.roles as readonly string[]).includes(role === 'desk' ? 'clinic' : role) &&
        allowed !== undefined
      )
    })
    if (!player) continue
    refreshLimits(server)
    const attempt = (await (attempts[call] as (make: Try, actor: string, place: unknown) => Promise<Attempt>)(
      make,
      player[0],
      cast.places.kuzey1,
    )) as Attempt
    const client = attempt.as ?? (await server.signIn(player[1], player[2]))
    const { status } = await client.call(call, attempt.input as never)
    if (status >= 500 && status !== 503) broken.push(`${call}: ${status}`)
  }
  expect(broken).toEqual([])
}, 240_000)

test('the database refuses plain text in every column of the list', async () => {
  const { rows } = await server.watch.query<{ name: string; valid: boolean }>(
    `select conname::text as name, convalidated as valid from pg_constraint where conname like '%\\_sealed'`,
  )
  const wanted = Object.entries(SEALED).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}_${column}_sealed`),
  )
  expect(rows.map(({ name, valid }) => valid && name).toSorted()).toEqual(wanted.toSorted())
  await expect(
    server.watch.query(`update appointment set note = 'plain' where id = (select id from appointment limit 1)`),
  ).rejects.toMatchObject({ code: '23514' })
})

test('a dump and an account are not enough to decrypt a stored text by typing it in', async () => {
  const { rows } = await server.watch.query<{ text: string }>('select text from patient_note limit 1')
  const stolen = rows[0]!.text
  expect(stolen).toMatch(/^~S1\./)
  const own = await server.as('patientLinden')
  await done(own.call('profile.update', { city: stolen.slice(0, 60) } as never)).catch(() => {})
  const at = await server.as('deskLinden', 'linden.localhost')
  const id = newId()
  await at.call('patient.addNote', { id, patientId: people().patientLinden.id, text: stolen })
  await at.call('patient.add', { id: newId(), name: stolen.slice(0, 100), phone: '+905334445566' } as never)
  const shown = JSON.stringify([
    (await at.call('patient.getNote', { patient: people().patientLinden.id })).body,
    (await at.call('patient.list', { limit: 100 })).body,
  ])
  expect(shown).not.toContain('EBEGÜMECİ')
})

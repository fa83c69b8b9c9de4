import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { recipePaper } from '../../../contract/recipe/recipe.ts'
import { reportPaper } from '../../../contract/report/report.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { recipeOnPaper } from './paper.ts'

let server: TestServer
let doctor: Client
let desk: Client
let patient: Client
beforeAll(async () => {
  server = await startServer()
  const { pool, world } = server
  await world.visit(world.people.doctorKuzey.id, world.people.patientKuzey.id, world.clinics.kuzey, world.slot(1, 1))
  await pool.query('update person set lang = $2 where id = $1', [world.people.patientKuzey.id, 'ru'])
  doctor = await server.signIn('doctorKuzey')
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  patient = await server.signIn('patientKuzey')
})
afterAll(() => server.stop())

const recipe = () => ({
  id: newId(),
  patientId: server.world.people.patientKuzey.id,
  lines: [{ drug: 'Amoksisilin 500 mg', dose: '1 kapsül', times: '3 × 1', days: 7, note: 'Tok karnına' }],
  note: '',
})

test('rule 52: the patient sees it at once and learns from whom, never what; no one edits it; its doctor can withdraw it for a day', async () => {
  const input = recipe()
  expect((await doctor.call('recipe.add', input)).status).toBe(200)
  expect((await patient.call('recipe.list', {})).body['recipes']).toMatchObject([
    { id: input.id, lines: input.lines, clinicId: server.world.clinics.kuzey },
  ])
  const { rows } = await server.pool.query<{ kind: string; args: string[] }>(
    `select kind, args from notification where user_id = $1 and kind = 'recipe_added'`,
    [input.patientId],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('Amoksisilin')
  // the same recipe under another key is not a second one, and the patient is notified once
  expect((await doctor.call('recipe.add', input)).status).toBe(200)
  expect((await doctor.call('recipe.add', { ...input, note: 'x' })).body['refused']).toBe('id_taken')

  await server.pool.query(`update recipe set created_at = created_at - interval '25 h' where id = $1`, [input.id])
  expect((await doctor.call('recipe.delete', { id: input.id })).body['refused']).toBe('delete_too_late')
  await server.pool.query(`update recipe set created_at = created_at + interval '25 h' where id = $1`, [input.id])
  expect((await doctor.call('recipe.delete', { id: input.id })).status).toBe(200)
  expect((await patient.call('recipe.list', {})).body['total']).toBe(0)
  expect((await patient.request('GET', recipePaper(input.id))).status).toBe(404)
})

test('the PDF is in the patient’s language or the requested one, for those who may see it; what staff open is audited', async () => {
  const input = recipe()
  await doctor.call('recipe.add', input)
  const request = {
    ...input,
    id: newId(),
    kind: 'request',
    title: 'Kan',
    lines: [{ test: 'Hemogram', value: '', note: '' }],
  }
  const { note: _, ...report } = { ...request, description: '', comment: '' } as const
  await doctor.call('report.add', { ...report, kind: 'request' })
  for (const url of [recipePaper(input.id), reportPaper(report.id)]) {
    for (const [who, lang] of [
      [patient, ''],
      [desk, '?lang=de'],
    ] as const) {
      const paper = await who.request('GET', url + lang)
      expect([paper.status, paper.headers['content-type'], paper.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'no-store',
      ])
      expect(String(paper.body['text'])).toMatch(/^%PDF-/)
      expect(String(paper.body['text'])).toContain(lang ? '(de)' : '(ru)')
    }
    expect((await desk.request('GET', `${url}?lang=fr`)).status).toBe(400)
    for (const [who, host] of [
      ['admin', undefined],
      ['superadmin', undefined],
    ] as const)
      expect((await (await server.signIn(who, host)).request('GET', url)).status).toBe(403)
    expect((await (await server.signIn('deskLinden', 'linden.localhost')).request('GET', url)).status).toBe(404)
    expect((await server.nobody().request('GET', url)).status).toBe(401)
  }
  const { rows } = await server.pool.query<{ action: string; actor_type: string }>(
    `select action, actor_type from audit where action like '%.paper' order by seq`,
  )
  expect(rows).toEqual([
    { action: 'recipe.paper', actor_type: 'clinic' },
    { action: 'report.paper', actor_type: 'clinic' },
  ])
})

test('hostile text and twenty long rows fit, over as many pages as they need', async () => {
  const file = new URL('../../../../shared/data/hostile-strings.json', import.meta.url)
  const hostile: unknown = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : Array.from({ length: 100 }, () => ['\u202Eabc', '😀', 'x'.repeat(300)])
  const words = JSON.stringify(hostile)
  const facts = {
    lang: 'tr',
    house: words.slice(0, 300),
    address: words.slice(300, 600),
    phone: null,
    zone: 'Europe/Istanbul',
    patient: words.slice(600, 800),
    birthDate: '1980-05-17',
    doctor: words.slice(800, 1000),
    branch: null,
    createdAt: '2026-11-18T12:00:00.000Z',
  } as const
  const lines = Array.from({ length: 20 }, (_, i) => ({
    drug: words.slice(i * 1300, i * 1300 + 200),
    dose: '',
    times: words.slice(i * 1300 + 200, i * 1300 + 300),
    days: null,
    note: words.slice(i * 1300 + 300, i * 1300 + 800),
  }))
  const pdf = await recipeOnPaper({ ...facts, lines, note: words.slice(-2000) }, null)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(2)
})

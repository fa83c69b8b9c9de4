import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gather, refreshLimits, type Cast } from '../../tests/api/cast.ts'
import { startServer, type TestServer } from '../../tests/support/server.ts'

/** TRUST D15 "reads of patient records logged", G22: sparingly, one line per call. */
let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
}, 120_000)
afterAll(() => server.stop())

type Line = { action: string; object_table: string; object_id: string | null; fields: string[]; changes: unknown }
/** The lines that some work adds to the log. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  refreshLimits(server)
  const { rows } = await server.pool.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from audit')
  await work()
  const found = await server.pool.query<Line>(
    'select action, object_table, object_id, fields, changes from audit where seq > $1 order by seq',
    [rows[0]!.seq],
  )
  return found.rows
}

describe('reads of patients’ records', () => {
  test('a list read by staff is logged once with the number of records, never whose or what was typed', async () => {
    const lines = await linesOf(() => cast.clients.deskPublic.call('patient.list', { keyword: 'Name', limit: 2 }))
    expect(lines).toEqual([
      {
        action: 'patient.list',
        object_table: 'patient',
        object_id: null,
        fields: ['limit', 'keyword'],
        changes: { records: [null, expect.any(Number)] },
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('Name')
  })

  test('reading one patient is part of that patient’s history; the patient’s own reads and empty results are not', async () => {
    const { patient } = cast.places['kuzey1']!
    const { deskPublic, patientPublic } = cast.clients
    const doctor = await server.enter(server.world.people.doctorKuzey)
    await doctor.call('patient.addNote', { id: crypto.randomUUID(), patientId: patient, text: 'x' })
    const lines = await linesOf(() => deskPublic.call('patient.getNote', { patient }))
    expect(lines).toMatchObject([{ action: 'patient.getNote', object_table: 'patient', object_id: patient }])
    const { body } = await deskPublic.call('audit.record', { table: 'patient', recordId: patient })
    expect((body['lines'] as { action: string }[]).map(({ action }) => action)).toContain('patient.getNote')
    expect(await linesOf(() => patientPublic.call('recipe.list', {}))).toEqual([])
    expect(await linesOf(() => deskPublic.call('patient.list', { keyword: 'qqqqzz' }))).toEqual([])
  })

  test('reading visits is logged in the history of the requested patient or visit; for a list only the count', async () => {
    const { patient } = cast.places['kuzey1']!
    const { deskPublic, doctorPublic, patientPublic } = cast.clients
    const [visit] = (
      await server.pool.query<{ id: string; patient_name: string }>(
        'select id, patient_name from appointment where patient_id = $1 limit 1',
        [patient],
      )
    ).rows
    const linesOfList = (input: object, by = deskPublic) => linesOf(() => by.call('appointment.list', input))
    expect(await linesOfList({ limit: 1 })).toMatchObject([
      { action: 'appointment.list', object_table: 'appointment', object_id: null, fields: ['limit'] },
    ])
    expect(await linesOfList({ keyword: visit!.patient_name, limit: 1 })).toMatchObject([
      { object_id: null, fields: ['limit', 'keyword'] },
    ])
    expect(await linesOfList({ id: visit!.id })).toMatchObject([{ object_table: 'appointment', object_id: visit!.id }])
    expect(await linesOfList({ patientId: patient })).toMatchObject([
      {
        object_table: 'patient',
        object_id: patient,
        fields: ['patientId'],
        changes: { records: [null, expect.any(Number)] },
      },
    ])
    // a device that keeps a patient asks every hour; another person's read is another line
    expect(await linesOfList({ patientId: patient })).toEqual([])
    expect(await linesOfList({ patientId: patient }, doctorPublic)).toHaveLength(1)
    expect(await linesOfList({ patientId: patient }, patientPublic)).toEqual([])
    expect(await linesOfList({ keyword: 'qqqqzz' })).toEqual([])
    // and the same session again after half a day
    await server.pool.query('alter table audit disable trigger append_only')
    await server.pool.query(`update audit set at = at - interval '13 hours' where object_id = $1`, [patient])
    await server.pool.query('alter table audit enable trigger append_only')
    expect(await linesOfList({ patientId: patient })).toHaveLength(1)
  })

  test('filling a device is logged once, and later pulls are not', async () => {
    const doctor = await server.enter(server.world.people.doctorKuzey)
    let cursor = ''
    const pull = async () => {
      const { body } = await doctor.request('GET', `/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)
      cursor = String(body['cursor'])
      return Boolean(body['more'])
    }
    const lines = await linesOf(async () => {
      while (await pull());
    })
    expect(lines).toMatchObject([{ action: 'sync.fill', fields: ['doctor'], object_id: null }])
    expect(await linesOf(pull)).toEqual([])
    const own = await server.enter(server.world.people.patientKuzey)
    expect(await linesOf(() => own.request('GET', '/api/sync'))).toEqual([])
  })
})

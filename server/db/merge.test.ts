import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf } from './field-groups.ts'
import { groupOf } from '../../contract/tables.ts'
import { changedSince } from './merge.ts'
import { startServer, type TestServer } from '../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

/** Values of a visit's fields as a handler sets them, two of each. */
const VALUES = {
  note: ['a', 'b'],
  patientNote: ['a', 'b'],
  meetingLink: ['a', 'b'],
  price: [1000, 2000],
  status: ['completed', 'waiting'],
  cancelReason: ['a', 'b'],
  completedBy: ['a', 'b'],
  arrivedAt: ['2026-01-01T00:00:00Z', null],
  noShowAt: ['2026-01-01T00:00:00Z', null],
  earn: [1, 2],
  paymentStatus: ['waiting', 'none'],
} as const
type Field = keyof typeof VALUES
const FIELDS = Object.keys(VALUES) as Field[] // Object.keys forgets what it was given

test('the version history in the database matches the merge’s model: 60 random histories, every base, every field', async () => {
  const { people, clinics } = server.world
  const wrong: string[] = []
  for (let n = 0; n < 60; n++) {
    const id = await server.world.visit(
      people.doctorKuzey.id,
      people.patientKuzey.id,
      clinics.kuzey,
      new Date(server.clock.now + (n + 100) * 3_600_000).toISOString(),
    )
    const now: Partial<Record<Field, unknown>> = {
      note: null,
      patientNote: null,
      meetingLink: null,
      price: 10_000,
      status: 'waiting',
      cancelReason: null,
      completedBy: null,
      arrivedAt: null,
      noShowAt: null,
      earn: 0,
      paymentStatus: 'none',
    }
    const life: Field[][] = []
    for (let step = 0; step < 6; step++) {
      const fields = FIELDS.filter(() => Math.random() < 0.25)
      const set = fields
        .map((field) => [field, VALUES[field][Math.floor(Math.random() * 2)]!] as const)
        .map(([field, value]) => [field, value ?? null] as const)
      if (!set.length) continue
      await server.pool.query(
        `update appointment set ${set.map(([field], i) => `${columnOf(field)} = $${i + 2}`).join(', ')} where id = $1`,
        [id, ...set.map(([, value]) => value)],
      )
      // setting a field to its present value is no change, and makes no version
      const changed = set.filter(([field, value]) => now[field] !== value).map(([field]) => field)
      Object.assign(now, Object.fromEntries(set))
      if (changed.length) life.push(changed)
    }
    const { rows } = await server.pool.query<{ version: number; field_versions: Record<string, number> }>(
      'select version, field_versions from appointment where id = $1',
      [id],
    )
    const { version, field_versions } = rows[0]!
    if (version !== life.length + 1) wrong.push(`version ${version} after ${JSON.stringify(life)}`)
    for (let base = 1; base <= version; base++)
      for (const field of FIELDS) {
        const since = life.slice(base - 1).flat()
        const together = since.some(
          (its) => changedSince('appointment', { [groupOf('appointment', its)]: 2 }, 1, [field]).length > 0,
        )
        if (together !== changedSince('appointment', field_versions, base, [field]).length > 0)
          wrong.push(`${field} on ${base} after ${JSON.stringify(life)}`)
      }
  }
  expect(wrong).toEqual([])
}, 60_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

/** What may happen to a visit. */
const ACTS: Readonly<Record<string, string>> = {
  note: `note = note || 'x'`,
  arrived: `arrived_at = coalesce(arrived_at, now()) + interval '1 min'`,
  hour: `starts_at = starts_at + interval '10 min', ends_at = ends_at + interval '10 min'`,
  month: `starts_at = starts_at + interval '45 days', ends_at = ends_at + interval '45 days'`,
  'without a clinic': `clinic_id = null, note = note || 'y'`,
}

test('I3: whatever happens to a visit, its feed entries are those of its buckets, stamped by that change, and old ones are removed', async () => {
  const { people, clinics } = server.world
  for (let n = 0; n < 20; n++) {
    const id = await server.world.visit(
      people.doctorKuzey.id,
      people.patientKuzey.id,
      clinics.kuzey,
      new Date(server.clock.now + (n + 100) * 3_600_000).toISOString(),
    )
    await server.pool.query(`update appointment set note = '' where id = $1`, [id])
    for (let step = 0; step < 5; step++) {
      const [name, set] = Object.entries(ACTS)[Math.floor(Math.random() * Object.keys(ACTS).length)]!
      // a lost entry comes back with the next change of its record
      if (Math.random() < 0.2)
        await server.pool.query(`delete from feed where ctid in (select ctid from feed where id = $1 limit 1)`, [id])
      const { rows } = await server.pool.query<{ xid: string }>(
        `update appointment set ${set} where id = $1 returning pg_current_xact_id()::text as xid`,
        [id],
      )
      const { rows: entries } = await server.pool.query<{ bucket: string; stamped: boolean }>(
        `select f.bucket, f.version = a.version and f.xid::text = $2 as stamped from feed f join appointment a using (id)
          where a.id = $1 and f.op = 'put' order by f.bucket`,
        [id, rows[0]!.xid],
      )
      const { rows: due } = await server.pool.query<{ bucket: string }>(
        `select unnest(buckets_of(audience, clinic_id, true, starts_at)) as bucket from appointment where id = $1 order by 1`,
        [id],
      )
      expect({ name, buckets: entries.map(({ bucket }) => bucket) }).toEqual({
        name,
        buckets: due.map(({ bucket }) => bucket),
      })
      expect({ name, old: entries.filter(({ stamped }) => !stamped) }).toEqual({ name, old: [] })
    }
  }
})

// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { createLimits } from '../../server/http/limits.ts'
import { nearbyMonths } from '../../contract/kernel/months.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { superuserPool } from '../support/superuser-pool.ts'

const WRITERS = 16
/** `npm run soak` uses more. */
const SOAK = Number(process.env['BEDSIDE_SOAK'] ?? 1)
const WRITE_MS = 7_000 * SOAK

let server: TestServer
let pool: pg.Pool
beforeAll(async () => {
  server = await startServer()
  pool = superuserPool(server.url, WRITERS)
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})

/**
 * SYNC "Proof" 3. Sixteen connections write at once, some slowly, and one in twenty rolls back; four people pull all
 * the time with the device's real code. A cursor on a plain sequence lost 25–65 % of the rows this way.
 */
test(
  'I8, I1, I9: 16 writers and four people pulling: nothing is lost, and nothing removed is held',
  async () => {
    const { people, clinics } = server.world
    const places = [
      {
        clinic: clinics.kuzey,
        doctors: [people.doctorKuzey.id, people.doctorBoth.id],
        patients: [people.patientKuzey.id, (await server.world.patient('feed.a', clinics.kuzey)).id],
      },
      { clinic: clinics.linden, doctors: [people.doctorLinden.id], patients: [people.patientLinden.id] },
      {
        clinic: clinics.gizli,
        doctors: [people.doctorGizli.id, people.doctorBoth.id],
        patients: [people.patientGizli.id],
      },
    ]
    const devices = await Promise.all(
      (
        [
          ['admin', 'localhost'],
          ['deskKuzey', 'kuzey.localhost'],
          ['doctorBoth', 'localhost'],
          ['patientKuzey', 'localhost'],
        ] as const
      ).map(async ([who, host]) => [who, openDevice(server, await server.signIn(who, host), people[who])] as const),
    )
    const until = Date.now() + WRITE_MS
    const done = { committed: 0, rolledBack: 0, slow: 0, pulls: 0 }
    // longer on a busy machine, until enough has happened
    const isEnough = () => done.committed > 300 && done.rolledBack > 5 && done.slow > 5 && done.pulls > 20
    const goesOn = () => Date.now() < until || (!isEnough() && Date.now() < until + 60_000)

    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => write(n)),
      ...devices.map(([, device]) => poll(device)),
    ])

    // the last pulls, without writers
    for (const [, device] of devices) expect(await pull(device)).toBe('done')
    for (const [who, device] of devices) expect([who, await differences(who, device)]).toEqual([who, []])
    expect([done, isEnough()]).toEqual([done, true])
    // under load the only refusal that a pull may get is "busy"
    expect(devices.flatMap(([, device]) => device.refused).filter((status) => status !== 503)).toEqual([])
    await Promise.all(devices.map(([, device]) => device.close()))

    /**
     * The life of one connection: insert, edit, move to another doctor, another time, another month, cancel; alone or
     * several in a transaction.
     */
    async function write(n: number) {
      const mine: { id: string; place: number }[] = []
      while (goesOn()) {
        const client = await pool.connect()
        const made: typeof mine = []
        const slow = Math.random() < 0.08
        try {
          await client.query('begin')
          for (let i = 0; i <= Math.floor(Math.random() * 3); i++) await change(client, mine, made)
          if (slow) await sleep(100 + Math.random() * 500)
          if (Math.random() < 0.05) throw new GaveUp()
          await client.query('commit')
          mine.push(...made)
          done.committed++
          done.slow += Number(slow)
        } catch (error) {
          await client.query('rollback')
          // a deadlock of two writers is an ordinary rollback; any other error is a fault of this test
          if (!(error instanceof GaveUp) && (error as { code?: string }).code !== '40P01') throw error
          done.rolledBack++
        } finally {
          client.release()
        }
        await sleep(Math.random() * (n % 4) * 10)
      }
    }

    async function change(
      client: pg.PoolClient,
      mine: readonly { id: string; place: number }[],
      made: { id: string; place: number }[],
    ) {
      const known = pick(mine)
      const act = known ? Math.random() : 0
      if (!known || act < 0.35) {
        const place = Math.floor(Math.random() * places.length)
        const id = newId()
        const { clinic, doctors, patients } = places[place]!
        await client.query(
          `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
         values ($1, $2, $3, $4, 'Feed', $5, $5::timestamptz + interval '1 min', 'UTC', 'online', 1, 'try', 'x', 'x')`,
          [id, clinic, pick(doctors), pick(patients), freeTime()],
        )
        made.push({ id, place })
      } else if (act < 0.6) await client.query('update appointment set note = $2 where id = $1', [known.id, newId()])
      else if (act < 0.75)
        await client.query(
          `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '1 min' where id = $1`,
          [known.id, freeTime()],
        )
      else if (act < 0.9)
        await client.query('update appointment set doctor_id = $2 where id = $1', [
          known.id,
          pick(places[known.place]!.doctors),
        ])
      else await client.query(`update appointment set status = 'cancelled' where id = $1`, [known.id])
    }

    async function poll(device: Device) {
      while (goesOn()) {
        // "busy" is normal with sixteen writers: the device retries, and the last pulls below must be complete
        if ((await pull(device)) === 'done') done.pulls++
        await sleep(20 + Math.random() * 80)
      }
    }
  },
  120_000 * SOAK,
)

class GaveUp extends Error {}

const pull = (device: Device) => {
  // a device pulls once a minute or when it is notified; here it pulls without pause
  Object.assign(server.deps, { limits: createLimits() })
  return device.pull()
}

const pick = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)]!

let minutes = 0
/** A minute that no one else takes, within a device's window or far outside it. ISO. */
function freeTime() {
  const day = -40 + ((minutes * 17) % 400)
  return new Date(
    Math.floor(server.clock.now / 86_400_000) * 86_400_000 + day * 86_400_000 + Math.floor(minutes++ / 400) * 60_000,
  ).toISOString()
}

/**
 * Compares what the device holds with the tables themselves (never with the feed), by what the person sees under RULES
 * 5 and what rule 89 keeps.
 */
async function differences(who: 'admin' | 'deskKuzey' | 'doctorBoth' | 'patientKuzey', device: Device) {
  const { people, clinics } = server.world
  const mine = {
    admin: `(clinic_id is null or clinic_id in (select id from clinic where not private))`,
    deskKuzey: `clinic_id = '${clinics.kuzey}'`,
    doctorBoth: `doctor_id = '${people.doctorBoth.id}'`,
    patientKuzey: `patient_id = '${people.patientKuzey.id}'`,
  }[who]
  const cards = {
    admin: 'false',
    deskKuzey: `'${clinics.kuzey}' = any (clinic_ids)`,
    doctorBoth: `'${people.doctorBoth.id}' = any (doctor_ids)`,
    patientKuzey: `id = '${people.patientKuzey.id}'`,
  }[who]
  // a patient keeps every month in which they have something
  const months =
    who === 'patientKuzey'
      ? 'true'
      : `to_char(starts_at at time zone 'UTC', 'YYYY-MM') = any ('{${nearbyMonths(server.clock.now).join(',')}}')`
  const { rows } = await server.pool.query<{ key: string; version: number }>(
    `select 'appointment:' || id as key, version from appointment where ${mine} and ${months} union all select 'patient:' || id, version from patient where ${cards}`,
  )
  const right = new Map(rows.map(({ key, version }) => [key, version]))
  const held = new Map([...(await device.holdings())].filter(([key]) => /^(appointment|patient):/.test(key)))
  return [
    ...[...right]
      .filter(([key, version]) => held.get(key) !== version)
      .map(([key, version]) => `${key}: version ${version}, held ${held.get(key)}`),
    ...[...held.keys()].filter((key) => !right.has(key)).map((key) => `${key} is held and gone`),
  ]
}

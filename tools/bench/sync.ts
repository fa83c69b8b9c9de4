import { join } from 'node:path'
import { build } from 'vite'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { median } from './figures.ts'
import type { BenchSync } from './sync-page.ts'
import { superuserPool } from '../../tests/support/superuser-pool.ts'

export const CLINIC = 'kuzguncuk'
const SAVES = 200
const CHANGES = 1_000
const REPLAYS = 3
const FILLINGS = 3
const SEALED = 5_000

/** Milliseconds unless said otherwise; lists contain single measurements. */
export type SyncFigures = {
  readonly rows: number
  readonly first: readonly number[]
  readonly whole: readonly number[]
  /** The baseline of `whole`: the same pages written to the same tables. */
  readonly bareFill: readonly number[]
  readonly idle: { readonly requests: number; readonly bytes: number; readonly server: number }
  readonly saves: readonly number[]
  readonly slowSaves: readonly number[]
  readonly page: readonly number[]
  readonly week: readonly number[]
  /** The most visits of a doctor in one week. */
  readonly inWeek: number
  readonly replays: readonly number[]
  readonly lossyReplays: readonly number[]
  /** The baseline of `replays`: as many changes in as many batches, from memory. */
  readonly bareReplays: readonly number[]
  /** Opening encrypted rows, compared with the same rows unencrypted. */
  readonly unlock: { readonly sealed: number; readonly plain: number; readonly rows: number }
}

/**
 * The engine in real Chromium against the real server, as a clinic's desk with so many visits in its days: new devices filled, a pull with
 * nothing new, saves, reads, a queue sent over a slow line. The queue is sent with the device's own rows, so that each figure is of this size.
 */
export async function measureSync(server: TestServer, count: number): Promise<SyncFigures> {
  await fillTo(server, count)
  const [first, whole, bareFill]: [number[], number[], number[]] = [[], [], []]
  // each on its own device, since the next one to write would pay for the browser's cleaning up
  const fill = async (run: OnDevice['run']) => {
    const figures = await run('firstSync')
    first.push(figures.first)
    whole.push(figures.whole)
    return figures.rows
  }
  for (let filling = 1; filling <= FILLINGS; filling++) {
    bareFill.push(await onDevice(server, ({ run }) => run('bareFill')))
    if (filling < FILLINGS) await onDevice(server, ({ run }) => fill(run))
  }
  return onDevice(server, async ({ run, slowed }) => {
    const rows = await fill(run)
    const { requests, bytes, times, empty } = await run('idle', 20)
    const { page, week, inWeek } = await run('reads', 100, server.now)
    const unlock = await run('unlock', SEALED)
    const saves = await run('saves', SAVES)
    const slowSaves = await slowed(() => run('saves', SAVES))
    await run('replay', 1, 0, 0) // sends what the saves have queued, so that it is not counted
    const [replays, lossyReplays, bareReplays]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < REPLAYS; round++) {
      replays.push(await run('replay', CHANGES, 50, 0))
      lossyReplays.push(await run('replay', CHANGES, 50, 10))
      bareReplays.push(await run('bareReplay', CHANGES, 50))
    }
    return {
      rows,
      first,
      whole,
      bareFill,
      idle: { requests, bytes, server: Math.max(0, median(times) - median(empty)) },
      saves,
      slowSaves,
      page,
      week,
      inWeek,
      unlock,
      replays,
      lossyReplays,
      bareReplays,
    }
  })
}

export type OnDevice = {
  readonly run: <N extends keyof BenchSync>(name: N, ...args: Parameters<BenchSync[N]>) => ReturnType<BenchSync[N]>
  /** Runs with the processor four times slower. */
  readonly slowed: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * A new browser of the clinic's desk, on a page of its host without the app, whose engine would share the processor.
 */
export async function onDevice<T>(server: TestServer, work: (device: OnDevice) => Promise<T>): Promise<T> {
  const device = await openDevice(server, CLINIC)
  const { page } = device
  try {
    // keeps the app, which signs in, from filling a database of its own here
    const pulls = '**/api/sync*'
    await page.context().route(pulls, (route) => route.abort())
    await device.signIn(addressOf('clinic', CLINIC), '/login')
    const cdp = await page.context().newCDPSession(page)
    // that page's policy would allow no requests
    await cdp.send('Page.setBypassCSP', { enabled: true })
    // the app's installation is not measured either: it fetches its screens after the sign-in
    await device.workerReady()
    await device.goto('/api/live')
    await page.context().unroute(pulls)
    await page.evaluate(await pageScript())
    const throttle = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
    return await work({
      run: <N extends keyof BenchSync>(name: N, ...args: Parameters<BenchSync[N]>) =>
        page.evaluate(
          ([its, values]) =>
            (globalThis as unknown as { benchSync: Record<string, (...all: unknown[]) => unknown> }).benchSync[its]!(
              ...values,
            ),
          [name, args] as const,
        ) as ReturnType<BenchSync[N]>,
      slowed: async (options) => {
        await throttle(4)
        try {
          return await options()
        } finally {
          await throttle(1)
        }
      },
    })
  } finally {
    await device.close()
  }
}

/**
 * Commits per second that write to the feed, from sixteen connections over three seconds, each to a different visit.
 */
export async function measureCommits(server: TestServer): Promise<number> {
  const pool = superuserPool(server.databaseUrl, 16)
  try {
    const { rows } = await pool.query<{ id: string }>(`select id from appointment where status = 'waiting' limit 16`)
    const until = performance.now() + SECONDS * 1000
    let commits = 0
    await Promise.all(
      rows.map(async ({ id }) => {
        while (performance.now() < until) {
          await pool.query('update appointment set updated_by = $2 where id = $1', [id, `bench ${commits}`])
          commits++
        }
      }),
    )
    return commits / SECONDS
  } finally {
    await pool.end()
  }
}

const SECONDS = 3

/**
 * Adds visits of the clinic's doctors, evenly over the days a device keeps, until there are this many. Those before
 * yesterday are completed; they were booked up to sixty days ahead, as their ids show.
 */
export async function fillTo(server: TestServer, count: number) {
  const clinic = `(select id from clinic where slug = '${CLINIC}')`
  const held = async () =>
    (await server.sql<{ n: number }>(`select count(*)::int as n from appointment where clinic_id = ${clinic}`))[0]!.n
  for (let missing = count - (await held()); missing > 0; missing = count - (await held())) {
    const before = await held()
    await server.sql(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
       select uuidv7(at - $1::timestamptz - random() * interval '60 days'), c.id, d.id, t.id, t.name, at, at + interval '5 min', c.zone, 'face-to-face', 10000, c.currency,
              case when at < $1::timestamptz - interval '1 day' then 'completed' else 'waiting' end, 'Bench', 'Bench'
         from clinic c join doctor d on c.id = any (d.clinic_ids)
         cross join generate_series($1::timestamptz - interval '25 days', $1::timestamptz + interval '50 days', interval '5 min') at
         cross join lateral (select id, name from patient where c.id = any (clinic_ids) limit 1) t
        where c.slug = '${CLINIC}' and not exists (select from appointment a where a.doctor_id = d.id and a.starts_at < at + interval '5 min' and a.ends_at > at)
        order by md5(d.id::text || at::text) limit $2
       on conflict do nothing`,
      [server.now, missing],
    )
    if ((await held()) === before) throw new Error(`there is room for ${before} visits only`)
  }
  await server.sql('analyze')
}

/** `sync-page.ts` as a script to run in a page. */
export async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'sync-page.ts'), formats: ['iife'], name: 'bench' },
    },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : null
  if (!chunk) throw new Error('no bundle')
  return chunk.code
}

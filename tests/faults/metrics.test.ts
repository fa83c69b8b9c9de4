import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLanes, openLanes, type Lanes } from '../../server/db/lanes.ts'
import { loginUrl } from '../../server/db/logins.ts'
import { createApp } from '../../server/app/create-app.ts'
import { backupFigures, jobFigures, messageFigures } from '../../server/metrics/figures.ts'
import { createMetrics, type Metrics } from '../../server/metrics/metrics.ts'
import { serveMetrics } from '../../server/metrics/serve-metrics.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Issue 29.15: what an operator sees from outside, without anyone's data. */
let server: TestServer
let lanes: Lanes
let metrics: Metrics
let app: Awaited<ReturnType<typeof createApp>>
let at: string
let metricsServer: Awaited<ReturnType<typeof serveMetrics>>
const isUp = { now: true }
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  server = await startServer()
  lanes = openLanes({ server: loginUrl(server.url, 'server'), requests: loginUrl(server.url, 'requests') })
  metrics = createMetrics({
    lanes,
    databaseIsUp: () => isUp.now,
    sockets: () => 3,
    messages: () => messageFigures(server.deps.pool, server.clock.now),
    backups: () => backupFigures(server.deps.pool),
    replicas: () => [
      { name: 'one', state: 'used', lag: 0.5, reads: 7 },
      { name: 'two', state: 'lags', lag: 12, reads: 3 },
    ],
    jobs: () => jobFigures(server.deps.pool),
  })
  app = await createApp(
    { ...server.deps, databaseIsUp: () => isUp.now },
    { log: false, trustProxy: [], dist: null, metrics },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  at = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  metricsServer = await serveMetrics(
    metrics,
    { host: '127.0.0.1', port: 0 },
    { error: (line: object) => void logged.push({ ...line }) },
  )
})
afterAll(async () => {
  await metricsServer.close()
  await app.close()
  await closeLanes(lanes)
  await server.stop()
})

const scrape = async (path = '/metrics', method = 'GET') =>
  fetch(`http://127.0.0.1:${(metricsServer.address as AddressInfo).port}${path}`, { method })
/** The value of one series, by its full name. */
async function valueOf(series: string): Promise<number | null> {
  const line = (await (await scrape()).text()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

test('requests are counted by route, never by address, and by known methods', async () => {
  const secret = '01a2195d-1e2c-7a1c-bdd3-45344b9769ef'
  for (const path of ['/api/health', `/api/patient/file/${secret}`, `/api/${secret}?name=${secret}`])
    await (await fetch(`${at}${path}`)).text()
  await fetch(`${at}/api/health`, { method: 'PROPFIND' })
  expect(await valueOf('bedside_request_seconds_count{route="/api/health",method="GET",status="200"}')).toBe(1)
  expect(await valueOf('bedside_response_bytes_total{route="/api/health"}')).toBeGreaterThan(100)
  const text = await (await scrape()).text()
  expect(text).not.toContain(secret)
  expect(text).not.toContain('PROPFIND')
  expect(text).toContain('method="other"')
})

test('waiting and given-up messages, connections by lane, sockets, the event loop', async () => {
  await server.pool.query(
    `insert into message (id, channel, recipient, lang, template, args, key, state, next_try_at, made_at)
     select gen_random_uuid(), 'mail', 'a@b.test', 'en', 'visit_reminder', '{}', gen_random_uuid()::text, state, $1, $1
       from unnest(array['queued', 'queued', 'dead']) as state`,
    [new Date(server.clock.now - 90_000)],
  )
  await lanes.requests.query('select 1')
  expect(await valueOf('bedside_messages{state="waiting"}')).toBe(2)
  expect(await valueOf('bedside_messages{state="dead"}')).toBe(1)
  expect(await valueOf('bedside_message_oldest_seconds')).toBeCloseTo(90, 0)
  expect(await valueOf('bedside_connections{lane="requests",state="idle"}')).toBe(1)
  expect(await valueOf('bedside_sockets')).toBe(3)
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
})

test('when a backup and a drill last succeeded; a failed one does not count', async () => {
  expect(await valueOf('bedside_backup_last_success_timestamp_seconds{kind="backup"}')).toBeNull()
  const ended = Math.floor(Date.now() / 1000) - 7200
  await server.pool.query(
    `insert into backup (id, kind, began_at, ended_at, fault, bytes)
     values (gen_random_uuid(), 'backup', to_timestamp($1 - 60), to_timestamp($1), null, 5000),
            (gen_random_uuid(), 'backup', to_timestamp($1 + 3600), to_timestamp($1 + 3600), 'disk_full', 0)`,
    [ended],
  )
  expect(await valueOf('bedside_backup_last_success_timestamp_seconds{kind="backup"}')).toBe(ended)
  expect(await valueOf('bedside_backup_seconds{kind="backup"}')).toBe(60)
  expect(await valueOf('bedside_backup_bytes{kind="backup"}')).toBe(5000)
  expect(await valueOf('bedside_backup_last_success_timestamp_seconds{kind="drill"}')).toBeNull()
})

test('without the database: alive, not ready, and none of its figures is reported as zero', async () => {
  isUp.now = false
  try {
    const [live, ready, health] = await Promise.all(
      ['live', 'ready', 'health'].map((path) => fetch(`${at}/api/${path}`)),
    )
    expect([live!.status, ready!.status, health!.status]).toEqual([200, 503, 503])
    expect(await valueOf('bedside_database_up')).toBe(0)
    expect(await valueOf('bedside_messages{state="waiting"}')).toBeNull()
  } finally {
    isUp.now = true
  }
  expect((await fetch(`${at}/api/ready`)).status).toBe(200)
  expect(await valueOf('bedside_database_up')).toBe(1)
})

test('a failing job is reported as failed by the process that ran it, and its state by every process', async () => {
  metrics.job('tellDay', false, 0.1)
  expect(await valueOf('bedside_job_seconds_count{job="tellDay",result="failed"}')).toBe(1)
  await server.pool.query(
    `insert into job (kind, item, every_s, due_at, tries, done_at, dead_at, paused_at) values
       ('tellDay', '', 60, now() - interval '300 s', 2, to_timestamp(1700000000), null, null), ('tellDay', 'a', null, now(), 8, null, now(), null),
       ('tellDay', 'b', null, now(), 1, null, null, null), ('foldSums', '', 60, now() - interval '300 s', 0, null, null, now())`,
  )
  const of = (name: string, job = 'tellDay', more = '') => valueOf(`bedside_job_${name}{job="${job}"${more}}`)
  expect(await of('last_success_timestamp_seconds')).toBe(1_700_000_000)
  expect(await of('failures')).toBe(2)
  expect(await of('overdue_seconds')).toBeCloseTo(300, -1)
  expect([await of('paused'), await of('paused', 'foldSums')]).toEqual([0, 1])
  expect(await of('overdue_seconds', 'foldSums')).toBe(0)
  expect([await of('rows', 'tellDay', ',state="waiting"'), await of('rows', 'tellDay', ',state="dead"')]).toEqual([
    1, 1,
  ])
})

test('the result of the last audit verification', async () => {
  metrics.audit({ lines: 12, faults: [{ kind: 'changed', seq: 3 }] })
  expect(await valueOf('bedside_audit_lines')).toBe(12)
  expect(await valueOf('bedside_audit_faults')).toBe(1)
  metrics.audit({ lines: 13, faults: [] })
  expect(await valueOf('bedside_audit_faults')).toBe(0)
})

test('reported as OpenMetrics, to the end', async () => {
  const answer = await scrape()
  expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
  expect(await answer.text()).toMatch(/\n# EOF\n$/)
})

test('only metrics are at that address, and metrics are at no other', async () => {
  for (const path of ['/', '/api/health', '/metrics/x']) expect((await scrape(path)).status).toBe(404)
  expect((await scrape('/metrics', 'POST')).status).toBe(404)
  expect((await fetch(`${at}/metrics`)).status).toBe(404)
  expect(logged).toEqual([])
})

test('the dashboard and the alert rules use existing metrics', async () => {
  const files = ['docs/monitoring/alerts.yml', 'docs/monitoring/grafana.json'].map((path) => readFileSync(path, 'utf8'))
  const asked = new Set(files.join('\n').match(/\b(?:bedside|nodejs|process)_[a-z\d_]+/g))
  const text = await (await scrape()).text()
  const there = new Set(text.split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []))
  const nameless = [...asked].filter(
    (name) => !there.has(name) && !there.has(name.replace(/_(?:bucket|count|sum|total)$/, '')),
  )
  expect(asked.size).toBeGreaterThan(8)
  expect(nameless).toEqual([])
})

import { newId } from '../../contract/kernel/id.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { callerAt, signIn } from './lists.ts'
import { procStat } from './proc-stat.ts'

const CLINIC = 'kuzguncuk'
const AT_ONCE = 6

/** The cost of a request in a round: ms of wall time, and of processor time in the server and its database together. */
export type Cost = { readonly ms: number; readonly cpuMs: number }

export type Desk = Awaited<ReturnType<typeof openDesk>>

/**
 * A clinic's desk at work, over HTTP: a day's visits, the patients, one patient's notes, a new note. Each request names
 * the clinic, so that it finds the same with and without row-level security. It uses enough sessions to keep a round
 * within each one's limits.
 */
export async function openDesk(server: TestServer) {
  const call = callerAt(server, CLINIC)
  const [{ id: clinicId } = { id: '' }] = await server.sql<{ id: string }>('select id from clinic where slug = $1', [
    CLINIC,
  ])
  const patients = await server.sql<{ id: string }>(
    'select id from patient where $1 = any (clinic_ids) and hidden_at is null order by id limit 40',
    [clinicId],
  )
  const sessions: Awaited<ReturnType<typeof signIn>>[] = []
  for (let n = 0; n < SESSIONS; n++) sessions.push(await signIn(call, 'admin', addressOf('clinic', CLINIC)))
  const day = Number(server.now.slice(0, 10).replaceAll('-', ''))
  const patientOf = (n: number) => patients[n % patients.length]!.id
  const asks = [
    () => ['/api/appointment/list', { clinicId, from: day, to: day, limit: 50 }],
    () => ['/api/patient/list', { clinicId, limit: 20 }],
    (n) => ['/api/patient/getnote', { patient: patientOf(n), limit: 20 }],
    (n) => ['/api/patient/addnote', { id: newId(), patientId: patientOf(n), text: `${n}: ${TEXT}` }],
  ] as const satisfies readonly ((n: number) => readonly [path: string, body: object])[]
  let requestCount = 0
  async function requestOnce() {
    const n = requestCount++
    const [path, body] = asks[n % asks.length]!(n)
    const key = path.endsWith('addnote') && { 'idempotency-key': newId() }
    return call(path, body, { ...sessions[n % SESSIONS]!, ...key })
  }
  return {
    /** Sends so many requests, several at once. */
    round: async (requests: number): Promise<Cost> => {
      const before = await ticksOf(server)
      const from = performance.now()
      const until = requestCount + requests
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (requestCount < until) await requestOnce()
        }),
      )
      const ms = (performance.now() - from) / requests
      const after = await ticksOf(server)
      // a new connection has used all of its time in this round; that of a closed one is lost
      const used = [...after].reduce((sum, [pid, ticks]) => sum + ticks - (before.get(pid) ?? 0), 0)
      return { ms, cpuMs: (used * MS_A_TICK) / requests }
    },
    /** The number of records each kind of request finds, which must be the same on both sides. */
    finds: async () => {
      const found: string[] = []
      for (const ask of asks.slice(0, 3)) {
        const [path, body] = ask(0)
        found.push(`${path} ${String((await call(path, body, sessions[0]!))['total'])}`)
      }
      return found.join(', ')
    },
    /** The ms of one sign-in from its first request to its token. */
    signIn: async () => {
      const from = performance.now()
      await signIn(call, 'admin', addressOf('clinic', CLINIC))
      return performance.now() - from
    },
  }
}

/** Each may send 600 requests a minute without a key; a whole run sends 1,000. */
const SESSIONS = 3
const TEXT = 'Nothing new since the last appointment; pressure 128 over 82, pulse regular, sleeps well. '.repeat(6)

/** The processor ticks used so far by the server and its database connections, by process. */
async function ticksOf(server: TestServer): Promise<ReadonlyMap<number, number>> {
  const backends = await server.sql<{ pid: number }>(
    `select pid from pg_stat_activity where usename in ('bedside_app', 'bedside_server')`,
  )
  const pids = [server.pid()!, ...backends.map(({ pid }) => pid)]
  return new Map(await Promise.all(pids.map(async (pid) => [pid, await ticksOfOne(pid)] as const)))
}

async function ticksOfOne(pid: number): Promise<number> {
  const fields = (await procStat(pid)) ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}
/** `getconf CLK_TCK` on every Linux that runs Node. */
const MS_A_TICK = 10

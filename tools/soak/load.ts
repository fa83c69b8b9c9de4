import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../contract/kernel/id.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { openServer, type TestServer } from '../../tests/journeys/support/server.ts'
import { figure } from '../../tests/support/figure.ts'
import { callerAt, signIn } from '../bench/lists.ts'
import { say } from '../run/child.ts'

/** A hundred desks at their clinics, each asking for its day's list every two seconds. */
const DESKS = 100
const EACH_MS = 2000
const CLINICS = ['kuzguncuk', 'lindenhof', 'sifa', 'greenwich', 'ozel'] as const
const MOST_P99_MS = 200
/**
 * The most that the process may grow from the end of the first minute to the end of the last; the engine may free some
 * of its memory only later.
 */
const MOST_GROWN = 1.5

type Signed = { readonly slug: string; readonly headers: Readonly<Record<string, string>> }
type TimedStatus = { readonly status: number; readonly ms: number }

/**
 * The desks' lists while each attack of issue 38, 1 to 3, runs beside them in turn: `minutes` in all, the first part of it in peace. False where
 * a desk's list took too long, anyone was answered 500, or the process grew. Loopback only; ends by itself.
 */
export async function loadBesideAttacks(minutes: number): Promise<boolean> {
  const server = await openServer()
  const held: boolean[] = []
  try {
    const desks = await signedDesks(server)
    const doctor = {
      slug: CLINICS[0],
      headers: await signIn(callerAt(server, CLINICS[0]), 'doctor', addressOf('doctor', CLINICS[0])),
    }
    const parts = Object.entries(attacks)
    const ms = (minutes * 60_000) / parts.length
    let begun: number | null = null
    for (const [name, attack] of parts) {
      const { lists, others } = await beside(server, desks, ms, (over) => attack(server, doctor, desks[0]!, over))
      const memory = await megabytes(server)
      begun ??= memory
      const [middle, p99] = [quantile(lists, 0.5), quantile(lists, 0.99)]
      const broke = [...lists, ...others].filter(({ status }) => status === 500).length
      const ok = p99 < MOST_P99_MS && broke === 0 && memory < begun * MOST_GROWN
      held.push(ok)
      const whose = `a hundred desks’ lists, ${name === 'no attack' ? name : `beside ${name}`}:`
      figure('G11', `${whose} lists`, lists.length)
      figure('G11', `${whose} p99`, p99, 'ms')
      figure('G11', `${whose} answers 500`, broke)
      figure('G11', `${whose} memory of the process`, memory, 'MB')
      say(
        `${ok ? 'held ' : 'BROKE'} ${name}: ${lists.length} lists, median ${middle.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; attack ${statusCounts(others)}; lists ${statusCounts(lists)}; ${memory.toFixed(0)} MB`,
      )
    }
  } finally {
    await server.close()
  }
  return held.length > 0 && held.every(Boolean)
}

/** A desk of each clinic. */
async function signedDesks(server: TestServer): Promise<readonly Signed[]> {
  const desks: Signed[] = []
  for (const slug of CLINICS)
    desks.push({ slug, headers: await signIn(callerAt(server, slug), 'admin', addressOf('clinic', slug)) })
  return desks
}

type Attack = (server: TestServer, doctor: Signed, desk: Signed, over: AbortSignal) => Promise<TimedStatus[]>

const attacks: Readonly<Record<string, Attack>> = {
  'no attack': async () => [],
  'text of 59,000 signs that takes long to strip': (server, doctor, _, over) =>
    four(over, () => ask(server, doctor, '/api/article', articleOf('<'.repeat(59_000)))),
  'text that is refused for its length': (server, doctor, _, over) =>
    four(over, () => ask(server, doctor, '/api/article', articleOf('<'.repeat(150_000)))),
  'forty summaries cut off after 150 ms': (server, _, desk, over) =>
    four(over, async () => {
      const all = Array.from({ length: 10 }, () => ask(server, desk, '/api/payment/summary', { by: 'day' }, 150))
      return (await Promise.all(all))[0]!
    }),
  'requests whose client closes before the body has come': (server, doctor, _, over) =>
    four(over, () => ask(server, doctor, '/api/appointment/list', null, 20, 5000)),
}

const articleOf = (content: string) => ({
  id: newId(),
  title: 'x',
  content,
  language: 'tr',
  category: 'health',
  promoId: null,
})

/** Runs four at once, again and again until the time is over. */
async function four(over: AbortSignal, work: () => Promise<TimedStatus>): Promise<TimedStatus[]> {
  const all: TimedStatus[] = []
  const requestOnce = async () => {
    while (!over.aborted) {
      all.push(await work())
      await sleep(20)
    }
  }
  await Promise.all([requestOnce(), requestOnce(), requestOnce(), requestOnce()])
  return all
}

async function beside(
  server: TestServer,
  desks: readonly Signed[],
  ms: number,
  attack: (over: AbortSignal) => Promise<TimedStatus[]>,
) {
  const over = AbortSignal.timeout(ms)
  const lists: TimedStatus[] = []
  const desk = async (n: number) => {
    await sleep((EACH_MS * n) / DESKS)
    while (!over.aborted) {
      const answer = await askDay(server, desks[n % desks.length]!)
      lists.push(answer)
      await sleep(Math.max(0, EACH_MS - answer.ms))
    }
  }
  const [others] = await Promise.all([attack(over), ...Array.from({ length: DESKS }, (_, n) => desk(n))])
  return { lists, others }
}

/** A desk asks for its day. */
const askDay = (server: TestServer, desk: Signed): Promise<TimedStatus> => {
  const today = Number(server.now.slice(0, 10).replaceAll('-', ''))
  return ask(server, desk, '/api/appointment/list', { from: today, to: today })
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends a request and disconnects after `leaveMs`; announces `promised` bytes that never come. Status 0: no answer was
 * awaited, or none came.
 */
function ask(
  server: TestServer,
  { slug, headers }: Signed,
  path: string,
  input: object | null,
  leaveMs?: number,
  promised?: number,
): Promise<TimedStatus> {
  const begun = performance.now()
  return new Promise((done) => {
    const end = (status: number) => done({ status, ms: performance.now() - begun })
    const body = input && JSON.stringify(input)
    const clientRequest = request(server.at(slug, path), {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': promised ?? Buffer.byteLength(body ?? ''),
        'idempotency-key': newId(),
        ...headers,
      },
      lookup: (_name, options, found) =>
        options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
    })
    if (leaveMs) setTimeout(() => clientRequest.destroy(), leaveMs)
    clientRequest.on('error', () => end(0))
    // whatever happened to its connection, it is over now; after an answer this changes nothing
    clientRequest.on('close', () => end(0))
    clientRequest.on('response', (answer) => {
      answer
        .resume()
        .on('end', () => end(answer.statusCode ?? 0))
        .on('error', () => end(0))
    })
    if (promised) clientRequest.write('{')
    else clientRequest.end(body)
  })
}

const quantile = (all: readonly TimedStatus[], part: number) =>
  all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((all.length - 1) * part)] ?? 0

/** How often each status was answered. */
const statusCounts = (all: readonly TimedStatus[]) =>
  Object.entries(Object.groupBy(all, ({ status }) => status))
    .map(([status, its]) => `${its?.length} × ${status === '0' ? 'left' : status}`)
    .join(', ') || 'none'

/** The memory of the server's process. */
async function megabytes(server: TestServer): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

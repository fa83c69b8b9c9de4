import { setTimeout as sleep } from 'node:timers/promises'
import { openServer, type TestServer } from '../../tests/journeys/support/server.ts'
import { figure } from '../../tests/support/figure.ts'
import { say } from '../run/child.ts'
import { askDay, signedDesks, statusCounts, type TimedStatus, type Signed } from './load.ts'

/**
 * Asks a server for `seconds` for five times the lists that it can answer, whether it keeps up or not (TRUST G14). True
 * if it sheds the rest with 503 and `Retry-After`, answers nothing else, and answers at once again within 10 s.
 */
export async function burst(seconds: number): Promise<boolean> {
  const server = await openServer()
  try {
    const desks = await signedDesks(server)
    const capacity = await measureCapacity(server, desks)
    const answers = await overload(server, desks, capacity * TIMES, seconds)
    const recovered = await untilQuick(server, desks)
    const shed = answers.filter(({ status }) => status === 503)
    const silent = shed.filter(({ hasRetryAfter }) => !hasRetryAfter).length
    const others = answers.filter(({ status }) => status !== 200 && status !== 503).length
    figure('G14', 'lists a second that one process answers at most', capacity)
    figure('G14', `asked for ${TIMES} times as many, for`, seconds, 's')
    figure('G14', 'answered', answers.length - shed.length - others)
    figure('G14', 'shed with 503 and Retry-After', shed.length - silent)
    figure('G14', 'answered in another way, or not', others + silent)
    figure('G14', 'a list within a second again after', recovered, 'ms')
    const ok = shed.length > 0 && silent === 0 && others === 0 && recovered < MOST_RECOVERY_MS
    say(
      `${ok ? 'held ' : 'BROKE'} ${TIMES} × ${capacity.toFixed(0)} lists a second for ${seconds} s: ${statusCounts(answers)}; recovered after ${recovered.toFixed(0)} ms`,
    )
    return ok
  } finally {
    await server.close()
  }
}

/** Answers a second with so many requests always under way. */
async function measureCapacity(server: TestServer, desks: readonly Signed[]): Promise<number> {
  let answered = 0
  const over = AbortSignal.timeout(CAPACITY_MS)
  await Promise.all(
    Array.from({ length: UNDER_WAY }, async (_, n) => {
      while (!over.aborted) if ((await askDay(server, desks[n % desks.length]!)).status === 200) answered++
    }),
  )
  return (answered / CAPACITY_MS) * 1000
}

/** Sends at an even pace; whoever asks does not wait for the answers before. */
async function overload(
  server: TestServer,
  desks: readonly Signed[],
  perSecond: number,
  seconds: number,
): Promise<readonly TimedStatus[]> {
  const answers: Promise<TimedStatus>[] = []
  const begun = performance.now()
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - begun) {
    while (answers.length < (passed / 1000) * perSecond)
      answers.push(askDay(server, desks[answers.length % desks.length]!))
    await sleep(TICK_MS)
  }
  return Promise.all(answers)
}

/** Ms until lists come within a second again, three in a row. */
async function untilQuick(server: TestServer, desks: readonly Signed[]): Promise<number> {
  const begun = performance.now()
  for (let quick = 0; quick < 3 && performance.now() - begun < 2 * MOST_RECOVERY_MS;) {
    const { status, ms } = await askDay(server, desks[0]!)
    quick = status === 200 && ms < 1000 ? quick + 1 : 0
    if (!quick) await sleep(100)
  }
  return performance.now() - begun
}

const TIMES = 5
const UNDER_WAY = 32
const CAPACITY_MS = 5000
const TICK_MS = 20
const MOST_RECOVERY_MS = 10_000

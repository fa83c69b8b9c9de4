import { setTimeout as sleep } from 'node:timers/promises'
import { MARK, openLine, type Line as RealLine } from '../support/line.ts'
import type { Draw } from './draw.ts'
import { asking, type Line, type Network, type Own } from './network.ts'
import { hardship, kinds, NARROW, rough, whole, type Hardship } from './real-weather.ts'
import type { RealServer } from './real-server.ts'
import type { watchOf } from './watch.ts'

/**
 * The same programs over real HTTP: the client's own `fetch`, timeouts and line widths, through a line for each device
 * (`tests/support/line.ts`), to the server's port. The line itself delays requests. `done` counts which hardships
 * occurred.
 */
export function openRealNetwork(
  server: RealServer,
  watch: ReturnType<typeof watchOf>,
  done: Record<string, number>,
): Network & { readonly figures: string[] } {
  const lines = new Map<Line, { now: Hardship; readonly open: Promise<RealLine>; real: RealLine | null }>()
  const exchanges = new Map<object, Set<number>>()
  const count = new Map<Line, number>()
  const figures: string[] = []
  const native = globalThis.fetch

  function lineOf(line: Line) {
    const known = lines.get(line)
    if (known) return known
    const open = openLine(server.port, { host: line.host, mark: () => String(server.life()) })
    const state = { now: whole, open, real: null as RealLine | null }
    void open.then((real) => {
      state.real = real
      apply(state)
    })
    lines.set(line, state)
    return state
  }
  function apply({ real, now }: { readonly real: RealLine | null; readonly now: Hardship }) {
    if (!real) return
    real.whole()
    real.set(now.state)
    real.answer(now.between)
  }
  const change = (line: Line, next: Hardship) => {
    const tcpLine = lineOf(line)
    tcpLine.now = next
    apply(tcpLine)
  }

  async function fetch_(input: unknown, init: RequestInit = {}): Promise<Response> {
    const as = asking.getStore()
    if (!as) return native(input as string, init)
    const { line, dead } = as
    const { port } = await lineOf(line).open
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body instanceof Uint8Array ? Buffer.from(init.body) : ((init.body as string | undefined) ?? null)
    const request = { method: init.method ?? 'GET', url: String(input), headers, body }
    watch.sent(line, request)
    const grave = new AbortController()
    void dead.died.then(() => grave.abort(new TypeError('the tab is gone')))
    const from = performance.now()
    const exchange = exchanges.get(dead) ?? new Set()
    exchanges.set(dead, exchange.add(from))
    count.set(line, (count.get(line) ?? 0) + 1)
    try {
      const signal = AbortSignal.any([grave.signal, ...(init.signal ? [init.signal] : [])])
      const response = await native(`http://127.0.0.1:${port}${String(input)}`, { ...init, signal })
      const life = response.headers.get(MARK)
      if (life !== null) dead.hear(Number(life))
      return response
    } finally {
      exchange.delete(from)
      watch.over(line, request)
    }
  }

  globalThis.fetch = fetch_ as typeof fetch // replaces all of `fetch`
  return {
    figures,
    tick: () => {},
    release: async () => {},
    landed: async () => {
      while ([...lines.values()].some(({ real }) => real && real.underWay() > 0)) await sleep(20)
    },
    // an exchange that takes longer than the machine alone would need waits for the line
    isWaiting: (tab) => [...(exchanges.get(tab) ?? [])].some((from) => performance.now() - from > HELD_MS),
    untilStill: async (work) => void (await Promise.race([work, sleep(HELD_MS)])),
    turn: (line: Line, by: Draw) => {
      const kind = by.pick(kinds)
      done[`line: ${kind}`] = (done[`line: ${kind}`] ?? 0) + 1
      change(line, hardship(kind, by.fork(kind)))
    },
    roughen: (line) => change(line, rough(line.draw)),
    calm: (line) => {
      const before = lineOf(line).now
      change(line, whole)
      return () => change(line, before)
    },
    measure: (line) => {
      change(line, { state: NARROW, between: null })
      const tcpLine = lineOf(line)
      const [from, cpu, requestsBefore] = [performance.now(), process.cpuUsage(), count.get(line) ?? 0]
      const before = { up: tcpLine.real?.counts.up ?? 0, down: tcpLine.real?.counts.down ?? 0 }
      return (own) => {
        const seconds = (performance.now() - from) / 1000
        const { user, system } = process.cpuUsage(cpu)
        const up = (tcpLine.real?.counts.up ?? 0) - before.up
        const down = (tcpLine.real?.counts.down ?? 0) - before.down
        const exchanged = (count.get(line) ?? 0) - requestsBefore
        change(line, whole)
        return overrun({ seconds, worked: (user + system) / 1e6, up, down, exchanged }, own, figures)
      }
    },
    close: () => {
      globalThis.fetch = native
      for (const { open } of lines.values()) void open.then((real) => real.close())
    },
  }
}

/** How long an exchange can take because of the machine alone, ms. */
const HELD_MS = 80

type Spent = {
  readonly seconds: number
  /** Processor time, shared by client, server and line. */
  readonly worked: number
  readonly up: number
  readonly down: number
  readonly exchanged: number
}

/** I10 "in bounded time": compares what a queue used of a line with what it had to use. Null if within bounds. */
function overrun({ seconds, worked, up, down, exchanged }: Spent, own: Own, figures: string[]): string | null {
  const line = up / NARROW.up + down / NARROW.down
  const summary = `${seconds.toFixed(1)} s for ${line.toFixed(1)} s of its line, ${exchanged} exchanges, up ${up} B of ${own.up}, down ${down} B of ${own.down}`
  figures.push(summary)
  const isLate = seconds > LINE_TIMES * line + exchanged * EXCHANGE_S + worked * 2 + 2
  const isMuch = up > own.up * 1.5 + exchanged * HEAD_B || down > own.down * PACKED + exchanged * HEAD_B
  return isLate || isMuch ? summary : null
}

/** Issue 28, Speed. */
const LINE_TIMES = 1.3
const EXCHANGE_S = 2
/** Rows are compressed, usually to a tenth. */
const PACKED = 0.3
/** Bytes of a request and its answer besides their contents. */
const HEAD_B = 3000

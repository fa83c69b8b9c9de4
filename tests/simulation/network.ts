import { AsyncLocalStorage } from 'node:async_hooks'
import type { Draw } from './draw.ts'
import type { TestServer, HttpAnswer, HttpRequest } from './server.ts'

/** What can happen to a request, each with its probability. */
export type Weather = {
  readonly drop: number
  readonly loseReply: number
  /** Arrives some steps later; by then the sender has given up on it (a late twin of what is sent again). */
  readonly straggle: number
  readonly slowReply: number
  readonly twice: number
  readonly cut: number
  readonly portal: number
  readonly fail: number
  readonly busy: number
  readonly limited: number
  readonly tooOld: number
}

const calm: Weather = {
  drop: 0,
  loseReply: 0,
  straggle: 0,
  slowReply: 0,
  twice: 0,
  cut: 0,
  portal: 0,
  fail: 0,
  busy: 0,
  limited: 0,
  tooOld: 0,
}
export const weathers = {
  calm,
  away: { ...calm, drop: 1 },
  lossy: { ...calm, drop: 0.12, loseReply: 0.2 },
  slow: { ...calm, slowReply: 0.4, straggle: 0.25 },
  twins: { ...calm, twice: 0.4, straggle: 0.25, loseReply: 0.1 },
  broken: { ...calm, cut: 0.2, portal: 0.15, fail: 0.2, busy: 0.1, limited: 0.1 },
  portal: { ...calm, portal: 1 },
  oldApp: { ...calm, tooOld: 1 },
  all: {
    drop: 0.05,
    loseReply: 0.12,
    straggle: 0.08,
    slowReply: 0.1,
    twice: 0.12,
    cut: 0.05,
    portal: 0.05,
    fail: 0.05,
    busy: 0.05,
    limited: 0.03,
    tooOld: 0.01,
  },
} as const satisfies Record<string, Weather>

/** One device's line to the server. */
export type Line = {
  weather: Weather
  /**
   * The device's storage was changed behind the engine's back: it need not be right before the next comparison (I12).
   */
  rotten: boolean
  readonly draw: Draw
  /** The person to whom a request's token belongs, as the test knows it (I11). */
  readonly personOf: (token: string) => string | undefined
  readonly host: string
}

/** Who makes a request, carried along with the asynchronous work of a tab. */
export type Asking = { readonly line: Line; readonly dead: Asker }
/**
 * The tab that makes a request; it learns the database's life in which the reply was given, which a slow reply may
 * outlive.
 */
type Asker = { readonly is: boolean; readonly died: Promise<void>; readonly hear: (life: number) => void }
/** The sender of the request that leaves now. */
export const asking = new AsyncLocalStorage<Asking>()
export const askingAs = <T>(as: Asking, work: () => Promise<T>): Promise<T> => asking.run(as, work)

export type Network = ReturnType<typeof openNetwork>

/** Bytes that had to be sent and received: what waited, and what is held in the end. */
export type Own = { readonly up: number; readonly down: number }

/**
 * Replaces `fetch`, so that the real `src/api/http.ts` runs on it. Held requests and replies continue when the program
 * says so (`release`), so that one seed gives one order. `watch` sees what is sent and what is answered.
 */
export function openNetwork(
  server: TestServer,
  watch: { sent: (line: Line, request: HttpRequest) => void; over: (line: Line, request: HttpRequest) => void },
) {
  let held: { readonly at: number; readonly go: () => void }[] = []
  let step = 0
  let isOver = false
  const late = new Set<Promise<unknown>>()
  const listeners = new Set<() => void>()
  const waiting = new Map<object, number>()
  const wait = (tab: object, more: number) => waiting.set(tab, (waiting.get(tab) ?? 0) + more)
  const real = globalThis.fetch

  /** `tab` is the one that waits for it, possibly for two at a time; nothing waits for a straggler. */
  const hold = (steps: number, tab: object | null) =>
    new Promise<void>((go) => {
      // the delay was drawn while the program still ran, for a request that the server was processing when it ended
      if (isOver) return go()
      const on = () => {
        if (tab) wait(tab, -1)
        go()
      }
      held.push({ at: step + steps, go: on })
      if (!tab) return
      wait(tab, 1)
      for (const hear of listeners) hear()
    })

  async function fetch_(input: unknown, init: RequestInit = {}): Promise<Response> {
    const as = asking.getStore()
    if (!as) throw new Error('a request that belongs to no tab')
    const { line, dead } = as
    const request: HttpRequest = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: line.host },
      body: typeof init.body === 'string' ? init.body : init.body instanceof Uint8Array ? Buffer.from(init.body) : null,
    }
    watch.sent(line, request)
    try {
      return responseOf(await Promise.race([travel(line, request, dead), dead.died.then(() => lost())]))
    } finally {
      watch.over(line, request)
    }
  }

  /** Files are few and have several parts: by the weather alone, hardly any would arrive twice. */
  const parts = new WeakMap<Line, Draw>()
  function partsOf(line: Line): Draw {
    const known = parts.get(line) ?? line.draw.fork('parts')
    parts.set(line, known)
    return known
  }

  /** Requests that the server is processing; some outlive their sender. */
  const arriving = new Set<Promise<unknown>>()
  function deliver(request: HttpRequest): Promise<HttpAnswer> {
    const answer = server.handle(request)
    const over: Promise<unknown> = answer.catch(() => {}).then(() => arriving.delete(over))
    arriving.add(over)
    return answer
  }

  async function travel(line: Line, request: HttpRequest, tab: Asker): Promise<HttpAnswer> {
    const { weather, draw } = line
    // drawn before the first await, so that what the server does meanwhile cannot change it
    const happens = Object.fromEntries(
      Object.entries(weather).map(([name, chance]) => [name, draw.chance(chance)]),
    ) as Record<keyof Weather, boolean>
    const steps = 1 + draw.int(6)
    if (happens.drop) return lost()
    if (happens.portal) return html(200, 'Please sign in to the hotel’s network')
    if (happens.tooOld) return json(426, { status: false, refused: 'app_too_old', build: 2 })
    if (happens.limited)
      return {
        ...json(429, { status: false, refused: 'too_many_tries' }),
        headers: { 'content-type': 'application/json', 'retry-after': '7' },
      }
    if (happens.busy) return html(503, 'upstream')
    if (happens.straggle) {
      const arrives = hold(steps, null)
        .then(() => deliver(request))
        .catch(() => {})
      late.add(arrives)
      void arrives.finally(() => late.delete(arrives))
      return lost()
    }
    const twin =
      happens.twice || (request.method === 'PUT' && partsOf(line).chance(PART_TWICE))
        ? deliver(request).catch(() => {})
        : null
    const answer = await deliver(request).catch(() => lost())
    const life = server.life()
    await twin
    if (happens.slowReply) await hold(steps, tab)
    if (happens.loseReply) return lost()
    if (happens.cut) return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length * draw.next())) }
    if (happens.fail) return json(500, { status: false, refused: 'server_error' })
    tab.hear(life)
    return answer
  }

  const changeWeather = (line: Line, weather: Weather): void => void (line.weather = weather)
  globalThis.fetch = fetch_ as typeof fetch // replaces all of `fetch`; only the app's own calls arrive here
  return {
    /** The next step of the program: what was held long enough continues. */
    tick: () => {
      step++
      const due = held.filter(({ at }) => at <= step)
      held = held.filter(({ at }) => at > step)
      for (const { go } of due) go()
    },
    /** The program is over: what is held continues, and nothing is held any more. */
    release: async () => {
      isOver = true
      const all = held
      held = []
      for (const { go } of all) go()
      await Promise.all(late)
    },
    /**
     * Waits until the server processes nothing, including stragglers and requests of dead tabs: its state is final
     * then.
     */
    landed: async () => {
      while (arriving.size) await Promise.all(arriving)
    },
    /** Whether a tab waits for something that is held. */
    isWaiting: (tab: object) => (waiting.get(tab) ?? 0) > 0,
    /** Waits until some work is done, or any tab begins to wait for something that is held. */
    untilStill: async (work: Promise<unknown>) => {
      let hear = () => {}
      const isHeld = new Promise<void>((done) => (hear = done))
      listeners.add(hear)
      await Promise.race([work, isHeld])
      listeners.delete(hear)
    },
    /** Sets another weather on a device's line. */
    turn: (line: Line, by: Draw) =>
      changeWeather(line, weathers[by.pick(Object.keys(weathers) as (keyof typeof weathers)[])]), // the keys of the literal
    /** Everything at once, from time to time. */
    roughen: (line: Line) => changeWeather(line, weathers.all),
    /** Makes the line whole until the returned function restores it. */
    calm: (line: Line): (() => void) => {
      const before = line.weather
      changeWeather(line, weathers.calm)
      return () => changeWeather(line, before)
    },
    /** Starts comparing what a device sends with its line's limits; there is no line of seconds and bytes here. */
    measure:
      (_: Line): ((own: Own) => string | null) =>
      () =>
        null,
    close: () => {
      globalThis.fetch = real
    },
  }
}

const PART_TWICE = 0.3

/** What `fetch` throws without an answer. */
function lost(): never {
  throw new TypeError('fetch failed')
}
const json = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(body),
})
const html = (status: number, words: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  text: `<!doctype html><p>${words}</p>`,
})
const responseOf = ({ status, headers, text }: HttpAnswer) =>
  new Response(text === '' && status === 204 ? null : text, { status, headers: { ...headers } })

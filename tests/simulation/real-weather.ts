import type { Between, LineState } from '../support/line.ts'
import type { Draw } from './draw.ts'

/** How a line behaves, and what is in between. */
export type Hardship = { readonly state: Partial<LineState>; readonly between: Between | null }

export const whole: Hardship = { state: {}, between: null }

/** The width of a ward's line on a bad day, bytes a second; a message takes `delay` ms. */
export const NARROW = { up: 28_000, down: 28_000, delay: 20 } as const

const STATUSES = [200, 400, 401, 403, 404, 407, 408, 413, 426, 429, 500, 502, 503, 504, 511]
const html = (status: number) => ({ status, headers: { 'content-type': 'text/html' }, body: '<h1>Not ours</h1>' })
const foreign = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
const redirect = { status: 302, headers: { location: 'http://127.0.0.1:9/login' }, body: '' }

const answering = (draw: Draw, often: number, what: () => ReturnType<Between>): Hardship => ({
  state: {},
  between: () => (draw.chance(often) ? what() : null),
})

/** Kinds of behaviour of a clinic’s line; each request draws from `draw` again. */
const KINDS = {
  whole: () => whole,
  narrow: () => ({ state: NARROW, between: null }),
  stallInHead: () => ({ state: { stallDownAfter: 200 }, between: null }),
  stallInBody: (draw) => ({ state: { stallDownAfter: 1500 + draw.int(6000) }, between: null }),
  stallUp: (draw) => ({ state: { stallUpAfter: draw.int(1500) }, between: null }),
  cut: (draw) => ({ state: { cutDownAfter: 200 + draw.int(8000) }, between: null }),
  page: (draw) => {
    const status = draw.pick(STATUSES)
    return answering(draw, 0.6, () => html(status))
  },
  portal: () => ({ state: {}, between: () => html(200) }),
  redirect: (draw) => answering(draw, 0.8, () => redirect),
  foreign: (draw) => answering(draw, 0.7, () => foreign),
  silence: (draw) => answering(draw, 0.4, () => 'silence'),
  strip: (draw) => answering(draw, 0.5, () => 'strip'),
  long: (draw) => {
    const most = 300 + draw.int(1500)
    return { state: {}, between: ({ bytes }) => (bytes > most ? html(413) : null) }
  },
} as const satisfies Readonly<Record<string, (draw: Draw) => Hardship>>

export type Kind = keyof typeof KINDS
export const kinds = Object.keys(KINDS) as readonly Kind[] // the keys of the literal

export const hardship = (kind: Kind, draw: Draw): Hardship => KINDS[kind](draw)

/** Everything at once, from time to time, on a narrow line. */
export const rough = (draw: Draw): Hardship => ({
  state: { up: 60_000, down: 60_000, delay: 10 },
  between: () =>
    draw.chance(0.75)
      ? null
      : draw.pick([html(draw.pick(STATUSES)), redirect, foreign, 'strip', 'strip', 'silence'] as const),
})

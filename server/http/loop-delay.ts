import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** How late the event loop came to what was due, milliseconds, since the figures were last begun anew. */
export type LoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

/**
 * TRUST G9: watches how long one piece of work keeps all others waiting. A window in which something held the loop for longer than
 * `HELD_MS` leaves one line in the log; `figures` is for whoever measures.
 */
export function watchLoopDelay(log: Pick<FastifyBaseLogger, 'warn'>) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const figures = (): LoopDelay => {
    const [p50, p99, max] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map(lateness)
    return { p50: p50!, p99: p99!, max: max! }
  }
  const window = setInterval(() => {
    const its = figures()
    if (its.max > HELD_MS) log.warn(its, 'event loop held')
    histogram.reset()
  }, WINDOW_MS)
  window.unref()
  return {
    figures,
    stop: () => {
      clearInterval(window)
      histogram.disable()
    },
  }
}

const RESOLUTION_MS = 10
const WINDOW_MS = 30_000
const HELD_MS = 500

/** The histogram holds what lay between two ticks, in nanoseconds; of it the tick itself is no delay. An empty one answers 0. */
const lateness = (between: number) => Math.max(0, Math.round(between / 1e6) - RESOLUTION_MS) || 0

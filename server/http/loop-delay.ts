import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** How late the event loop ran due work, milliseconds, since the figures were last reset. */
export type LoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

/**
 * TRUST G9: watches how long one piece of work delays all others. A window in which something held the loop for longer
 * than `HELD_MS` writes one log line; `figures` is for measurements.
 */
export function watchLoopDelay(log: Pick<FastifyBaseLogger, 'warn'>) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const figures = (): LoopDelay => {
    const [p50, p99, max] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map(lateness)
    return { p50: p50!, p99: p99!, max: max! }
  }
  const window = setInterval(() => {
    const now = figures()
    if (now.max > HELD_MS) log.warn(now, 'event loop held')
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

/**
 * The histogram holds the time between two ticks, in nanoseconds; the tick itself is not a delay. An empty one gives 0.
 */
const lateness = (between: number) => Math.max(0, Math.round(between / 1e6) - RESOLUTION_MS) || 0

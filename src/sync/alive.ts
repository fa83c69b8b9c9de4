import type { Send } from '../api/http.ts'
import { StoodStill } from './storage.ts'

/**
 * Runs a round, and gives it up if it stalls: a database that no longer answers would hold the person's lock for as
 * long as its tab lives, and block every other tab and the worker (I10). A round that was given up sends nothing more,
 * so that the next one is alone on the line (I7), and gets no more answers. Rejects with `StoodStill`.
 */
export function whileAlive<T>(send: Send, round: (send: Send) => Promise<T>): Promise<T> {
  let isDead = false
  let underWay = 0
  let still = 0
  return new Promise<T>((resolve, reject) => {
    // counts beats that this tab ran, not hours that its device slept
    const beat = setInterval(() => {
      if (++still < (underWay ? MOST_BEATS_UNDER_WAY : MOST_BEATS)) return
      isDead = true
      clearInterval(beat)
      reject(new StoodStill())
    }, BEAT_MS)
    const moved = (more: number) => {
      underWay += more
      still = 0
    }
    const sendAlive: Send = async (request) => {
      if (isDead) return { kind: 'none' }
      moved(1)
      try {
        const response = await send(request)
        // the next round has sent it again by now
        return isDead ? { kind: 'none' } : response
      } finally {
        moved(-1)
      }
    }
    round(sendAlive)
      .finally(() => clearInterval(beat))
      .then(resolve, reject)
  })
}

const BEAT_MS = 10_000
/** Between two exchanges only the database is at work; the slowest phones take seconds for a page. */
const MOST_BEATS = 12
/** An exchange has its own deadline (`src/api/deadline.ts`), which has passed by then. */
const MOST_BEATS_UNDER_WAY = 36

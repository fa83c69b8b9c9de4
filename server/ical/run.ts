import { askBounded, OutOfBounds } from '../kernel/bounded-thread.ts'
import { NotReadable, type Reading, type Window } from './read.ts'
import type { WorkerReply, Question } from './worker.ts'

/**
 * Reads an untrusted calendar where it can do no harm: in a thread of its own, 64 MB and three seconds, one at a time.
 * Throws NotReadable for what is no calendar and for one made to explode (TRUST D8, R55); the calling thread never
 * blocks on it.
 */
export function readSafely(bytes: Uint8Array, window: Window): Promise<Reading> {
  const mine = last.then(() => readInWorker(bytes, window))
  last = mine.catch(() => {})
  return mine
}

let last: Promise<unknown> = Promise.resolve()

async function readInWorker(bytes: Uint8Array, window: Window): Promise<Reading> {
  const question: Question = { bytes, window }
  const answer = await askBounded<WorkerReply>(new URL('worker.ts', import.meta.url), question, BOUNDS).catch(
    (error: unknown) => {
      throw error instanceof OutOfBounds ? new NotReadable('too much for its limits') : error
    },
  )
  if (!answer) throw new NotReadable('no calendar')
  return answer
}

const BOUNDS = { old: 64, young: 16, ms: 2000 }

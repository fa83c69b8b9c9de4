import { Worker } from 'node:worker_threads'
import { NotReadable, type Reading, type Window } from './read.ts'
import type { Answered, Question } from './worker.ts'

/**
 * Reads a stranger's calendar where it can do no harm: in a thread of its own, 64 MB and three seconds, one at a time. Throws NotReadable for
 * what is no calendar and for one made to explode (TRUST D8, R55); this thread never waits in a loop for it.
 */
export function readSafely(bytes: Uint8Array, window: Window): Promise<Reading> {
  const mine = last.then(() => readInWorker(bytes, window))
  last = mine.catch(() => {})
  return mine
}

let last: Promise<unknown> = Promise.resolve()

async function readInWorker(bytes: Uint8Array, window: Window): Promise<Reading> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Reading>((resolve, reject) => {
      const give = () => reject(new NotReadable('too much for its limits'))
      worker.once('online', () => {
        timer = setTimeout(give, MOST_MS)
      })
      worker.once('message', (answer: Answered) => (answer ? resolve(answer) : reject(new NotReadable('no calendar'))))
      // out of memory, or a fault of the reader's own: the text did it either way
      worker.once('error', give)
      worker.once('exit', give)
      worker.postMessage({ bytes, window } satisfies Question)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const MOST_MS = 3000

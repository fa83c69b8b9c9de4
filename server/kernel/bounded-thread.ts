import { Worker } from 'node:worker_threads'

/** What a thread may take: heap in MB (`young` of its newest), and ms of a processor; on the clock no more than `SLOWEST` times that. */
type Bounds = { readonly old: number; readonly young: number; readonly ms: number }

/** The question took more than its bounds, or broke whoever read it: the text did it either way. */
export class OutOfBounds extends Error {}

/**
 * Asks a stranger's text where it can do no harm: in a thread of its own, without environment or output, which gets one message and gives
 * one (TRUST D8, R55). Throws OutOfBounds; this thread never waits in a loop for it.
 */
export async function askBounded<Answer>(file: URL, question: unknown, { old, young, ms }: Bounds): Promise<Answer> {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const give = () => reject(new OutOfBounds())
      const wait = (left: number, elapsed: number) => {
        // a machine with much else to do is no fault of the text
        const judge = (used: number | null) =>
          used === null || used >= ms || elapsed + left >= ms * SLOWEST
            ? give()
            : wait(Math.max(ms - used, 50), elapsed + left)
        timer = setTimeout(() => void usedBy(worker).then(judge).catch(give), left)
      }
      worker.once('online', () => wait(ms, 0))
      worker.once('message', (answer: Answer) => resolve(answer))
      worker.once('error', give)
      worker.once('exit', give)
      worker.postMessage(question)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const SLOWEST = 2

/** The processor's time a thread has had, ms; null where it does not say within a second, as in one long step of the engine's own. */
const usedBy = (worker: Worker): Promise<number | null> =>
  Promise.race([
    worker.cpuUsage().then(({ user, system }) => (user + system) / 1000),
    new Promise<null>((resolve) => setTimeout(resolve, 1000, null).unref()),
  ]).catch(() => null)

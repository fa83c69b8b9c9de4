import { Worker } from 'node:worker_threads'

/**
 * What a thread may use: heap in MB (`young` for its newest objects), and ms of processor time; on the clock at most
 * `SLOWEST` times that.
 */
type Bounds = { readonly old: number; readonly young: number; readonly ms: number }

/** The question exceeded its bounds or crashed its reader: in both cases the text is to blame. */
export class OutOfBounds extends Error {}

/**
 * Processes untrusted text where it can do no harm: in a thread of its own, without environment or output, which gets
 * one message and sends one (TRUST D8, R55). Throws OutOfBounds; the calling thread never blocks on it.
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
        // a busy machine is not the text's fault
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

/**
 * Processor time that a thread has used, ms; null if it does not say within a second, as during one long step inside
 * the engine.
 */
const usedBy = (worker: Worker): Promise<number | null> =>
  Promise.race([
    worker.cpuUsage().then(({ user, system }) => (user + system) / 1000),
    new Promise<null>((resolve) => setTimeout(resolve, 1000, null).unref()),
  ]).catch(() => null)

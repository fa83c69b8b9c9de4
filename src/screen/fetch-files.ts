import { isFile, missing, PARTS } from './part-list.ts'

/** The result: all arrived, some did not, or the device has no room for more. */
export type Fetched = 'all' | 'some' | 'full'

/**
 * Fetches missing files, a few at a time. A failed one is tried again after each of `waits` (ms); `onFile` is called for
 * every file that arrives. It never throws because of a file: a caller that needs all must check.
 */
export async function fetchFiles(
  files: Iterable<string>,
  waits: readonly number[],
  onFile = () => {},
): Promise<Fetched> {
  let left = await missing(files)
  for (const wait of [0, ...waits]) {
    if (left.length === 0) return 'all'
    if (wait) await new Promise((done) => setTimeout(done, wait))
    const queue = [...left]
    const failed: string[] = []
    let isFull = false
    const work = async () => {
      for (let file = queue.shift(); file !== undefined && !isFull; file = queue.shift()) {
        const came = await fetchFile(file)
        if (came === 'kept') onFile()
        else failed.push(file)
        if (came === 'full') isFull = true
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (isFull) return 'full'
    left = failed
  }
  return left.length === 0 ? 'all' : 'some'
}

async function fetchFile(file: string): Promise<'kept' | 'failed' | 'full'> {
  try {
    const answer = await fetch(file, { priority: 'low', signal: AbortSignal.timeout(LATEST_MS) })
    if (!isFile(answer)) return 'failed'
    await (await caches.open(PARTS)).put(file, answer)
    return 'kept'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed'
  }
}

const AT_ONCE = 3
const LATEST_MS = 180_000

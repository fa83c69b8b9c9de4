import { parentPort } from 'node:worker_threads'
import { NotReadable, readCalendar, type Reading, type Window } from './read.ts'

/** The worker's question and its answer; `null` for a text that is no calendar. */
export type Question = { readonly bytes: Uint8Array; readonly window: Window }
export type WorkerReply = Reading | null

parentPort?.once('message', ({ bytes, window }: Question) => {
  parentPort?.postMessage(read(bytes, window))
})

function read(bytes: Uint8Array, window: Window): WorkerReply {
  try {
    return readCalendar(bytes, window)
  } catch (error) {
    if (error instanceof NotReadable) return null
    throw error
  }
}

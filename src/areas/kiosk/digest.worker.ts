/// <reference lib="webworker" />
import { digestOf } from './digest.ts'

declare const self: DedicatedWorkerGlobalScope

/** Makes one digest and is ended by whoever started it; a worker of its own for the reason that `kdf.worker.ts` gives. */
self.addEventListener('message', ({ data }: MessageEvent<{ salt: string; proof: string }>) => {
  void digestOf(data.salt, data.proof).then(
    (digest) => self.postMessage({ digest }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  )
})

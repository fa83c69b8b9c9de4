/// <reference lib="webworker" />
import { digestOf } from './digest.ts'

declare const self: DedicatedWorkerGlobalScope

/**
 * Computes one digest; whoever started the worker ends it. It is a separate worker for the reason given in
 * `kdf.worker.ts`.
 */
self.addEventListener('message', ({ data }: MessageEvent<{ salt: string; proof: string }>) => {
  void digestOf(data.salt, data.proof).then(
    (digest) => self.postMessage({ digest }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  )
})

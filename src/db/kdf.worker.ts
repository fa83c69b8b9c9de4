/// <reference lib="webworker" />
import { deriveKey } from './derive-key.ts'

declare const self: DedicatedWorkerGlobalScope

/**
 * Derives one key; whoever started the worker ends it. It is a worker of its own because the server allows only this
 * file to compile WebAssembly (`server/http/headers.ts` knows it by its name), and to keep the page responsive.
 */
self.addEventListener('message', ({ data }: MessageEvent<{ secret: string; salt: Uint8Array }>) => {
  void deriveKey(data.secret, data.salt).then(
    (key) => self.postMessage({ key }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  )
})

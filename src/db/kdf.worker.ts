/// <reference lib="webworker" />
import { deriveKey } from './derive-key.ts'

declare const self: DedicatedWorkerGlobalScope

/**
 * Makes one key and is ended by whoever started it. A worker of its own, because compiling WebAssembly is a right that the server gives to
 * this file alone (`server/http/headers.ts` knows it by its name), and so that the page stays awake meanwhile.
 */
self.addEventListener('message', ({ data }: MessageEvent<{ secret: string; salt: Uint8Array }>) => {
  void deriveKey(data.secret, data.salt).then(
    (key) => self.postMessage({ key }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  )
})

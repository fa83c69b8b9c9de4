/** Derives a key from a password or a PIN in a worker (`kdf.worker.ts`). */
export function deriveKeyInWorker(secret: string, salt: Uint8Array): Promise<Uint8Array> {
  const worker = new Worker(new URL('./kdf.worker.ts', import.meta.url), { type: 'module', name: 'kdf' })
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ key: Uint8Array } | { problem: string }>) =>
      'key' in data ? resolve(data.key) : reject(new Error(data.problem))
    worker.onerror = (event) => reject(new Error(event.message || 'the worker for keys did not start'))
    worker.postMessage({ secret, salt })
  }).finally(() => worker.terminate())
}

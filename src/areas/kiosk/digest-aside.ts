/** Computes the digest of what a person has just entered, in a worker (`digest.worker.ts`). */
export function digestAside(salt: string, proof: string): Promise<string> {
  const worker = new Worker(new URL('./digest.worker.ts', import.meta.url), { type: 'module', name: 'digest' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ digest: string } | { problem: string }>) =>
      'digest' in data ? resolve(data.digest) : reject(new Error(data.problem))
    worker.onerror = (event) => reject(new Error(event.message || 'the worker for digests did not start'))
    worker.postMessage({ salt, proof })
  }).finally(() => worker.terminate())
}

import { parentPort } from 'node:worker_threads'
import { isHarmlessPdf } from './pdf.ts'

parentPort?.once('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(isHarmlessPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
})

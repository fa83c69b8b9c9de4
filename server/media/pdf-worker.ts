import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { pdfFault } from './pdf.ts'

// the library warns about each odd number, and a file can have millions
console.warn = () => undefined

// a failure here ends the thread, and the caller gets the error
if (parentPort) {
  const [bytes] = (await once(parentPort, 'message')) as [Uint8Array] // as document.ts posts it
  parentPort.postMessage(await pdfFault(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
}

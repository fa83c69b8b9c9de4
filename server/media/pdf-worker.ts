import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { pdfFault } from './pdf.ts'

// the library remarks on odd figures one by one, and a file can have millions
console.warn = () => undefined

// what fails here ends the thread, and whoever asked hears of that
if (parentPort) {
  const [bytes] = (await once(parentPort, 'message')) as [Uint8Array] // as document.ts posts it
  parentPort.postMessage(await pdfFault(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
}

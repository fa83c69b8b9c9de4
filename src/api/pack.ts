/** A body as it is sent, and its headers. */
export type Packed = {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
  readonly isGzip: boolean
}

/** Bytes from which a body is sent as gzip: for less it would save no packet. */
const WORTH_BYTES = 2048

/**
 * Something between this device and the server removes the header or does not accept gzip: until the next start bodies
 * go uncompressed.
 */
let isGzipRefused = false
export const refuseGzip = () => void (isGzipRefused = true)

/** JSON, from 2 kB on as gzip: a batch of changes is then a tenth as long on a slow uplink. */
export async function packJson(value: unknown): Promise<Packed> {
  const text = JSON.stringify(value)
  const headers = { 'content-type': 'application/json' }
  if (text.length < WORTH_BYTES || isGzipRefused || typeof CompressionStream === 'undefined')
    return { body: text, headers, isGzip: false }
  const gzip = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const body = new Uint8Array(await new Response(gzip).arrayBuffer())
  return { body, headers: { ...headers, 'content-encoding': 'gzip' }, isGzip: true }
}

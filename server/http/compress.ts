import { createGunzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

/** Bytes from which an answer is compressed: for less it would save no packet. */
const WORTH_BYTES = 1024

/**
 * Options of a route whose answers may be compressed (`mayCompress` for a row of the contract); all other answers go
 * out uncompressed. Brotli at quality 4 before gzip: on the pages of a first fill it took two thirds of the time and
 * was an eighth smaller (decision 0055).
 */
export const compressed = {
  compress: { threshold: WORTH_BYTES, encodings: ['br', 'gzip', 'identity'] },
  onSend: vary,
} satisfies RouteShorthandOptions

/**
 * Compression both ways: answers of routes that ask for it, and gzip bodies on any route. A route's `bodyLimit` applies
 * to the unpacked size, counted while unpacking: a gzip bomb gets 413 before it fills the memory (TRUST D19).
 */
export async function registerCompression(app: FastifyInstance) {
  await app.register(compress, {
    globalCompression: false,
    requestEncodings: ['gzip', 'identity'],
    zlib: { createGunzip: gunzipWhileHeard },
  })
}

/** Fastify stops reading a body over its limit. Without this, the rest of a bomb would still be unpacked. */
function gunzipWhileHeard() {
  const gunzip = createGunzip()
  gunzip.on('removeListener', (event) => {
    if (event === 'data' && gunzip.listenerCount('data') === 0) gunzip.pause()
  })
  return gunzip
}

/** Tells caches that the answer depends on `Accept-Encoding`, even if this one is uncompressed. */
async function vary(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isSmall = typeof payload === 'string' && Buffer.byteLength(payload) < WORTH_BYTES
  if (!isSmall && !reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  return payload
}

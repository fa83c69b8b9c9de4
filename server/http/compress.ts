import { createGunzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

/** Bytes from which an answer is compressed: less would save no packet. */
const WORTH_BYTES = 1024

/**
 * Options of a route whose answers may be compressed (`mayCompress` for a row of the contract). Those of all others go out as they are.
 * Brotli at its quality of 4 before gzip: on the pages of a first fill it took two thirds of the time and came out an eighth smaller
 * (decision 0055).
 */
export const compressed = {
  compress: { threshold: WORTH_BYTES, encodings: ['br', 'gzip', 'identity'] },
  onSend: vary,
} satisfies RouteShorthandOptions

/**
 * Compression both ways: answers of the routes that ask for it, and bodies that come as gzip on any route. What a body unpacks to is bound by
 * its route's `bodyLimit`, counted while it is unpacked: a gzip bomb is 413 before it fills the memory (TRUST D19).
 */
export async function registerCompression(app: FastifyInstance) {
  await app.register(compress, {
    globalCompression: false,
    requestEncodings: ['gzip', 'identity'],
    zlib: { createGunzip: gunzipWhileHeard },
  })
}

/** Fastify stops listening where a body is over its limit. Left to flow, the rest of a bomb would be unpacked for nobody. */
function gunzipWhileHeard() {
  const gunzip = createGunzip()
  gunzip.on('removeListener', (event) => {
    if (event === 'data' && gunzip.listenerCount('data') === 0) gunzip.pause()
  })
  return gunzip
}

/** Says to caches that the answer differs by `Accept-Encoding`, also where this one went out as it is. */
async function vary(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isSmall = typeof payload === 'string' && Buffer.byteLength(payload) < WORTH_BYTES
  if (!isSmall && !reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  return payload
}

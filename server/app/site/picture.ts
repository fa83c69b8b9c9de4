import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { LARGEST_PICTURE, PictureQuery } from '../../../contract/file.ts'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { pictureAt } from '../../ports/files/copies.ts'
import { readPicture } from './read.ts'

/**
 * Pictures of public pages: of public doctors, public clinics' logos, published articles. What is under an id never
 * changes; whether it may be seen does, so it is revalidated after an hour.
 */
export function registerPictures(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { id: string }; Querystring: unknown }>('/site/picture/:id', async (request, reply) => {
    const wait = await deps.limits.spend('picture', request.ip)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    const id = v.safeParse(idField, request.params.id)
    const parsed = v.safeParse(PictureQuery, request.query)
    const found = id.success && parsed.success ? await readPicture(deps.papers, id.output) : undefined
    if (!found || !parsed.success) return send(reply, no(404, 'not_found'))
    const size = parsed.output.size ?? LARGEST_PICTURE
    const etag = `"${found.sha256}-${size}"`
    reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'public, max-age=3600')
      .header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const bytes = await pictureAt(deps.files, found, size)
    return bytes ? reply.type(found.type).send(bytes) : send(reply, no(404, 'not_found'))
  })
}

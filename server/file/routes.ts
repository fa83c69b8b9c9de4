import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ClinicImage, fileRoutes, RemovePicture, UploadPictures } from '../../contract/file.ts'
import { id as idField } from '../../contract/fields.ts'
import { withSight } from '../db/transaction.ts'
import { busy, no, type Answer } from '../http/answer.ts'
import { Refused, type Deps, type Origin, type Who } from '../http/handler.ts'
import { badInput, isBusy } from '../http/loop.ts'
import { askerOf, send } from '../http/routes.ts'
import { putPictures, removePicture } from './pictures.ts'
import { readSent } from './upload.ts'

type Asker = { readonly who: Who; readonly origin: Origin }
type Route = (typeof fileRoutes)[keyof typeof fileRoutes]

/**
 * SPEC §7 "Files (multipart)" and the way to the bytes. Beside the loop, since no body is JSON, and in the loop's own order: session,
 * person, role, rate, input, one transaction.
 */
export async function registerFileRoutes(app: FastifyInstance, deps: Deps) {
  await app.register(async (scope) => {
    // in a scope of its own: every other address still refuses a multipart body
    await scope.register(multipart, { throwFileSizeLimit: false })

    scope.post(fileRoutes.profileImage.path, async (request, reply) =>
      guard(request, reply, fileRoutes.profileImage, async (asker) => {
        const { fields, files } = await readSent(request, 'file')
        parse(v.strictObject({}), fields)
        return uploaded(await putPictures(deps, asker, { kind: 'photo', of: asker.who.id }, files))
      }),
    )
    scope.post(fileRoutes.clinicImage.path, async (request, reply) =>
      guard(request, reply, fileRoutes.clinicImage, async (asker) => {
        const { fields, files } = await readSent(request, 'file')
        const of = parse(ClinicImage, fields).clinic ?? asker.who.clinicId
        if (!of) throw new Refused('bad_input', { fields: { clinic: 'required' } }, 400)
        return uploaded(await putPictures(deps, asker, { kind: 'logo', of }, files))
      }),
    )
    scope.post(fileRoutes.uploadPictures.path, async (request, reply) =>
      guard(request, reply, fileRoutes.uploadPictures, async (asker) => {
        const { fields, files } = await readSent(request, 'files')
        const { type, doctor } = parse(UploadPictures, fields)
        const of = doctor ?? (asker.who.type === 'doctor' ? asker.who.id : null)
        if (!of) throw new Refused('bad_input', { fields: { doctor: 'required' } }, 400)
        const kind = type === 'photo' ? 'doctor_photo' : 'diploma'
        return uploaded(await putPictures(deps, asker, { kind, of }, files))
      }),
    )
    scope.post(fileRoutes.removePicture.path, async (request, reply) =>
      guard(request, reply, fileRoutes.removePicture, async (asker) => {
        const fields = request.isMultipart() ? (await readSent(request, null)).fields : request.body
        await removePicture(deps, asker, parse(RemovePicture, fields).id)
        return { status: 200, body: { status: true } }
      }),
    )
    scope.get<{ Params: { id: string } }>(fileRoutes.read.path, async (request, reply) =>
      guard(request, reply, fileRoutes.read, async ({ who }) => {
        const id = v.safeParse(idField, request.params.id)
        return id.success ? bytesOf(deps, who, id.output, request) : no(404, 'not_found')
      }),
    )
  })

  async function guard(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    work: (asker: Asker) => Promise<Answer>,
  ) {
    return send(reply, await enter(request, route, work))
  }

  async function enter(request: FastifyRequest, route: Route, work: (asker: Asker) => Promise<Answer>) {
    const { who, origin } = await askerOf(deps, request)
    if (!who) return no(401, 'token_invalid')
    if (!(route.roles as readonly string[]).includes(who.type)) return no(403, 'unauthorized')
    const wait = await deps.limits.spend(route.files ? 'upload' : 'call', route.files ? who.id : who.sessionHash)
    if (wait) return no(429, 'too_many_tries', {}, { 'retry-after': String(wait) })
    try {
      return await work({ who, origin })
    } catch (error) {
      if (error instanceof Refused) return no(error.status, error.code, error.details)
      if (isBusy(error)) return busy()
      throw error
    }
  }
}

const uploaded = (made: readonly { readonly id: string }[]): Answer => ({
  status: 200,
  body: v.parse(fileRoutes.profileImage.reply, { status: true, files: made }),
})

function parse<S extends v.GenericSchema>(schema: S, fields: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, fields ?? {})
  if (read.success) return read.output
  const { body } = badInput(read.issues)
  throw new Refused('bad_input', { fields: (body as { fields: unknown }).fields }, 400) // `badInput` makes exactly that
}

/**
 * The bytes for whoever may see whose they are, else 404. Never run, framed or sniffed by a browser; kept in its own cache and asked
 * about each time, so that a right that is lost is gone with the next look.
 */
async function bytesOf(deps: Deps, who: Who, id: string, request: FastifyRequest): Promise<Answer> {
  const found = await withSight(deps.pool, who, async (db) => {
    const { rows } = await db.query<{ stored: string; sha256: string; type: string }>(
      'select stored, sha256, type from file where id = $1',
      [id],
    )
    return rows[0]
  })
  if (!found) return no(404, 'not_found')
  const headers = {
    'content-type': found.type,
    'content-disposition': `inline; filename="${id}.webp"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-cache',
    vary: 'authorization',
    etag: `"${found.sha256}"`,
  }
  if (request.headers['if-none-match'] === headers.etag) return { status: 304, body: undefined, headers }
  const bytes = await deps.files.get(found.stored)
  return bytes ? { status: 200, body: bytes, headers } : no(404, 'not_found')
}

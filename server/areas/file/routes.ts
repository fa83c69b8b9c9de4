import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import {
  ClinicImage,
  fileRoutes,
  LARGEST_PICTURE,
  PictureQuery,
  RemovePicture,
  UploadPictures,
  UploadProof,
  type PictureSize,
} from '../../../contract/file.ts'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { asPerson } from '../../db/transaction.ts'
import { no, type Answer } from '../../http/answer.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { enter, parse } from '../../http/enter.ts'
import { pictureAt } from '../../ports/files/copies.ts'
import { tellProof } from '../payment/notice.ts'
import { putPictures, removePicture } from './pictures.ts'
import { readSent } from '../../http/upload.ts'

/**
 * SPEC §7 "Files (multipart)" and reading the bytes. Outside the loop, since no body is JSON, and in the loop's own
 * order: session, person, role, rate, input, one transaction.
 */
export async function registerFileRoutes(app: FastifyInstance, deps: Deps) {
  await app.register(async (scope) => {
    // in a separate scope: every other address still refuses a multipart body
    await scope.register(multipart, { throwFileSizeLimit: false })

    scope.post(fileRoutes.profileImage.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.profileImage, async (asker) => {
        const { fields, files } = await readSent(request, 'file')
        parse(v.strictObject({}), fields)
        return uploaded(await putPictures(deps, asker, { kind: 'photo', of: asker.who.id }, files))
      }),
    )
    scope.post(fileRoutes.clinicImage.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.clinicImage, async (asker) => {
        const { fields, files } = await readSent(request, 'file')
        const of = parse(ClinicImage, fields).clinic ?? asker.who.clinicId
        if (!of) throw new Refused('bad_input', { fields: { clinic: 'required' } }, 400)
        return uploaded(await putPictures(deps, asker, { kind: 'logo', of }, files))
      }),
    )
    scope.post(fileRoutes.uploadPictures.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.uploadPictures, async (asker) => {
        const { fields, files } = await readSent(request, 'files')
        const { type, doctor } = parse(UploadPictures, fields)
        const of = doctor ?? (asker.who.type === 'doctor' ? asker.who.id : null)
        if (!of) throw new Refused('bad_input', { fields: { doctor: 'required' } }, 400)
        const kind = type === 'photo' ? 'doctor_photo' : 'diploma'
        return uploaded(await putPictures(deps, asker, { kind, of }, files))
      }),
    )
    scope.post(fileRoutes.proof.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.proof, async (asker) => {
        const { fields, files } = await readSent(request, 'file')
        const of = parse(UploadProof, fields).payment
        const made = await putPictures(deps, asker, { kind: 'proof', of }, files)
        await tellProof(deps, asker.who, of)
        return uploaded(made)
      }),
    )
    scope.post(fileRoutes.articleUpload.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.articleUpload, async (asker) => {
        const { fields, files } = await readSent(request, 'photo')
        parse(v.strictObject({}), fields)
        return uploaded(await putPictures(deps, asker, { kind: 'article', of: asker.who.id }, files))
      }),
    )
    scope.post(fileRoutes.removePicture.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.removePicture, async (asker) => {
        const fields = request.isMultipart() ? (await readSent(request, null)).fields : request.body
        await removePicture(deps, asker, parse(RemovePicture, fields).id)
        return { status: 200, body: { status: true } }
      }),
    )
    scope.get<{ Params: { id: string }; Querystring: unknown }>(fileRoutes.read.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.read, async ({ who }) => {
        const { size = LARGEST_PICTURE } = parse(PictureQuery, request.query)
        const id = v.safeParse(idField, request.params.id)
        return id.success ? bytesOf(deps, who, { id: id.output, size }, request) : no(404, 'not_found')
      }),
    )
  })
}

const uploaded = (made: readonly { readonly id: string }[]): Answer => ({
  status: 200,
  body: v.parse(fileRoutes.profileImage.reply, { status: true, files: made }),
})

/**
 * The bytes for those who may see their owner, otherwise 404. A browser never runs, frames or sniffs them, and caches
 * them for good: what is under an id never changes (decision 0092).
 */
async function bytesOf(
  deps: Deps,
  who: Who,
  { id, size }: { readonly id: string; readonly size: PictureSize },
  request: FastifyRequest,
): Promise<Answer> {
  const found = await asPerson(deps.papers, who, async (db) => {
    const { rows } = await db.query<{ stored: string; sha256: string; type: string; width: number; height: number }>(
      'select stored, sha256, type, width, height from file where id = $1',
      [id],
    )
    return rows[0]
  })
  if (!found) return no(404, 'not_found')
  const headers = {
    'content-type': found.type,
    'content-disposition': `inline; filename="${id}.webp"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'authorization',
    etag: `"${found.sha256}${size === LARGEST_PICTURE ? '' : `-${size}`}"`,
  }
  if (request.headers['if-none-match'] === headers.etag) return { status: 304, body: undefined, headers }
  const bytes = await pictureAt(deps.files, found, size)
  return bytes ? { status: 200, body: bytes, headers } : no(404, 'not_found')
}

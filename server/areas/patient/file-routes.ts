import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { fileRoutes, PART_BYTES, PatientPart } from '../../../contract/file.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { UploadFields } from '../../../contract/patient/patient-file.ts'
import { enter, parse } from '../../http/enter.ts'
import { pictureType } from '../../media/picture.ts'
import { readSent } from '../../http/upload.ts'
import { no, type Answer } from '../../http/answer.ts'
import { audit } from '../../http/audit.ts'
import { look } from '../../http/look.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { answer } from '../../http/loop.ts'
import { Refused } from '../../kernel/refused.ts'
import { bytesAt, bytesPlace } from './files.ts'
import { receivePart, receiveWhole } from './upload.ts'

/** Whose file it is if no patient is named: a patient's own (SPEC §7 names only `document`). */
function ownCardOf({ id, type }: Who): string {
  if (type !== 'patient') throw new Refused('bad_input', { fields: { patient: 'required' } }, 400)
  return id
}

/**
 * Upload (whole or in parts) and download of patients' files. Outside the loop, in its order; the record itself goes
 * through the loop.
 */
export async function registerPatientFiles(app: FastifyInstance, deps: Deps) {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.post(fileRoutes.patientUpload.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.patientUpload, async ({ who, origin }) => {
        const { fields, files } = await readSent(request, 'document')
        const { id: fileId, patient, title, appointment } = parse(UploadFields, fields)
        const { name, bytes } = files[0]! // `readSent` refuses a body without one
        const id = fileId ?? newId(deps.now())
        const patientId = patient ?? ownCardOf(who)
        const type = pictureType(bytes) ?? 'application/pdf'
        await receiveWhole(deps, who, id, bytes)
        const input = {
          id,
          patientId,
          title: title ?? (name.replace(/\.[^.]*$/, '').slice(0, 200) || name.slice(0, 200)),
          name: name.slice(-255),
          appointmentId: appointment ?? null,
          type,
          size: bytes.length,
        }
        return answer(deps, {
          call: 'patient.addFile',
          input,
          who,
          origin,
          key: null,
          base: null,
          madeAt: null,
          moment: null,
        })
      }),
    )
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: PART_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.put<{ Params: { id: string }; Querystring: unknown }>(fileRoutes.patientPart.path, async (request, reply) =>
      enter(deps, request, reply, fileRoutes.patientPart, async ({ who }) => {
        const id = parse(v.object({ id: idField }), request.params).id
        const { at, size } = parse(PatientPart, request.query)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const received = await receivePart(deps, who, id, { at, size, bytes })
        return { status: 200, body: { status: true, received } }
      }),
    )
  })
  app.get<{ Params: { id: string } }>(fileRoutes.patientFile.path, async (request, reply) =>
    enter(deps, request, reply, fileRoutes.patientFile, async ({ who, origin }) => {
      const id = v.safeParse(idField, request.params.id)
      return id.success ? bytesOf(deps, who, origin, id.output) : no(404, 'not_found')
    }),
  )
}

/**
 * The bytes for those who may see the file, otherwise 404: always as a download, never run, framed, sniffed or cached
 * by a browser (TRUST D9). If anyone but the patient opens it, that is logged (rule 56).
 */
async function bytesOf(deps: Deps, who: Who, origin: Origin, id: string): Promise<Answer> {
  const found = await look(deps, 'papers', { who, origin }, async (db, write) => {
    const place = await bytesPlace(db, id)
    if (place && place.patient_id !== who.id)
      await write((file) =>
        audit(file, who, {
          call: 'patient.openFile',
          object: { table: 'patient_file', id },
          fields: [],
          values: null,
          outcome: 'done',
          madeAt: null,
          ip: origin.ip,
        }),
      )
    return place
  })
  const bytes = found && (await bytesAt(deps, found))
  if (!found || !bytes) return no(404, 'not_found')
  const ending = found.type === 'application/pdf' ? 'pdf' : 'webp'
  return {
    status: 200,
    body: bytes,
    headers: {
      'content-type': found.type,
      'content-disposition': `attachment; filename="${id}.${ending}"; filename*=UTF-8''${nameOf(found.title)}.${ending}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    },
  }
}

/** RFC 8187: everything but letters and digits as its bytes, so that a title can only be a name. */
const nameOf = (title: string) =>
  encodeURIComponent(title.slice(0, 100).toWellFormed()).replaceAll(
    /['()*!~._-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )

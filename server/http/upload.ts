import type { FastifyRequest } from 'fastify'
import { UPLOAD_BYTES } from '../../contract/kernel/constants.ts'
import { MOST_FILES, type fileRoutes } from '../../contract/file.ts'
import { Refused } from '../kernel/refused.ts'

/** The content of a multipart body: its fields by name, and its files, whole, in memory. */
export type Sent = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[]
}

/**
 * Reads a multipart body within TRUST D9's limits: at most ten files of 5 MB in the field named, twenty small fields,
 * nothing nested and nothing on disk. A larger file is `file_too_large` and is not read further; a body that is not
 * multipart is `bad_input`.
 */
export async function readSent(
  request: FastifyRequest,
  field: (typeof fileRoutes)[keyof typeof fileRoutes]['files'],
): Promise<Sent> {
  const most = field === 'files' ? MOST_FILES : field ? 1 : 0
  if (Number(request.headers['content-length'] ?? 0) > most * UPLOAD_BYTES + ROOM_FOR_FIELDS)
    throw new Refused('file_too_large', {}, 413)
  const fields = new Map<string, unknown>()
  const files: { name: string; bytes: Buffer }[] = []
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, files: Math.max(most, 1) } })) {
      if (part.type === 'field') {
        if (fields.has(part.fieldname) || part.valueTruncated || part.fieldnameTruncated)
          throw badField(part.fieldname, 'once')
        fields.set(part.fieldname, part.value)
        continue
      }
      if (part.fieldname !== field) throw badField(part.fieldname, 'unknown')
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer) // a byte stream
      if (part.file.truncated) throw new Refused('file_too_large', {}, 413)
      files.push({ name: part.filename, bytes: Buffer.concat(chunks) })
    }
  } catch (error) {
    // the parser's own errors all concern the body that was sent
    throw error instanceof Refused ? error : badField('body', 'multipart')
  }
  if (field && files.length === 0) throw badField(field, 'required')
  return { fields: Object.fromEntries(fields), files }
}

const ROOM_FOR_FIELDS = 64 * 1024
const LIMITS = {
  fileSize: UPLOAD_BYTES,
  fields: 20,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  parts: MOST_FILES + 20,
}

const badField = (name: string, why: string) => new Refused('bad_input', { fields: { [name.slice(0, 60)]: why } }, 400)

import * as v from 'valibot'
import type { Role } from './call.ts'
import { id, text } from './fields.ts'

/** Pictures of people and clinics (TRUST D9): a person's photo, a clinic's logo, and a doctor's photos and diplomas. */
export const FILE_KINDS = ['photo', 'logo', 'doctor_photo', 'diploma'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** What SPEC §7's `type` of file/uploadpictures says. */
const PICTURE_TYPES = ['photo', 'diploma'] as const

/** Kinds of picture that are taken, and the endings their names may have. */
export const PICTURE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
}

/** In one request, and of one kind for one doctor. */
export const MOST_FILES = 10
export const MOST_PICTURES = 20
/** Of a picture that is sent, decoded: 40 megapixels. */
export const MOST_PIXELS = 40_000_000

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A stored file. Its bytes are at `GET /api/file/:id`, for those who may see whose it is. */
export const FileInfo = v.object({
  id,
  kind: v.picklist(FILE_KINDS),
  /** The person, clinic or doctor it belongs to. */
  of: id,
  type: text(40),
  size: count,
  width: count,
  height: count,
})
export type FileInfo = v.InferOutput<typeof FileInfo>

const Uploaded = v.object({ status: v.literal(true), files: v.array(FileInfo) })

/** What removepicture takes, and the fields beside the files of the others. */
export const RemovePicture = v.strictObject({ id })
export const ClinicImage = v.strictObject({ clinic: v.optional(id) })
export const UploadPictures = v.strictObject({ type: v.picklist(PICTURE_TYPES), doctor: v.optional(id) })

type FileRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/file/${string}`
  readonly roles: readonly Role[]
  /** Name of the multipart field that carries the files. */
  readonly files: 'file' | 'files' | null
  readonly fields: v.GenericSchema
  readonly reply: v.GenericSchema | null
}

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const nothing = v.strictObject({})

/** SPEC §7 "Files (multipart)", beside the loop: their bodies are no JSON. Limits are the constants above and SPEC §9's 5 MB. */
export const fileRoutes = {
  profileImage: {
    method: 'POST',
    path: '/api/file/profile/image',
    roles: everyone,
    files: 'file',
    fields: nothing,
    reply: Uploaded,
  },
  clinicImage: {
    method: 'POST',
    path: '/api/file/clinic/image',
    roles: ['admin', 'clinic'],
    files: 'file',
    fields: ClinicImage,
    reply: Uploaded,
  },
  uploadPictures: {
    method: 'POST',
    path: '/api/file/uploadpictures',
    roles: ['admin', 'clinic', 'doctor'],
    files: 'files',
    fields: UploadPictures,
    reply: Uploaded,
  },
  removePicture: {
    method: 'POST',
    path: '/api/file/removepicture',
    roles: everyone,
    files: null,
    fields: RemovePicture,
    reply: v.object({ status: v.literal(true) }),
  },
  read: { method: 'GET', path: '/api/file/:id', roles: everyone, files: null, fields: nothing, reply: null },
} as const satisfies Record<string, FileRoute>

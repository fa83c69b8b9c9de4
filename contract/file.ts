import * as v from 'valibot'
import type { Role } from './kernel/call.ts'
import { UPLOAD_BYTES } from './kernel/constants.ts'
import { id, language, text } from './kernel/fields.ts'
import { oneFile, UploadFields } from './patient/patient-file.ts'
import { readers, recipePaper } from './recipe/recipe.ts'
import { RecordAsked, recordPath, recordReaders } from './record.ts'
import { reportPaper } from './report/report.ts'

/**
 * Pictures of people and clinics (TRUST D9): a person's photo, a clinic's logo, a doctor's photos and diplomas, the
 * receipt of a transfer (SCREENS B23 "proof file"), and the pictures in an author's articles.
 */
export const FILE_KINDS = ['photo', 'logo', 'doctor_photo', 'diploma', 'proof', 'article'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The values of `type` in SPEC §7's file/uploadpictures. */
const PICTURE_TYPES = ['photo', 'diploma'] as const

/**
 * The size of a picture: its longer side, px. 96 for a row, drawn at 48 at most; 480 for a card, a form or a grid; 2048
 * is the stored picture. None is enlarged.
 */
const PICTURE_SIZES = [96, 480, 2048] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]
export const LARGEST_PICTURE = 2048 satisfies PictureSize

/** The query of `GET /api/file/:id`; without a size, the stored picture. */
export const PictureQuery = v.strictObject({
  size: v.optional(
    v.pipe(
      v.picklist(PICTURE_SIZES.map(String)),
      v.transform((size) => Number(size) as PictureSize), // one of the three
    ),
  ),
})

/** Bytes per part of a file that is sent in parts: small enough to arrive in time over a poor line. */
export const PART_BYTES = 256 * 1024

/** Per request, and per kind for one doctor. */
export const MOST_FILES = 10
export const MOST_PICTURES = 20
/** In one author's library. */
export const MOST_MEDIA = 500

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A stored file. Its bytes are at `GET /api/file/:id`, for those who may see its owner. */
export const FileInfo = v.object({
  id,
  kind: v.picklist(FILE_KINDS),
  /** The person, clinic, doctor, payment or author it belongs to. */
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
export const UploadProof = v.strictObject({ payment: id })

const offset = (most: number, least = 0) =>
  v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), v.minValue(least), v.maxValue(most))
/** The query of `PUT /api/patient/upload/:id`. */
export const PatientPart = v.strictObject({ at: offset(UPLOAD_BYTES), size: offset(UPLOAD_BYTES, 1) })

/** The language of a PDF. */
export const PaperLanguage = v.strictObject({ lang: v.optional(language) })

type FileRoute = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path:
    | `/api/file/${string}`
    | `/api/patient/${string}`
    | '/api/article/upload'
    | `/api/${'recipe' | 'report'}/${string}`
  readonly roles: readonly Role[]
  /** Name of the multipart field that carries the files. */
  readonly files: 'file' | 'files' | 'document' | 'photo' | null
  readonly fields: v.GenericSchema
  readonly reply: v.GenericSchema | null
}

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const carers = ['clinic', 'doctor', 'patient'] as const
const nothing = v.strictObject({})

/**
 * SPEC §7 "Files (multipart)", outside the loop because their bodies are not JSON. Limits are the constants above and
 * SPEC §9's 5 MB.
 */
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
  /** For a waiting transfer, by its payer or the desk: a new picture replaces the last. [+] */
  proof: {
    method: 'POST',
    path: '/api/file/proof',
    roles: ['admin', 'clinic', 'patient'],
    files: 'file',
    fields: UploadProof,
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
  /** SPEC §7 `article/upload`: adds a picture to the author's library. */
  articleUpload: {
    method: 'POST',
    path: '/api/article/upload',
    roles: ['admin', 'doctor'],
    files: 'photo',
    fields: nothing,
    reply: Uploaded,
  },
  read: { method: 'GET', path: '/api/file/:id', roles: everyone, files: null, fields: PictureQuery, reply: null },
  /** SPEC §7 `patient/upload`: a patient's whole file in one body. */
  patientUpload: {
    method: 'POST',
    path: '/api/patient/upload',
    roles: carers,
    files: 'document',
    fields: UploadFields,
    reply: oneFile,
  },
  /**
   * One part of a file that a device sends in parts, as bytes: `at` is its offset, `size` the length of the whole. The
   * answer says how much has arrived: continue from there. A part that came before, or too early, changes nothing.
   * `patient.addFile` makes the whole a file.
   */
  patientPart: {
    method: 'PUT',
    path: '/api/patient/upload/:id',
    roles: carers,
    files: null,
    fields: PatientPart,
    reply: v.object({ status: v.literal(true), received: count }),
  },
  patientFile: {
    method: 'GET',
    path: '/api/patient/file/:id',
    roles: carers,
    files: null,
    fields: nothing,
    reply: null,
  },
  /** PDFs with the clinic's head, for whoever may see the record. */
  recipePaper: {
    method: 'GET',
    path: recipePaper(':id'),
    roles: readers,
    files: null,
    fields: PaperLanguage,
    reply: null,
  },
  reportPaper: {
    method: 'GET',
    path: reportPaper(':id'),
    roles: readers,
    files: null,
    fields: PaperLanguage,
    reply: null,
  },
  /** A patient's whole record, as `PatientRecord` (contract/record.ts) or as a PDF, for whoever may see the card. */
  patientRecord: {
    method: 'GET',
    path: recordPath(':id'),
    roles: recordReaders,
    files: null,
    fields: RecordAsked,
    reply: null,
  },
} as const satisfies Record<string, FileRoute>

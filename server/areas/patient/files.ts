import { DOCUMENT_ENDINGS } from '../../../contract/file/file.kinds.ts'
import type { PatientFile } from '../../../contract/patient/patient-file.ts'
import type { Db } from '../../db/pool.ts'
import { toColumn } from '../../db/sealed-columns.ts'
import { giveToPatient, newPatientKey, openBytes, openFileKey } from '../../ports/files/patient-key.ts'
import type { PdfFault } from '../../media/pdf-bytes.ts'
import { hasEnding } from '../../media/picture.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx, Deps } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { isSeen, placeOf } from './notes.ts'

/**
 * Files of patients (RULES 13): `upload.ts` receives their bytes first; here they become a record, are listed and
 * removed.
 */
export const patientFileHandlers: Pick<Area<'patient'>, 'patient.files' | 'patient.addFile' | 'patient.deleteFile'> = {
  'patient.files': async ({ patient, keyword: _, ...paging }, { db, refuse }) => {
    if (patient && !(await isSeen(db, patient))) return refuse('patient_not_found')
    const { rows, envelope } = await listPage<PatientFile & { created_at: Date }>(
      db,
      'patient_file_row',
      patient ? [where('"patientId" = ?', patient)] : [],
      ['created_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, files: rows }
  },

  'patient.addFile': async (input, ctx) => {
    const { db, who, now } = ctx
    const { id } = input
    // sent while the card was merged into another: the file goes to that card
    const { rows } = await db.query<{ id: string }>('select patient_now($1) as id', [input.patientId])
    const patientId = rows[0]?.id ?? input.patientId
    if (!(await isSeen(db, patientId))) return ctx.refuse('patient_not_found')
    // TRUST R06: made before, under a key that is lost
    const known = await db.query('select from patient_file where id = $1 and author_id = $2', [id, who.id])
    if (known.rowCount) return [{ table: 'patient_file', id }]
    const upload = await arrived(ctx, input.id)
    if (upload.state === 'bad') return ctx.refuse(REFUSALS[upload.fault ?? 'unreadable'])
    if (!hasEnding(input.name, DOCUMENT_ENDINGS[upload.sent_type])) return ctx.refuse('file_error')
    const visit = input.appointmentId ? await visitOf(ctx, input.appointmentId, patientId) : null
    const clinicId = visit ? visit.clinic_id : await placeOf(ctx, patientId, input.clinicId ?? null)
    const fileKey = await keyFor(ctx, patientId, upload.file_key)
    await db.query(
      `insert into patient_file (id, patient_id, clinic_id, appointment_id, author_id, author_name, title, type, size, sha256, stored, created_at, file_key, key_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        patientId,
        clinicId,
        input.appointmentId ?? null,
        who.id,
        who.name,
        toColumn('patient_file', 'title', { id, clinic: clinicId }, input.title),
        upload.type,
        upload.kept_size,
        upload.sha256,
        upload.stored,
        new Date(now),
        fileKey,
        fileKey && patientId,
      ],
    )
    await db.query('delete from file_upload where owner_id = $1 and id = $2', [who.id, id])
    return [{ table: 'patient_file', id }]
  },

  'patient.deleteFile': async ({ id }, { db, who, deps, after, refuse }) => {
    const { rows } = await db.query<{ authorId: string }>('select "authorId" from patient_file_row where id = $1', [id])
    if (!rows[0]) return refuse('record_not_found')
    if (rows[0].authorId !== who.id) return refuse('permission_denied')
    const gone = await db.query<{ stored: string | null }>('select patient_file_delete($1) as stored', [id])
    const stored = gone.rows[0]?.stored
    if (stored) after(() => deps.files.remove(stored))
    return [{ table: 'patient_file', id }]
  },
}

/** The refusal of a file: the next step is the same for anything that runs, sends data or is a program. */
const REFUSALS = {
  unreadable: 'file_error',
  locked: 'file_locked',
  too_much: 'file_too_much',
  acts: 'file_acts',
  reaches_out: 'file_acts',
  carries_program: 'file_acts',
} as const satisfies Record<PdfFault, string>

type Arrived =
  /** Without its fault if it was checked before faults had words. */
  | { readonly state: 'bad'; readonly fault: PdfFault | null }
  | {
      readonly state: 'ready'
      readonly sent_type: string
      readonly type: string
      readonly kept_size: number
      readonly sha256: string
      readonly stored: string
      /** Null for files that arrived before files had their own keys. */
      readonly file_key: string | null
    }

/** Encrypts the upload's key with the patient's, which is made if needed. */
async function keyFor(
  { db, deps }: Pick<Ctx<'patient.addFile'>, 'db' | 'deps'>,
  patientId: string,
  sealed: string | null,
) {
  if (!sealed) return null
  const { rows } = await db.query<{ key: string | null }>('select patient_key_of($1, $2) as key', [
    patientId,
    newPatientKey(deps.vault),
  ])
  const key = rows[0]?.key
  if (!key) throw new Refused('patient_not_found')
  return giveToPatient(deps.vault, sealed, key)
}

/**
 * The upload of this file. Until all of it has arrived, the change must be sent again (425); that refusal is not
 * stored.
 */
async function arrived({ db, who }: Pick<Ctx<'patient.addFile'>, 'db' | 'who'>, id: string): Promise<Arrived> {
  const { rows } = await db.query<Arrived | { readonly state: 'coming' }>(
    'select state, sent_type, type, kept_size, sha256, stored, file_key, fault from file_upload where owner_id = $1 and id = $2 for update',
    [who.id, id],
  )
  const [upload] = rows
  if (!upload || upload.state === 'coming') throw new Refused('file_incomplete', {}, 425)
  return upload
}

async function visitOf({ db, refuse }: Ctx<'patient.addFile'>, id: string, patientId: string) {
  const { rows } = await db.query<{ clinic_id: string | null }>(
    'select clinic_id from appointment where id = $1 and patient_id = $2',
    [id, patientId],
  )
  return rows[0] ?? refuse('appointment_not_found')
}

/** For the audit log and for opening a file: where the bytes are, read with the caller's visibility. */
export async function bytesPlace(db: Db, id: string) {
  const { rows } = await db.query<Place>(
    `select f.stored, f.type, f.title, f.patient_id, k.file_key, k.sealed
       from patient_file f left join lateral patient_file_key(f.id) k on true where f.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

type Place = {
  readonly stored: string
  readonly type: string
  readonly title: string
  readonly patient_id: string
  readonly file_key: string | null
  readonly sealed: string | null
}

/** The bytes as they were sent; null if the store has none. */
export async function bytesAt({ files, vault }: Pick<Deps, 'files' | 'vault'>, { stored, file_key, sealed }: Place) {
  const bytes = await files.get(stored)
  if (!bytes || !file_key || !sealed) return bytes
  return openBytes(openFileKey(vault, file_key, sealed), bytes, stored)
}

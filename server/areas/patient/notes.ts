import type { PatientNote } from '../../../contract/patient/patient-note.ts'
import { changedSince } from '../../db/merge.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'
import { toColumn } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { heardAt } from '../../http/moment.ts'

/** Notes of the staff (rule 50): read by those who may see them, changed only by their author (RULES 13). */
export const noteHandlers: Pick<
  Area<'patient'>,
  'patient.getNote' | 'patient.addNote' | 'patient.editNote' | 'patient.deleteNote'
> = {
  'patient.getNote': async ({ patient, keyword: _, ...paging }, { db, refuse }) => {
    if (patient && !(await isSeen(db, patient))) return refuse('patient_not_found')
    const { rows, envelope } = await listPage<PatientNote & { created_at: Date }>(
      db,
      'patient_note_row',
      patient ? [where('"patientId" = ?', patient)] : [],
      ['created_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, notes: rows }
  },

  'patient.addNote': async ({ id, patientId: named, text, clinicId }, { db, who, now, moment, refuse }) => {
    // written while the card was merged into another: the note goes to that card
    const patientId = await patientNow(db, named)
    if (!(await isSeen(db, patientId))) return refuse('patient_not_found')
    // TRUST R06: made before, under a key that is lost; the same words by the same person are a success
    const { rows: known } = await db.query<{ text: string }>(
      joint('select text from patient_note where id = $1 and author_id = $2', [id, who.id], {
        types: ['uuid', 'uuid'],
        stays: true,
      }),
    )
    if (known[0]?.text !== text) {
      const clinic = await placeOf({ db, who }, patientId, clinicId ?? null)
      await db.query(
        joint(
          `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            id,
            patientId,
            clinic,
            who.id,
            who.name,
            toColumn('patient_note', 'text', { id, clinic }, text),
            new Date(moment),
            heardAt(moment, now),
          ],
          {
            types: ['uuid', 'uuid', 'uuid', 'uuid', 'text', 'text', 'timestamptz', 'timestamptz'],
            all: `${INSERT} select v1, v2, v3, v4, v5, v6, v7, v8 from p order by nth`,
          },
        ),
      )
    }
    return [{ table: 'patient_note', id }]
  },

  'patient.editNote': async ({ id, text }, ctx) => {
    const note = await ownNote(id, ctx)
    if (changedSince('patient_note', note.field_versions, ctx.base, ['text']).length)
      throw new Refused('changed_since', { fields: ['text'], target: { table: 'patient_note', id } }, 412)
    const moment = ctx.moment < Date.parse(note.createdAt) ? ctx.now : ctx.moment
    await ctx.db.query(
      joint(
        'update patient_note set text = $2, edited_at = $3, heard_at = $4 where id = $1',
        [
          id,
          toColumn('patient_note', 'text', { id, clinic: note.clinicId ?? null }, text),
          new Date(moment),
          heardAt(moment, ctx.now),
        ],
        {
          types: ['uuid', 'text', 'timestamptz', 'timestamptz'],
          all: 'update patient_note n set text = p.v2, edited_at = p.v3, heard_at = p.v4 from p where n.id = p.v1',
        },
      ),
    )
    return [{ table: 'patient_note', id }]
  },

  'patient.deleteNote': async ({ id }, ctx) => {
    await ownNote(id, ctx)
    await ctx.db.query('select patient_note_delete($1)', [id])
    return [{ table: 'patient_note', id }]
  },
}

const INSERT =
  'insert into patient_note (id, patient_id, clinic_id, author_id, author_name, text, created_at, heard_at)'

type Own = PatientNote & { readonly field_versions: Readonly<Record<string, number>> }

async function ownNote(id: string, { db, who }: Pick<Ctx<'patient.editNote'>, 'db' | 'who'>): Promise<Own> {
  const { rows } = await db.query<Own>(
    joint('select * from patient_note_row where id = $1', [id], { types: ['uuid'], stays: true }),
  )
  if (!rows[0]) throw new Refused('note_not_found')
  if (rows[0].authorId !== who.id) throw new Refused('permission_denied')
  return rows[0]
}

/** Whether the caller may see this patient. */
export const isSeen = async (db: Db, patient: string) =>
  (await db.query(joint('select from patient where id = $1', [patient], { types: ['uuid'], stays: true }))).rowCount ===
  1

/** The card into which this one was merged, or itself. */
export async function patientNow(db: Db, id: string): Promise<string> {
  const { rows } = await db.query<{ id: string | null }>(
    joint('select patient_now($1) as id', [id], { types: ['uuid'], stays: true }),
  )
  return rows[0]?.id ?? id
}

/**
 * The clinic that a new record belongs to: for a desk its own; for a doctor the named one, otherwise the host's,
 * otherwise the first they share with the patient; for a patient the host's.
 */
export async function placeOf(
  { db, who }: Pick<Ctx<'patient.addNote'>, 'db' | 'who'>,
  patient: string,
  clinicId: string | null,
): Promise<string | null> {
  if (who.type === 'clinic') return who.clinicId
  if (who.type === 'patient') return who.hostClinic
  const { rows } = await db.query<{ own: string[]; shared: string[] }>(
    joint(
      `select d.clinic_ids as own, array(select c from unnest(d.clinic_ids) c where c = any (t.clinic_ids)) as shared
         from doctor d, patient t where d.id = $1 and t.id = $2`,
      [who.id, patient],
      { types: ['uuid', 'uuid'], stays: true },
    ),
  )
  const { own = [], shared = [] } = rows[0] ?? {}
  if (clinicId && own.includes(clinicId)) return clinicId
  if (who.hostClinic && own.includes(who.hostClinic)) return who.hostClinic
  return shared[0] ?? null
}

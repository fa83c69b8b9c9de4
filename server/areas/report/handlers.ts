import { isDeepStrictEqual } from 'node:util'
import { toColumn } from '../../db/sealed-columns.ts'
import { whyNotTakeBack } from '../../../contract/recipe/recipe.rules.ts'
import type { Report } from '../../../contract/report/report.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { isSeen } from '../patient/notes.ts'
import { ringPatient, whereWritten } from '../recipe/write.ts'

/** Reports (RULES 13, SCREENS B11): tests asked for and their results, each written once; a result names the request it answers. */
export const reportHandlers: Area<'report'> = {
  'report.list': async ({ patient, keyword: _, ...paging }, { db, refuse }) => {
    if (patient && !(await isSeen(db, patient))) return refuse('patient_not_found')
    const { rows, envelope } = await listPage<Report & { created_at: Date }>(
      db,
      'report_row',
      patient ? [where('"patientId" = ?', patient)] : [],
      ['created_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, reports: rows }
  },

  'report.add': async ({ id, kind, reportId, title, lines, description, comment, ...placing }, ctx) => {
    const { db, who } = ctx
    // TRUST R06, as with a recipe
    const { rows } = await db.query<Pick<Report, 'title' | 'lines' | 'description' | 'comment'>>(
      joint('select title, lines, description, comment from report where id = $1 and doctor_id = $2', [id, who.id], {
        types: ['uuid', 'uuid'],
        stays: true,
      }),
    )
    const [known] = rows
    const written = [title, lines, description, comment]
    if (known && isDeepStrictEqual([known.title, known.lines, known.description, known.comment], written))
      return [{ table: 'report', id }]
    const { patientId, clinicId, appointmentId, doctorName, at } = await whereWritten(ctx, placing)
    if (reportId && (kind !== 'result' || !(await isRequest(db, reportId, patientId))))
      throw new Refused('record_not_found')
    const place = { id, clinic: clinicId }
    const values = [id, patientId, clinicId, appointmentId, who.id, doctorName, kind, reportId ?? null]
    const words = [
      toColumn('report', 'title', place, title),
      toColumn('report', 'lines', place, JSON.stringify(lines)),
      toColumn('report', 'description', place, description),
      toColumn('report', 'comment', place, comment),
    ]
    await db.query(
      joint(
        `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13)`,
        [...values, ...words, at],
        {
          types: [...OF_WHOM, 'text', 'text', 'uuid', 'text', 'text', 'text', 'text', 'timestamptz'],
          all: `${INSERT} select v1, v2, v3, v4, v5, v6, v7, v8, v9, v10::jsonb, v11, v12, v13 from p order by nth`,
        },
      ),
    )
    await ringPatient(ctx, 'report_added', patientId, doctorName)
    return [{ table: 'report', id }]
  },

  'report.delete': async ({ id }, { db, who, now }) => {
    const { rows } = await db.query<Report>('select * from report_row where id = $1', [id])
    if (!rows[0]) throw new Refused('record_not_found')
    const why = whyNotTakeBack(rows[0], who, now)
    if (why) throw new Refused(why)
    await db.query('select report_delete($1)', [id])
    return [{ table: 'report', id }]
  },
}

const isRequest = async (db: Db, id: string, patientId: string) =>
  (
    await db.query(
      joint(`select from report where id = $1 and patient_id = $2 and kind = 'request'`, [id, patientId], {
        types: ['uuid', 'uuid'],
        stays: true,
      }),
    )
  ).rowCount === 1

const INSERT = `insert into report (id, patient_id, clinic_id, appointment_id, doctor_id, doctor_name, kind, report_id, title, lines,
  description, comment, created_at)`

const OF_WHOM = ['uuid', 'uuid', 'uuid', 'uuid', 'uuid']

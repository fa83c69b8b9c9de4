import { isDeepStrictEqual } from 'node:util'
import { toColumn } from '../../db/sealed-columns.ts'
import { whyNotTakeBack } from '../../../contract/recipe/recipe.rules.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import { joint } from '../../db/joint.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { isSeen } from '../patient/notes.ts'
import { ringPatient, whereWritten } from './write.ts'

/** Recipes (RULES 13, rule 52): doctors write them and may withdraw them for a day; read by all who may see them. */
export const recipeHandlers: Area<'recipe'> = {
  'recipe.list': async ({ patient, keyword: _, ...paging }, { db, refuse }) => {
    if (patient && !(await isSeen(db, patient))) return refuse('patient_not_found')
    const { rows, envelope } = await listPage<Recipe & { created_at: Date }>(
      db,
      'recipe_row',
      patient ? [where('"patientId" = ?', patient)] : [],
      ['created_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, recipes: rows }
  },

  'recipe.add': async ({ id, lines, note, ...placing }, ctx) => {
    const { db, who } = ctx
    // TRUST R06: made before, under a key that is lost; the same words by the same person are a success
    const { rows } = await db.query<Pick<Recipe, 'lines' | 'note'>>(
      joint('select lines, note from recipe where id = $1 and doctor_id = $2', [id, who.id], {
        types: ['uuid', 'uuid'],
        stays: true,
      }),
    )
    const [known] = rows
    if (known && isDeepStrictEqual([known.lines, known.note], [lines, note])) return [{ table: 'recipe', id }]
    const { patientId, clinicId, appointmentId, doctorName, at } = await whereWritten(ctx, placing)
    const place = { id, clinic: clinicId }
    await db.query(
      joint(
        `${INSERT} values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
        [
          id,
          patientId,
          clinicId,
          appointmentId,
          who.id,
          doctorName,
          toColumn('recipe', 'lines', place, JSON.stringify(lines)),
          toColumn('recipe', 'note', place, note),
          at,
        ],
        {
          types: ['uuid', 'uuid', 'uuid', 'uuid', 'uuid', 'text', 'text', 'text', 'timestamptz'],
          all: `${INSERT} select v1, v2, v3, v4, v5, v6, v7::jsonb, v8, v9 from p order by nth`,
        },
      ),
    )
    await ringPatient(ctx, 'recipe_added', patientId, doctorName)
    return [{ table: 'recipe', id }]
  },

  'recipe.delete': async ({ id }, { db, who, now }) => {
    const { rows } = await db.query<Recipe>('select * from recipe_row where id = $1', [id])
    if (!rows[0]) throw new Refused('record_not_found')
    const why = whyNotTakeBack(rows[0], who, now)
    if (why) throw new Refused(why)
    await db.query('select recipe_delete($1)', [id])
    return [{ table: 'recipe', id }]
  },
}

const INSERT =
  'insert into recipe (id, patient_id, clinic_id, appointment_id, doctor_id, doctor_name, lines, note, created_at)'

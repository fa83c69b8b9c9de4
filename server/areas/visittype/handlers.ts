import type { Currency } from '../../../contract/kernel/constants.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import type { Db } from '../../db/pool.ts'
import { columnOf } from '../../db/field-groups.ts'
import type { Area } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { Refused } from '../../kernel/refused.ts'
import { refuseNoOnline } from '../availability/place.ts'

/** The types of visits that clinics and doctors offer (decision 0159). Whose they are, the table's policies know. */
export const visitTypeHandlers: Area<'visittype'> = {
  'visittype.list': async ({ doctorId, clinicId, archived, keyword, ...paging }, { db }) => {
    const filter = [
      where('archived = ?', archived ?? false),
      ...(doctorId ? [where(OF_DOCTOR, doctorId, doctorId)] : []),
      ...(clinicId ? [where('clinic_id = ?', clinicId)] : []),
      ...(keyword ? [contains('name::text', keyword)] : []),
    ]
    const { rows, envelope } = await listPage<VisitType>(db, 'visit_type_row', filter, ['place', 'id'], paging)
    return { ...envelope, visitTypes: rows }
  },

  'visittype.add': async ({ id, clinicId, doctorId, ...fields }, { db, who, refuse }) => {
    // said before, so that another clinic and an invented one get the same answer
    if (who.type === 'clinic' && clinicId !== who.clinicId) return refuse('clinic_not_found')
    if (who.type === 'doctor' && doctorId !== who.id) return refuse('doctor_not_found')
    const currency = clinicId ? await currencyOf(db, clinicId) : 'try'
    if (!currency) return refuse('clinic_not_found')
    if (doctorId && clinicId) {
      const { rowCount } = await db.query('select from doctor where id = $1 and $2 = any (clinic_ids)', [
        doctorId,
        clinicId,
      ])
      if (!rowCount) return refuse(who.type === 'doctor' ? 'clinic_not_found' : 'doctor_not_found')
    }
    if (doctorId && fields.type === 'online') await refuseNoOnline(db, doctorId, 'online')
    const columns = columnsOf(fields)
    await db.query(
      `insert into visit_type (id, clinic_id, doctor_id, currency, ${columns.map(([column]) => column).join(', ')})
       values ($1, $2, $3, $4, ${columns.map((_, n) => `$${n + 5}`).join(', ')})`,
      [id, clinicId, doctorId, currency, ...columns.map(([, value]) => value)],
    )
    return [{ table: 'visit_type', id }]
  },

  'visittype.update': async ({ id, ...fields }, { db, base }) => {
    const changed = columnsOf(fields)
    const found = await lock(db, id)
    if (found.archived) throw new Refused('visittype_archived')
    judge(
      { table: 'visit_type', id },
      found.field_versions,
      base,
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    )
    if (found.doctorId && fields.type === 'online') await refuseNoOnline(db, found.doctorId, 'online')
    if (changed.length)
      await db.query(
        `update visit_type set ${changed.map(([column], n) => `${column} = $${n + 2}`).join(', ')} where id = $1`,
        [id, ...changed.map(([, value]) => value)],
      )
    return [{ table: 'visit_type', id }]
  },

  'visittype.archive': async ({ id }, { db }) => {
    await lock(db, id)
    await db.query('update visit_type set archived = true where id = $1 and not archived', [id])
    return [{ table: 'visit_type', id }]
  },
}

/** Those of the doctor alone, and those of the clinics where the doctor works. */
const OF_DOCTOR =
  '(doctor_id = ? or doctor_id is null and clinic_id in (select unnest(clinic_ids) from doctor where id = ?))'

/** Locked for the rest of the transaction, if this person may change it: seeing it is not enough. */
async function lock(db: Db, id: string) {
  const locked = await db.query(
    'select from visit_type where id = $1 and may_write_visit_type(clinic_id, doctor_id) for update',
    [id],
  )
  const { rows } = locked.rowCount
    ? await db.query<VisitType & { field_versions: Record<string, number> }>(
        'select * from visit_type_row where id = $1',
        [id],
      )
    : { rows: [] }
  if (!rows[0]) throw new Refused('visittype_not_found')
  return rows[0]
}

async function currencyOf(db: Db, clinicId: string): Promise<Currency | undefined> {
  const { rows } = await db.query<{ currency: Currency }>('select currency from clinic where id = $1', [clinicId])
  return rows[0]?.currency
}

/** The columns of the given fields and their values; texts are stored without spaces around them. */
const columnsOf = (fields: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[columnOf(name), Array.isArray(value) ? JSON.stringify(value.map(trimmed)) : value]],
  )
const trimmed = ({ lang, value }: VisitType['name'][number]) => ({ lang, value: value.trim() })

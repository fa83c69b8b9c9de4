import type { Clinic } from '../../../contract/clinic/clinic.ts'
import type { Handler } from '../../http/handler.ts'
import { contains, listPage, where } from '../../http/list.ts'

/**
 * The clinics that the caller may see, by name, for the admins' screen and for selectors. Only a private clinic's own
 * users get counts of its people (rule 48).
 */
export const listClinics: Handler<'clinic.list'> = async (filter, { db }) => {
  const { keyword, city } = filter
  const { rows, envelope } = await listPage<Clinic>(
    db,
    'clinic_row',
    [
      where('"deletedAt" is null'),
      ...(filter.id ? [where('id = ?', filter.id)] : []),
      ...(filter.active === undefined ? [] : [where('active = ?', filter.active)]),
      ...(filter.private === undefined ? [] : [where('private = ?', filter.private)]),
      ...(filter.panelUrlStatus === undefined ? [] : [where('"panelUrlStatus" = ?', filter.panelUrlStatus)]),
      ...(city?.trim() ? [where('fold(city) = fold(?)', city.trim())] : []),
      ...(keyword?.trim() ? [contains(`concat_ws(' ', name, city, slug, "panelUrl")`, keyword.trim())] : []),
    ],
    ['name', 'id'],
    filter,
  )
  const counted = await db.query<{ id: string; doctors: number; patients: number }>('select * from clinic_counts($1)', [
    rows.map(({ id }) => id),
  ])
  const counts = new Map(counted.rows.map((row) => [row.id, row]))
  return {
    ...envelope,
    clinics: rows.map((row) => ({
      ...row,
      doctors: counts.get(row.id)?.doctors ?? null,
      patients: counts.get(row.id)?.patients ?? null,
    })),
  }
}

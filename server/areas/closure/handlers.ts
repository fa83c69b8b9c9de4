import type { Closure } from '../../../contract/closure/closure.ts'
import { whyNotClosure } from '../../../contract/closure/closure.rules.ts'
import type { Area } from '../../http/handler.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { Refused } from '../../kernel/refused.ts'

/**
 * Times in which a clinic is closed (decision 0152). Only its own desk closes and opens it, as the table's policies say;
 * they know which clinic that is.
 */
export const closureHandlers: Area<'closure'> = {
  'closure.list': async ({ from, keyword, ...paging }, { db }) => {
    const filter = [...(from ? [where('ends_at > ?', from)] : []), ...(keyword ? [contains('name', keyword)] : [])]
    const { rows, envelope } = await listPage<Closure>(db, 'closure_row', filter, ['starts_at', 'id'], paging)
    return { ...envelope, closures: rows }
  },

  'closure.add': async ({ id, name, start, end }, { db, who, refuse }) => {
    if (whyNotClosure({ start, end })) return refuse('end_time_invalid')
    await db.query('insert into closure (id, clinic_id, name, starts_at, ends_at) values ($1, $2, $3, $4, $5)', [
      id,
      who.clinicId,
      name.trim(),
      start,
      end,
    ])
    return [{ table: 'closure', id }]
  },

  'closure.remove': async ({ id }, { db }) => {
    const { rowCount } = await db.query('delete from closure where id = $1', [id])
    if (!rowCount) throw new Refused('closure_not_found')
    return [{ table: 'closure', id }]
  },
}

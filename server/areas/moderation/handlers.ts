import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { WAITING_KINDS } from '../../../contract/moderation/moderation.lists.ts'
import type { Db } from '../../db/pool.ts'
import type { Area } from '../../http/handler.ts'
import { listPage, numbered, where, type Condition } from '../../http/list.ts'

/**
 * What waits to be published (decision 0145). Visibility comes from each record's own table; publishing is the own call
 * of each kind of record.
 */
export const moderationHandlers: Area<'moderation'> = {
  'moderation.list': async ({ kind, clinicId, keyword, ...paging }, { db }) => {
    const everywhere = [
      ...(clinicId ? [where('clinic_id = ?', clinicId)] : []),
      ...(keyword?.trim() ? [where(SAYS, keyword.trim())] : []),
    ]
    const { rows, envelope } = await listPage<Waiting & { since: string }>(
      db,
      { table: 'waiting_text', view: 'waiting_text_row' },
      [...everywhere, ...(kind ? [where('kind = ?', kind)] : [])],
      ['since', 'id'],
      paging,
      true,
    )
    return { ...envelope, waiting: rows, counts: await countsOf(db, everywhere) }
  },
}

async function countsOf(db: Db, conditions: readonly Condition[]) {
  const { filter, values } = numbered(conditions)
  const { rows } = await db.query<{ kind: Waiting['kind']; n: number }>(
    `select kind, count(*) as n from waiting_text ${filter} group by kind`,
    values,
  )
  const of = (kind: Waiting['kind']) => rows.find((row) => row.kind === kind)?.n ?? 0
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, of(kind)])) as Record<Waiting['kind'], number> // every kind is in it
}

const SAYS = `id in (select r.id from waiting_text_row r where strpos(fold(concat_ws(' ', r.title, r.content, r.about, r."byName", r."doctorName", r."clinicName")), fold(?)) > 0)`

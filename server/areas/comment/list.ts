import { summaryOf } from '../../../contract/comment/comment.rules.ts'
import { type Comment } from '../../../contract/comment/comment.ts'
import { RATES } from '../../../contract/comment/comment.lists.ts'
import type { Parsed } from '../../../contract/calls.ts'
import { totals } from '../../db/rows.ts'
import type { Db } from '../../db/pool.ts'
import type { Handler } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { contains, listPage, where, type Condition } from '../../http/list.ts'

type Filter = Parsed<'comment.list'>

/**
 * A page of the comments this person may see, newest first, and the distribution of the stars over the whole filter.
 */
export const listComments: Handler<'comment.list'> = async (filter, { db, who }) => {
  const { keyword: _, part, ...paging } = filter
  const head = part === 'page' ? {} : await headOf(db, filter, who)
  if (part === 'head') return { status: true, ...totals(0, 1), after: null, comments: [], ...head }
  const { rows, envelope } = await listPage<Comment & { created_at: Date }>(
    db,
    { table: 'comment', view: 'comment_row' },
    conditionsOf(filter, who),
    ['created_at', 'id'],
    paging,
    true,
  )
  return { ...envelope, comments: rows, ...head }
}

/** The column of the caller's own side comes first, so that its index is used. */
const conditionsOf = (filter: Filter, who: Who): Condition[] => [
  ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
  ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
  ...(filter.doctorId ? [where('doctor_id = ?', filter.doctorId)] : []),
  ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
  ...(filter.patientId ? [where('patient_id = ?', filter.patientId)] : []),
  ...(filter.appointmentId ? [where('appointment_id = ?', filter.appointmentId)] : []),
  ...(filter.published === undefined ? [] : [where('published = ?', filter.published)]),
  ...(filter.rate ? [where('rate = ?', filter.rate)] : []),
  ...(filter.hasText === undefined ? [] : [where(`(content <> '') = ?`, filter.hasText)]),
  ...(filter.reported === undefined ? [] : [where('(reported_at is not null) = ?', filter.reported)]),
  ...(filter.since ? [where('created_at >= ?', filter.since)] : []),
  ...(filter.until ? [where('created_at < ?', filter.until)] : []),
  ...(filter.keyword?.trim() ? [contains('content', filter.keyword.trim())] : []),
]

/** Counts all stars whichever are chosen; otherwise each bar of the chart would hide the others. */
async function headOf(db: Db, filter: Filter, who: Who) {
  const { rows } = await db.query<{ rate: number; n: number }>(HEAD, [
    who.type === 'doctor' ? who.id : null,
    who.clinicId,
    filter.doctorId ?? null,
    filter.clinicId ?? null,
    filter.patientId ?? null,
    filter.appointmentId ?? null,
    filter.published ?? null,
    filter.hasText ?? null,
    filter.reported ?? null,
    filter.since ?? null,
    filter.until ?? null,
    filter.keyword?.trim() || null,
  ])
  const histogram = RATES.map((stars) => rows.find(({ rate }) => rate === stars)?.n ?? 0)
  return { average: summaryOf(histogram).average, histogram }
}

const HEAD = `
  select rate, count(*) as n from comment
   where ($1::uuid is null or doctor_id = $1) and ($2::uuid is null or clinic_id = $2)
     and ($3::uuid is null or doctor_id = $3) and ($4::uuid is null or clinic_id = $4)
     and ($5::uuid is null or patient_id = $5) and ($6::uuid is null or appointment_id = $6)
     and ($7::boolean is null or published = $7) and ($8::boolean is null or (content <> '') = $8)
     and ($9::boolean is null or (reported_at is not null) = $9)
     and ($10::timestamptz is null or created_at >= $10) and ($11::timestamptz is null or created_at < $11)
     and ($12::text is null or strpos(fold(content), fold($12)) > 0)
   group by rate`

import { MOST_FIGURE_DAYS } from '../../../contract/figures/figures.lists.ts'
import { noFigures } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { daysBetween } from '../../../contract/kernel/time.ts'
import type { Area } from '../../http/handler.ts'
import { where } from '../../http/list.ts'
import { minutesSql } from './minutes.ts'
import { visitsSql } from './visits.ts'

/**
 * Figures of the work of a clinic or a doctor (decision 0160). Row-level security decides which appointments and hours are counted; the conditions here
 * only lead to their index.
 */
export const figuresHandlers: Area<'figures'> = {
  'figures.summary': async ({ from, to, doctorId, clinicId }, { db, who, now, refuse }) => {
    if (to < from || daysBetween(from, to) >= MOST_FIGURE_DAYS) return refuse('end_date_invalid')
    const scope = [
      ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
      ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
      ...(doctorId ? [where('doctor_id = ?', doctorId)] : []),
      ...(clinicId ? [where('clinic_id = ?', clinicId)] : []),
    ]
    const visits = visitsSql(scope, { from, to }, now)
    const minutes = minutesSql(scope, { from, to })
    const parts: readonly Part[] = [
      ...(await db.query<Part>(visits.sql, visits.values)).rows,
      ...(await db.query<Part>(minutes.sql, minutes.values)).rows,
    ]
    const lines = new Map([['all null', noFigures('all', null)]])
    for (const part of parts) {
      const name = `${part.by} ${part.key}`
      lines.set(name, { ...(lines.get(name) ?? noFigures(part.by, part.key)), ...part })
    }
    return { status: true, lines: [...lines.values()] }
  },
}

type Part = Pick<FigureLine, 'by' | 'key'> & Partial<FigureLine>

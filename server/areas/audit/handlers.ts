import type { AuditLine } from '../../../contract/audit/audit.ts'
import type { Db } from '../../db/pool.ts'
import { readRows } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'

/**
 * The audit log as far as its reader may see it: functions of the database apply the visibility, and no one has a right
 * on the table itself (TRUST D15).
 */
export const auditHandlers: Area<'audit'> = {
  'audit.list': async ({ actorId, act, table, recordId, from, to, before, limit = 50 }, { db }) => {
    const lines = await read(db, PAGE, [
      actorId ?? null,
      act ?? null,
      table ?? null,
      recordId ?? null,
      from ?? null,
      to ?? null,
      before ?? null,
      limit + 1,
    ])
    return pageOf(lines, limit)
  },

  'audit.record': async ({ table, recordId, before, limit = 50 }, { db, refuse }) => {
    if (!(await readRows(db, table, [recordId])).length) return refuse('record_not_found')
    const lines = await read(db, HISTORY, [table, recordId, before ?? null, limit + 1])
    return pageOf(lines, limit)
  },
}

async function read(db: Db, sql: string, values: readonly unknown[]): Promise<AuditLine[]> {
  const { rows } = await db.query<AuditLine>(sql, [...values])
  return rows
}

const pageOf = (lines: readonly AuditLine[], limit: number) => ({
  status: true as const,
  lines: lines.slice(0, limit),
  before: lines.length > limit ? (lines[limit - 1]?.seq ?? null) : null,
})

const PAGE = `select seq, iso(at) as at, iso(made_at) as "madeAt", actor as "actorId", actor_name as "actorName", actor_type as "actorType",
    clinic_id as "clinicId", clinic_name as "clinicName", action, object_table as "table", object_id as "recordId",
    object_name as "recordName", fields, changes, outcome
  from audit_page($1, $2, $3, $4, $5, $6, $7, $8)`

const HISTORY = `select seq, iso(at) as at, iso(made_at) as "madeAt", actor as "actorId", actor_name as "actorName", actor_type as "actorType",
    clinic_id as "clinicId", clinic_name as "clinicName", action, object_table as "table", object_id as "recordId",
    object_name as "recordName", fields, changes, outcome
  from record_history($1, $2, $3, $4)`

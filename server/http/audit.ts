import type { CallName } from '../../contract/calls.ts'
import type { Recorded } from './handler.ts'
import type { Who } from '../identity/who.ts'
import { joint, type Joint } from '../db/joint.ts'
import { kept, type Db } from '../db/pool.ts'
import { prefixOf } from '../kernel/network.ts'

/** Acts outside the loop (areas/file, patient, report, calendar-link). */
type FileAct =
  | 'file.put'
  | 'file.remove'
  | 'calendar.addFile'
  | 'patient.openFile'
  | 'patient.export'
  | 'sync.fill'
  | 'recipe.paper'
  | 'report.paper'

/**
 * One line of the audit log, inside the request's transaction (TRUST D15): field names, values only if the handler
 * recorded them (rule 57), and only the prefix of an address.
 */
export async function audit(
  db: Db,
  who: Who,
  line: {
    call: CallName | FileAct
    object: { readonly table: string; readonly id: string | null } | null
    values: Recorded['values'] | null
    fields: readonly string[]
    outcome: string
    madeAt: string | null
    ip: string
  },
) {
  await db.query(
    joint(
      `insert into audit (made_at, actor, actor_type, clinic_id, action, object_table, object_id, fields, outcome, ip_prefix, session_hash, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        line.madeAt,
        who.id,
        who.type,
        who.clinicId ?? who.hostClinic,
        line.call,
        line.object?.table ?? null,
        line.object?.id ?? null,
        line.fields,
        line.outcome,
        prefixOf(line.ip),
        who.sessionHash,
        line.values ? JSON.stringify(line.values) : null,
      ],
      LINE,
    ),
  )
}

const LINE: Joint = {
  types: ['timestamptz', 'uuid', 'text', 'uuid', 'text', 'text', 'uuid', 'text[]', 'text', 'text', 'text', 'text'],
  all: `insert into audit (made_at, actor, actor_type, clinic_id, action, object_table, object_id, fields, outcome, ip_prefix, session_hash, changes)
    select v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12::jsonb from p order by nth`,
}

/**
 * One line for a read of patients' records, in the read's own transaction: whose, if one patient is named, and how many
 * records; never who they were. It does not wait for the disk: a crash may lose the last lines of reads, a price for
 * the speed of lists. A write's line is never lost.
 */
export async function auditRead(
  db: Db,
  who: Who,
  line: {
    call: CallName | FileAct
    object: { readonly table: string; readonly id: string | null }
    fields: readonly string[]
    records: number
    ip: string
    /** Logged once in twelve hours if it reads one record. */
    repeats?: true
  },
) {
  await db.query(
    kept(
      `with quiet as materialized (select set_config('synchronous_commit', 'off', true))
     insert into audit (actor, actor_type, clinic_id, action, object_table, object_id, fields, outcome, ip_prefix, session_hash, changes)
     select $1, $2, $3, $4, $5, $6, $7, 'done', $8, $9, jsonb_build_object('records', jsonb_build_array(null, $10::int)) from quiet
      where not ($11 and audit_read_lately($4, $5, $6, $9))`,
      [
        who.id,
        who.type,
        who.clinicId ?? who.hostClinic,
        line.call,
        line.object.table,
        line.object.id,
        line.fields,
        prefixOf(line.ip),
        who.sessionHash,
        line.records,
        line.repeats === true,
      ],
    ),
  )
}

import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import { changedSince } from '../../db/merge.ts'
import { columnOf } from '../../db/field-groups.ts'
import { joint } from '../../db/joint.ts'
import { kept, type Db } from '../../db/pool.ts'
import { isSealed, toColumn } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'

export type Visit = Appointment & { readonly field_versions: Readonly<Record<string, number>> }

/**
 * A visit that the caller may see, locked for the rest of the transaction and read after the lock; null if there is
 * none.
 */
export async function lockVisit(db: Db, id: string): Promise<Visit | null> {
  const { rows } = await db.query<Visit>(
    joint('select * from appointment_row where id = $1 for update', [id], {
      types: ['uuid'],
      // with several rows, none waits for a row that another transaction holds
      all: `select p.nth, its.* from p cross join lateral
              (select * from appointment_row where id = p.v1 for update skip locked) its`,
      stays: true,
      finds: true,
    }),
  )
  return rows[0] ?? null
}

/** The same without a lock: the data may change right after. */
export async function readVisit(db: Db, id: string): Promise<Visit | null> {
  const { rows } = await db.query<Visit>(kept('select * from appointment_row where id = $1', [id]))
  return rows[0] ?? null
}

/** Rule 83: an edit whose facts someone else has changed since is a conflict; other facts merge. */
export function judge(visit: Visit, base: number | null, fields: readonly string[]) {
  const changed = changedSince('appointment', visit.field_versions, base, fields)
  if (changed.length)
    throw new Refused('changed_since', { fields: changed, target: { table: 'appointment', id: visit.id } }, 412)
}

/** Sets fields of a visit by their contract names, with author and time. */
export async function change(
  { db, who, now }: Pick<Ctx<'appointment.update'>, 'db' | 'who' | 'now'>,
  visit: Visit,
  fields: Readonly<Record<string, unknown>>,
): Promise<[Target, ...Target[]]> {
  const place = { id: visit.id, clinic: visit.clinicId }
  const set = Object.entries(fields).map(([name, value]) => {
    const column = columnOf(name)
    // for a text column
    return [
      column,
      isSealed('appointment', column) ? toColumn('appointment', column, place, value as string | null) : value,
    ] as const
  })
  const columns = ['updated_at', 'updated_by', ...set.map(([column]) => column)]
  const values = [new Date(now), who.name, ...set.map(([, value]) => value)]
  await db.query(
    joint(
      `update appointment set ${columns.map((column, i) => `${column} = $${i + 2}`).join(', ')} where id = $1`,
      [visit.id, ...values],
      {
        types: ['uuid', ...columns.map(typeOf)],
        all: `update appointment a set ${columns.map((column, i) => `${column} = p.v${i + 2}`).join(', ')} from p where a.id = p.v1`,
      },
    ),
  )
  return [{ table: 'appointment', id: visit.id }]
}

const typeOf = (column: string) =>
  column.endsWith('_at')
    ? 'timestamptz'
    : column.endsWith('_id')
      ? 'uuid'
      : NUMBERS.has(column)
        ? 'bigint'
        : column === 'overrides'
          ? 'text[]'
          : 'text'
const NUMBERS: ReadonlySet<string> = new Set(['price', 'commission', 'earn', 'moves'])

/**
 * TRUST D11: every path that takes a doctor's time waits here first, doctor before patient, so that no two deadlock.
 */
export async function lockTime(db: Db, doctorId: string, patientId: string) {
  await lockUntilEnd(db, 'doctor', doctorId)
  await lockUntilEnd(db, 'patient', patientId)
}

import type { Import, ImportLine } from '../../../contract/import/import.ts'
import { isUndoable } from '../../../contract/import/import.rules.ts'
import { LINES_A_DAY } from '../../../contract/import/import.lists.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { toColumn } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { judge } from './judge.ts'
import { lockImport, placeOf, readImport } from './store.ts'

/** Imports of patients: the calls. What runs in the background is in run.ts. */
export const importHandlers: Area<'import'> = {
  'import.list': async (_, { db }) => {
    const { rows } = await db.query<Import>('select * from import_row order by created_at desc, id limit 20')
    return { status: true, imports: rows }
  },

  'import.add': async ({ id, columns, lines }, { db, who, now, refuse, record }) => {
    const day = await db.query<{ lines: number }>(
      'select coalesce(sum(total), 0)::int as lines from import where created_at > $1',
      [new Date(now - DAY)],
    )
    if (day.rows[0]!.lines + lines > LINES_A_DAY) return refuse('import_too_much')
    const { rowCount } = await db.query(
      `insert into import (id, clinic_id, columns, total, made_by, made_by_name, created_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing`,
      [id, who.clinicId, JSON.stringify(columns), lines, who.id, who.name, new Date(now)],
    )
    if (!rowCount) return refuse('import_open')
    record({ object: { table: 'import', id }, values: { lines: [null, lines] } })
    return { status: true, import: await readImport(db, id) }
  },

  'import.send': async ({ id, lines }, { db, who, refuse }) => {
    const its = await lockImport(db, id)
    if (its.state !== 'reading') return refuse('import_begun')
    const here = await db.query<{ line: number }>(
      'select line from import_line where import_id = $1 and line = any ($2)',
      [id, lines.map(({ line }) => line)],
    )
    const arrived = new Set(here.rows.map(({ line }) => line))
    const fresh = [...new Map(lines.map((each) => [each.line, each])).values()].filter(({ line }) => !arrived.has(line))
    if (its.arrived + fresh.length > its.total) throw new Refused('bad_input', { fields: { lines: 'max_length' } }, 400)
    const judged = await judge(db, id, await placeOf(db, who.clinicId), fresh)
    const rows = fresh.map(({ line, cells }, n) => ({ id: newId(), line, cells, ...judged[n]! }))
    await db.query(
      `insert into import_line (id, import_id, clinic_id, line, state, cells, phone, email, faults, patient_id)
       select x.id, $1, $2, x.line, x.state, x.cells, x.phone, x.email, x.faults, x.patient
         from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::uuid[])
           as x (id, line, state, cells, phone, email, faults, patient)`,
      [
        id,
        who.clinicId,
        rows.map((row) => row.id),
        rows.map(({ line }) => line),
        rows.map(({ state }) => state),
        rows.map((row) =>
          toColumn('import_line', 'cells', { id: row.id, clinic: who.clinicId }, JSON.stringify(row.cells)),
        ),
        rows.map(({ phone }) => phone),
        rows.map(({ email }) => email),
        rows.map(({ faults }) => JSON.stringify(faults)),
        rows.map(({ patientId }) => patientId),
      ],
    )
    return { status: true, import: await readImport(db, id) }
  },

  'import.read': async ({ id, states, after = 0, limit = 200 }, { db, record }) => {
    await readImport(db, id)
    const { rows } = await db.query<Omit<ImportLine, 'cells'> & { cells: string }>(
      `select l.line, l.state, l.faults, l.cells, (select t.id from patient t where t.id = l.patient_id) as "patientId"
         from import_line l where l.import_id = $1 and l.state = any ($2) and l.line > $3 order by l.line limit $4`,
      [id, states, after, limit + 1],
    )
    const lines = rows.slice(0, limit).map((row) => ({ ...row, cells: JSON.parse(row.cells) as ImportLine['cells'] })) // as stored by `import.send`
    record({ object: { table: 'import', id }, values: { records: [null, lines.length] } })
    return { status: true, lines, more: rows.length > limit }
  },

  'import.start': async ({ id }, { db, refuse, record }) => {
    const its = await lockImport(db, id)
    if (its.state !== 'reading') return refuse('import_begun')
    if (its.arrived < its.total) return refuse('import_incomplete')
    await db.query(`update import set state = 'running' where id = $1`, [id])
    await db.query('select import_wake()')
    record({ object: { table: 'import', id }, values: { new: [null, its.counts.new] } })
    return { status: true, import: await readImport(db, id) }
  },

  'import.undo': async ({ id }, { db, refuse, record }) => {
    const its = await lockImport(db, id)
    if (!isUndoable(its)) return refuse('import_not_undoable')
    const { rowCount } = await db.query(
      `update import set state = 'undoing', counts = null, ended_at = null where id = $1
          and not exists (select from import where state in ('reading', 'running', 'undoing'))`,
      [id],
    )
    if (!rowCount) return refuse('import_open')
    await db.query('select import_wake()')
    record({ object: { table: 'import', id }, values: { done: [its.counts.done, null] } })
    return { status: true, import: await readImport(db, id) }
  },

  'import.drop': async ({ id }, { db, now, refuse, record }) => {
    const its = await lockImport(db, id)
    if (its.state !== 'reading') return refuse('import_begun')
    await db.query('select import_dropped($1, $2)', [id, new Date(now)])
    record({ object: { table: 'import', id } })
    return { status: true }
  },
}

const DAY = 86_400_000

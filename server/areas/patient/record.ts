import type { GenericSchema } from 'valibot'
import { recordParts, type PatientRecord } from '../../../contract/record.ts'
import { visible } from '../../../contract/kernel/wire.ts'
import type { Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import { asContact } from './contacts.ts'

type Part = keyof typeof recordParts
/** A page of one part's rows, as the caller may see them. */
type Page = { readonly part: Part; readonly rows: readonly unknown[] }

/** Reading took longer than an export may hold a connection of the database. */
export class RecordTooSlow extends Error {}

/**
 * A patient's record, part by part and page by page, with the caller's visibility (TRUST D10): one query per page.
 * Throws `RecordTooSlow` past `until`, epoch ms of this machine's clock.
 */
export async function* readRecord(db: Db, who: Who, patient: string, until = Infinity): AsyncGenerator<Page> {
  for (const part of PARTS) {
    let after = FIRST
    for (;;) {
      if (Date.now() > until) throw new RecordTooSlow()
      const { rows } = await db.query<{ id: string }>(SQL[part], [patient, after, PAGE])
      const shown = part === 'contacts' ? (rows as Sent[]).map(asContact) : rows // its statement selects just that
      yield { part, rows: shown.map((row) => visible(rowOf(part), row, who.type)) }
      const last = rows.at(-1)
      if (part === 'wallets' || rows.length < PAGE || !last) break
      after = last.id
    }
  }
}

/** The whole record. Null if the caller may not see the card. */
export async function wholeRecord(
  db: Db,
  who: Who,
  patient: string,
  now: number,
  until: number,
): Promise<PatientRecord | null> {
  const parts = Object.fromEntries(PARTS.map((part): [Part, unknown[]] => [part, []])) as Record<Part, unknown[]> // of every part
  for await (const { part, rows } of readRecord(db, who, patient, until)) {
    if (part === 'patient' && rows.length === 0) return null
    for (const row of rows) parts[part].push(row)
  }
  const { patient: cards, ...lists } = parts
  // the rows have passed their own schemas
  const record = { ...lists, patient: cards[0] } as unknown as Omit<PatientRecord, 'status' | 'madeAt' | 'names'>
  const named = await db.query<{ id: string; name: string }>(NAMES, [
    [
      ...new Set(
        [...record.appointments, ...record.payments, ...record.comments].flatMap(({ doctorId }) => doctorId ?? []),
      ),
    ],
    [...new Set(Object.values(lists).flatMap((rows) => rows.flatMap(clinicOf)))],
  ])
  return {
    status: true,
    madeAt: new Date(now).toISOString(),
    names: Object.fromEntries(named.rows.map(({ id, name }) => [id, name])),
    ...record,
  }
}

const clinicOf = (row: unknown): string[] =>
  typeof row === 'object' && row && 'clinicId' in row && typeof row.clinicId === 'string' ? [row.clinicId] : []

type Sent = Parameters<typeof asContact>[0]

const PAGE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'
const PARTS = Object.keys(recordParts) as Part[] // keys of `recordParts`

const rowOf = (part: Part): GenericSchema => {
  const schema = recordParts[part]
  return 'item' in schema ? schema.item : schema.wrapped
}

/** Written out in full, so that no SQL is assembled from parts. */
const SQL: Readonly<Record<Part, string>> = {
  patient: 'select * from patient_row where id = $1 and id > $2 order by id limit $3',
  appointments: 'select * from appointment_row where patient_id = $1 and id > $2 order by id limit $3',
  notes: 'select * from patient_note_row where "patientId" = $1 and id > $2 order by id limit $3',
  recipes: 'select * from recipe_row where "patientId" = $1 and id > $2 order by id limit $3',
  reports: 'select * from report_row where "patientId" = $1 and id > $2 order by id limit $3',
  files: 'select * from patient_file_row where "patientId" = $1 and id > $2 order by id limit $3',
  payments: 'select * from payment_row where "patientId" = $1 and id > $2 order by id limit $3',
  wallets: 'select * from wallets_of($1) where $2::uuid is not null limit $3',
  comments: 'select * from comment_row where "patientId" = $1 and id > $2 order by id limit $3',
  contacts: `select id, channel, recipient as "to", template, state, iso(made_at) as "madeAt", iso(next_try_at) as "dueAt", iso(ended_at) as "endedAt"
    from message where patient_id = $1 and id > $2 order by id limit $3`,
}

const NAMES = `select id, trim(concat_ws(' ', title, name)) as name from doctor_row where id = any ($1::uuid[])
  union all select id, name from clinic where id = any ($2::uuid[])`

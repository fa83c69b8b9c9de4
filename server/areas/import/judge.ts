import { setImmediate as breathe } from 'node:timers/promises'
import type { Cells, ImportLine } from '../../../contract/import/import.ts'
import { nameWords } from '../../../contract/kernel/name.rules.ts'
import type { Db } from '../../db/pool.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { identityTyped } from '../patient/store.ts'
import { readCells, type ReadLine } from './read-cells.ts'

/** What a line is, before anything is added. */
type Judged = Pick<ImportLine, 'state' | 'faults' | 'patientId'> & {
  readonly phone: string | null
  readonly email: string | null
}
type Line = { readonly line: number; readonly cells: Cells }
type Fault = ImportLine['faults'][number]
/** The clinic's zone, and the realm of its patients. */
export type Place = { readonly zone: string; readonly realm: string | null }

/**
 * Judges lines in the order of the file, by the rules that a form has and by whom the clinic knows. The same person is
 * who has the identity number; or name and birth date; or, where one of the two cards has no birth date, name and phone
 * or e-mail. A phone alone never says so (issue 32): one that another patient has makes a line bad, and so does a patient
 * of another clinic.
 */
export async function judge(db: Db, importId: string, place: Place, lines: readonly Line[]): Promise<Judged[]> {
  const read: ReadLine[] = []
  for (const [n, { cells }] of lines.entries()) {
    // numbering plans are large: what reads them gives way to other requests
    if (n % 25 === 24) await breathe()
    read.push(readCells(cells, place.zone))
  }
  const known = await knownOf(db, place.realm, read)
  const earlier = await linesBefore(db, importId, read, lines)
  return lines.map(({ cells }, n) => {
    const { patient, faults } = read[n]!
    if (!patient) return { state: 'bad', faults, patientId: null, phone: null, email: null }
    const email = patient.email?.toLowerCase() || null
    const { phone } = patient
    const contact = { phone, email }
    const name = plain(patient.name)
    const found = known.get(n)
    const twin = earlier.find((its) => its.phone === phone || (email !== null && its.email === email))
    const before = twin && (twin.name === name ? 'same' : twin.phone === phone ? 'phone_exists' : 'email_exists')
    if (!twin) earlier.push({ ...contact, name: plain(cells.name ?? '') })
    if (found?.id) return { state: 'same', faults: [], patientId: found.id, ...contact }
    const fault = found?.taken ? TAKEN[found.taken] : null
    if (fault) return { state: 'bad', faults: [fault], patientId: null, ...contact }
    if (before === 'same') return { state: 'same', faults: [], patientId: null, ...contact }
    if (before) return { state: 'bad', faults: [faultOf(before)], patientId: null, ...contact }
    return { state: 'new', faults: [], patientId: null, ...contact }
  })
}

const faultOf = (reason: 'phone_exists' | 'email_exists'): Fault => ({
  field: reason === 'phone_exists' ? 'phone' : 'email',
  reason,
})
/** An identity number that the clinic does not know is a patient's of another clinic, who is not named (rule 60). */
const ELSEWHERE: Fault = { field: null, reason: 'patient_exists' }
const TAKEN = { identity: ELSEWHERE, phone: faultOf('phone_exists'), email: faultOf('email_exists') }

type Known = { readonly n: number; readonly id: string | null; readonly taken: 'identity' | 'phone' | 'email' | null }

/** Whom the clinic knows of these, and which of their contacts someone else of the realm has. */
async function knownOf(db: Db, realm: string | null, read: readonly ReadLine[]): Promise<ReadonlyMap<number, Known>> {
  const whole = read.flatMap(({ patient }, n) => (patient ? [{ ...patient, n }] : []))
  if (whole.length === 0) return new Map()
  const { rows } = await db.query<Known>(KNOWN, [
    realm,
    whole.map(({ n }) => n),
    whole.map(({ name }) => name.trim()),
    whole.map(({ phone }) => phone),
    whole.map(({ email }) => email ?? null),
    whole.map(({ identity, nonCitizen }) => toIdentity(realm, identityTyped(identity, nonCitizen ?? false))),
    whole.map(({ birthDate }) => birthDate ?? null),
  ])
  const known = new Map(rows.map((row) => [row.n, row]))
  for (const { n, id, taken } of rows)
    if (taken === 'identity' && !id) known.set(n, { n, taken, id: await byIdentity(db, realm, read[n]!.patient!) })
  return known
}

async function byIdentity(db: Db, realm: string | null, { identity, nonCitizen }: NonNullable<ReadLine['patient']>) {
  const { rows } = await db.query<{ id: string }>(`select id from patient_search('{}', '', $1, null, 1)`, [
    toIdentity(realm, identityTyped(identity, nonCitizen ?? false)),
  ])
  return rows[0]?.id ?? null
}

/** `contact_of_other` needs a person to leave out: no one has the nil id. */
const KNOWN = `select x.n, same.id, contact_of_other($1, x.email, x.phone, x.identity, '00000000-0000-0000-0000-000000000000') as taken
  from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::date[]) as x (n, name, phone, email, identity, born)
  left join lateral (
    select t.id from patient t
     where t.name_folded = fold(x.name) and t.hidden_at is null
       and (t.birth_date = x.born
         or (t.birth_date is null or x.born is null) and (t.phone = x.phone or lower(t.email) = lower(x.email)))
     order by t.id limit 1) same on true`

type Earlier = { readonly phone: string | null; readonly email: string | null; readonly name: string }

/** Other lines that have arrived with one of these contacts. */
async function linesBefore(
  db: Db,
  importId: string,
  read: readonly ReadLine[],
  lines: readonly Line[],
): Promise<Earlier[]> {
  const whole = read.flatMap(({ patient }) => patient ?? [])
  const { rows } = await db.query<{ phone: string | null; email: string | null; cells: string }>(
    `select phone, email, cells from import_line where import_id = $1 and line <> all ($4) and phone = any ($2)
     union all select phone, email, cells from import_line where import_id = $1 and line <> all ($4) and email = any ($3)`,
    [
      importId,
      whole.map(({ phone }) => phone),
      whole.flatMap(({ email }) => email?.toLowerCase() || []),
      lines.map(({ line }) => line),
    ],
  )
  return rows.map(({ phone, email, cells }) => ({
    phone,
    email,
    name: plain((JSON.parse(cells) as Cells).name ?? ''), // as `import.send` stored it
  }))
}

const plain = (name: string) => nameWords(name).plain.join(' ') || name.trim()

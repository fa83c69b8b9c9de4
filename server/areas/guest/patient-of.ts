import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { audit } from '../../http/audit.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import { sqlState } from '../../db/transaction.ts'
import type { Deps } from '../../http/handler.ts'
import { patientByLink } from '../../identity/session-store.ts'
import type { Who } from '../../identity/who.ts'
import { Refused } from '../../kernel/refused.ts'
import { shownOf, versionOf, type Texts } from '../session/legal-text.ts'
import type { Typed } from './guest-booking.ts'

export type Legal = {
  readonly clinicId: string | null
  readonly terms: Texts
  readonly dataPolicy: Texts
}

/**
 * The patient an appointment is for, once the contact is proved (decision 0155): the one who has this contact, if the
 * birth date is theirs (or none is known, and the name is theirs); otherwise a new card without a password. Never by
 * the contact alone, never by a contact that no one proved.
 *
 * @throws Refused `patient_exists` if the contact is someone else's
 */
export async function patientOf(
  deps: Deps,
  typed: Typed,
  { ip, lang, legal }: { readonly ip: string; readonly lang: Language; readonly legal: Legal },
): Promise<Who> {
  const id = (await known(deps.pool, typed)) ?? (await make())
  const who = id && (await patientByLink(deps.pool, id))
  if (!who) throw new Refused('patient_exists')
  return who

  /** Two proofs at the same moment make one card: the second finds the first's. */
  async function make(): Promise<string | null> {
    const made = newId(deps.now())
    try {
      await asServer(deps.pool, (db) => makePatient(db, made, typed, { ip, lang, legal, now: deps.now() }))
      return made
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
      return known(deps.pool, typed)
    }
  }
}

/** Null if no one has the contact, and if it is not theirs to book with. */
async function known(db: Pick<Db, 'query'>, { by, phone, email, birthDate, name }: Typed): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from person p join patient t using (id)
      where p.realm is null and p.type = 'patient' and (p.phone = $1 or p.email_folded = lower($2))
        and (t.birth_date = $3 or t.birth_date is null and p.name_folded = fold($4))`,
    [by === 'sms' ? phone : null, by === 'mail' ? email : null, birthDate, name],
  )
  return rows[0]?.id ?? null
}

type Needs = { readonly ip: string; readonly lang: Language; readonly legal: Legal; readonly now: number }

async function makePatient(db: Db, id: string, typed: Typed, { ip, lang, legal, now }: Needs) {
  const { name, phone, email, birthDate, by } = typed
  // an unproved phone that is someone's stays theirs; an unproved address is not written to at all
  const { rows } = await db.query<{ taken: boolean }>(
    'select exists (select from person where realm is null and phone = $1) as taken',
    [phone],
  )
  await db.query(
    `insert into person (id, type, name, email, phone, lang, confirmed_at, created_at) values ($1, 'patient', $2, $3, $4, $5, $6, $6)`,
    [id, name, by === 'mail' ? email : null, by === 'mail' && rows[0]!.taken ? null : phone, lang, new Date(now)],
  )
  await db.query('insert into patient (id, birth_date, created_at, unproved) values ($1, $2, $3, true)', [
    id,
    birthDate,
    new Date(now),
  ])
  // what the page showed, and nothing that it did not
  for (const [document, texts] of [
    ['terms', legal.terms],
    ['policy', legal.dataPolicy],
  ] as const) {
    const shown = shownOf(texts, lang)
    if (shown)
      await db.query(
        'insert into consent (person_id, clinic_id, document, version, lang, given_at) values ($1, $2, $3, $4, $5, $6)',
        [id, legal.clinicId, document, versionOf(shown.value), shown.lang, new Date(now)],
      )
  }
  const who = await patientByLink(db, id)
  if (!who) throw new Error('the patient just written is not there')
  await audit(db, who, {
    call: 'patient.add',
    object: { table: 'patient', id },
    values: null,
    fields: ['name', 'phone', 'email', 'birthDate'],
    outcome: 'done',
    madeAt: null,
    ip,
  })
}

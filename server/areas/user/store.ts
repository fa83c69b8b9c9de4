import type { Language } from '../../../contract/kernel/constants.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import type { Db } from '../../db/pool.ts'
import { sqlState } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import { phoneToKeep } from '../../kernel/phone.ts'

/** A person as those who run them need to judge a change; locked until the end of the transaction. */
export type Account = {
  readonly id: string
  readonly version: number
  readonly type: Role
  readonly realm: string | null
  readonly clinicId: string | null
  readonly superadmin: boolean
  readonly active: boolean
}

/** What may be set of an account; a field that is not given stays. */
export type AccountChange = {
  readonly name?: string | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | undefined
  readonly lang?: Language | undefined
  readonly superadmin?: boolean | undefined
  readonly active?: boolean | undefined
}

/** The account, if the caller may change it; null for an invisible one. */
export async function lockAccount(db: Db, id: string): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `select id, version, type, realm, clinic_id as "clinicId", superadmin, active from person where id = $1 for update`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * Sets the given fields. Throws `email_exists` or `phone_exists` if another person of the realm has it (rule 49);
 * between two at once the index decides.
 */
export async function changeAccount(
  db: Db,
  account: Pick<Account, 'id' | 'realm'>,
  change: AccountChange,
): Promise<void> {
  const changes = Object.entries({ ...change, name: change.name?.trim() }).filter(([, value]) => value !== undefined)
  if (!changes.length) return
  await refuseTaken(db, account.id, account.realm, change.email ?? null, change.phone ?? null)
  await byContact(() =>
    db.query(
      // the names are those of `AccountChange`, which are the columns'
      `update person set ${changes.map(([name], i) => `${name} = $${i + 2}`).join(', ')} where id = $1`,
      [account.id, ...changes.map(([, value]) => value)],
    ),
  )
}

/** Makes the person, who has no password yet; never touches one that is there (TRUST R19). */
export async function addAccount(
  db: Db,
  person: {
    readonly id: string
    readonly type: Role
    readonly realm: string | null
    readonly clinicId: string | null
    readonly name: string
    readonly email: string
    readonly phone: string
    readonly lang: Language
    readonly superadmin: boolean
  },
): Promise<void> {
  await refuseTaken(db, person.id, person.realm, person.email, person.phone)
  await byContact(() =>
    db.query(
      `insert into person (id, type, realm, clinic_id, name, email, phone, lang, superadmin) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        person.id,
        person.type,
        person.realm,
        person.clinicId,
        person.name.trim(),
        person.email,
        person.phone,
        person.lang,
        person.superadmin,
      ],
    ),
  )
}

/** The phone in E.164, read with the country of the clinic's zone; `bad_input` if it is invalid (rule 58). */
export async function phoneOf(db: Db, typed: string, clinicId: string | null): Promise<string> {
  const { rows } = await db.query<{ zone: string }>('select zone from clinic where id = $1', [clinicId])
  return phoneToKeep(typed, rows[0]?.zone ?? null)
}

async function refuseTaken(db: Db, id: string, realm: string | null, email: string | null, phone: string | null) {
  const { rows } = await db.query<{ code: MessageCode | null }>(
    'select contact_taken_by_other($1, $2, $3, $4) as code',
    [id, realm, email, phone],
  )
  if (rows[0]?.code) throw new Refused(rows[0].code)
}

async function byContact<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint =
      sqlState(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint
    const code = constraint === 'person_email' ? 'email_exists' : constraint === 'person_phone' ? 'phone_exists' : null
    throw code ? new Refused(code) : error
  }
}

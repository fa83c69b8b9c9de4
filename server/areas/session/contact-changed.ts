import { type Language, UNDO_CONTACT_DAYS } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { houseOf, linkTo } from '../../identity/links.ts'
import { hashOf, newSecret } from '../../identity/secret.ts'

type Within = {
  readonly db: Db
  readonly now: number
  readonly deps: Pick<Deps, 'publicUrl' | 'sendSoon'>
  readonly after: (work: () => Promise<void>) => void
  readonly who: { readonly id: string }
}

/**
 * Wraps a change of a person's email or phone, whoever makes it. If the account has a password, links that set one keep
 * going to the contacts that its owner has proved, for seven days; all of them are told of the change with a link that
 * undoes it in one press (TRUST R19, docs/decisions/0049). Links sent there before become invalid. The database
 * enforces the wait.
 */
export async function changingContact<T>(
  { db, now, deps, after, who }: Within,
  personId: string,
  change: () => Promise<T>,
): Promise<T> {
  const was = await ownerToWarn(db, personId)
  const proved = await contactsProved(db, personId)
  const made = await change()
  const is = was && (await ownerToWarn(db, personId))
  if (!was || !proved || (was.email === is?.email && was.phone === is?.phone)) return made
  if (proved.email === is?.email && proved.phone === is?.phone) return made // changed back
  const code = newSecret()
  const until = now + UNDO_MS
  await db.query('select contact_changed($1, $2, $3, $4, $5, $6)', [
    personId,
    hashOf(code),
    proved.email,
    proved.phone,
    new Date(now),
    new Date(until),
  ])
  const link = linkTo(deps.publicUrl(), was.panelUrl, `/undo#${code}`)
  const recipients = [
    ...(proved.email ? [{ channel: 'mail' as const, to: proved.email }] : []),
    ...(proved.phone ? [{ channel: 'sms' as const, to: proved.phone }] : []),
  ]
  await queueMessage(
    db,
    ...recipients.map((way) => ({
      ...way,
      lang: was.lang,
      template: who.id === personId ? ('contact_changed' as const) : ('contact_changed_for_you' as const),
      args: { name: was.name, house: houseOf(was), link },
      now,
      notAfter: until,
    })),
  )
  after(async () => deps.sendSoon())
  return made
}

/** As long as the new contact waits. */
const UNDO_MS = UNDO_CONTACT_DAYS * 24 * 60 * 60_000

async function contactsProved(db: Db, id: string) {
  const { rows } = await db.query<{ email: string | null; phone: string | null }>('select * from contacts_proved($1)', [
    id,
  ])
  return rows[0] ?? null
}

async function ownerToWarn(db: Db, id: string): Promise<Owner | null> {
  const { rows } = await db.query<Owner>(
    'select email, phone, lang, name, panel_url as "panelUrl", clinic_name as "clinicName" from owner_to_warn($1)',
    [id],
  )
  return rows[0] ?? null
}

type Owner = {
  readonly email: string | null
  readonly phone: string | null
  readonly lang: Language
  readonly name: string
  readonly panelUrl: string | null
  readonly clinicName: string | null
}

import type { Language } from '../../contract/constants.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { houseOf, linkTo } from './links.ts'

type Within = {
  readonly db: Db
  readonly now: number
  readonly deps: Pick<Deps, 'publicUrl' | 'sendSoon'>
  readonly after: (work: () => Promise<void>) => void
  readonly who: { readonly id: string }
}

/**
 * Makes a change of a person's e-mail or phone. Where the account has a password, its owner is told at the address it had before, so that
 * nobody takes an account over in silence (TRUST R19). Links sent to that address end with it; where it was somebody else who changed it,
 * new ones go on going there for seven days. Both in the database.
 */
export async function changingContact<T>(
  { db, now, deps, after, who }: Within,
  personId: string,
  change: () => Promise<T>,
): Promise<T> {
  const was = await ownerToWarn(db, personId)
  const made = await change()
  const is = was && (await ownerToWarn(db, personId))
  if (!was || (was.email === is?.email && was.phone === is?.phone)) return made
  const to = was.email ?? was.phone
  if (!to) return made
  await queueMessage(db, {
    channel: was.email ? 'mail' : 'sms',
    to,
    lang: was.lang,
    template: who.id === personId ? 'contact_changed' : 'contact_changed_for_you',
    args: { name: was.name, house: houseOf(was), link: linkTo(deps.publicUrl(), was.panelUrl, '/') },
    now,
  })
  after(async () => deps.sendSoon())
  return made
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
